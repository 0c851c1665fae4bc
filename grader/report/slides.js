"use strict";
addEventListener("DOMContentLoaded", () => {
  const slides = [...document.querySelectorAll(".slide")], last = slides.length - 1;
  const byId = id => document.getElementById(id);
  let at = 0;
  const show = number => {
    at = Math.max(0, Math.min(last, Math.round(number) || 0));
    slides.forEach((slide, place) => { slide.hidden = place !== at; });
    byId("place").textContent = `${at + 1} of ${slides.length}`;
    byId("back").setAttribute("aria-disabled", at === 0);  // it keeps the focus
    byId("next").setAttribute("aria-disabled", at === last);
    history.replaceState(null, "", `#${at + 1}`);
    scrollTo(0, 0);
  };
  const showAddress = () => show(Number(location.hash.slice(1)) - 1);
  const KEYS = {ArrowRight: 1, PageDown: 1, " ": 1, ArrowLeft: -1, PageUp: -1, Home: -Infinity, End: Infinity};
  addEventListener("keydown", event => {
    const by = KEYS[event.key], isPressed = event.key === " " && event.target.closest("button");
    if (!by || isPressed || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    show(by === Infinity ? last : by === -Infinity ? 0 : at + by);
  });
  byId("back").addEventListener("click", () => show(at - 1));
  byId("next").addEventListener("click", () => show(at + 1));
  addEventListener("hashchange", showAddress);
  document.querySelector(".turn").hidden = false;
  showAddress();
});
