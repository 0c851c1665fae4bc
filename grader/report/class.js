"use strict";
addEventListener("DOMContentLoaded", () => {
  const table = document.querySelector("table.grid"), body = table.tBodies[0];
  const rows = [...body.rows], heads = [...table.tHead.rows[1].cells];
  const sought = row => (row.cells[0].textContent + " " +
    [...row.querySelectorAll(".causes a")].map(link => link.title).join(" ")).toLowerCase();
  const key = (row, place) => {
    const cell = row.cells[place], text = cell.textContent.replace("\u2691", "").trim();
    return place === 0 ? text : cell.className in {"number": 0} ? Number(text) : cell.className + text;
  };
  const compared = (one, other) =>
    typeof one === "number" ? other - one : one.localeCompare(other, undefined, {numeric: true});
  heads.forEach((head, place) => {
    const button = document.createElement("button");
    button.append(...head.childNodes);
    button.onclick = () => {
      const sign = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
      heads.forEach(other => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
      body.append(...rows.sort((a, b) => sign * compared(key(a, place), key(b, place))));
    };
    head.append(button);
  });
  const label = document.createElement("label"), input = document.createElement("input");
  const count = document.createElement("output");
  input.type = "search";
  input.placeholder = "a name, or a cause";
  input.oninput = () => {
    const words = input.value.toLowerCase().split(/\s+/);
    rows.forEach(row => { row.hidden = !words.every(word => sought(row).includes(word)); });
    count.textContent = ` ${rows.filter(row => !row.hidden).length} of ${rows.length}`;
  };
  label.append("Show only ", input, count);
  label.className = "filter";
  document.querySelector(".scroll").before(label);
});
