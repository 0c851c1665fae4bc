"use strict";
// A step `view` is what there is after so many pops: 0 is before the first.
const FEW = 12, FEWER = 6;  // entries of a queue that are listed, beside many others
const PROJECTED = [9, 4, 2];  // the same on a projector: of one search, of two, of more
const NODES = 36, LEVELS = 4, BACK = 200;  // of a tree: how many, above the last pop, pops before it
const AROUND = 50, NEAR = 8;  // steps before and after this one that are told; of many searches
const LARGEST = 6;  // rows of a state that is drawn
const EVERY_MS = 900;  // between steps at play
let data, states, searches, longest, view = 0, timer = 0, isProjected = false;
const byId = id => document.getElementById(id);

// ---- Elements ----

const SVG = "http://www.w3.org/2000/svg";
const filled = (element, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.filter(child => child !== null));
  return element;
};
const make = (tag, attributes = {}, ...children) =>
  filled(document.createElement(tag), attributes, children);
const draw = (tag, attributes = {}, ...children) =>
  filled(document.createElementNS(SVG, tag), attributes, children);

// ---- States and entries in words and pictures ----

const rowsOf = state => {  // of a state that is square, else null
  if (Array.isArray(state[0])) return state;
  const n = Math.sqrt(state.length);
  if (n < 2 || !Number.isInteger(n)) return null;
  return Array.from({length: n}, (_, i) => state.slice(n * i, n * i + n));
};
const stateText = number => {
  const state = states[number];
  const text = Array.isArray(state[0]) ? state.map(row => row.join(" ")).join(" / ")
    : `[${state.join(", ")}]`;
  if (!state.length) return "a state that can't be read";
  return text.length > 150 ? `${text.slice(0, 150)} ...` : text;
};
const figure = number => number.toLocaleString("en-US", {maximumFractionDigits: 4});
const shown = value => value === null || value === undefined ? "?" : figure(value);
const sum = ([, g, h, f]) => f === undefined ? `${figure(g + h)} = ${figure(g)} + ${figure(h)}`
  : `${shown(f)} (g = ${shown(g)}, h = ${shown(h)})`;
const least = ([, g, h, f]) => shown(f === undefined ? g + h : f);
const picture = number => {
  const rows = rowsOf(states[number]);
  if (!rows || rows.length > LARGEST) return make("code", {}, stateText(number));
  const cells = rows.flat().map(cell => make("i", cell ? {} : {class: "empty"}, cell ? `${cell}` : ""));
  const grid = make("span", {class: "cells", "aria-hidden": "true"}, ...cells);
  grid.style.setProperty("--n", rows.length);
  return make("span", {class: "state"}, grid, make("span", {class: "aside"}, stateText(number)));
};
const plural = (number, noun) => `${figure(number)} ${noun}${number === 1 ? "" : "s"}`;

// ---- A search, and what it holds at a view ----

class Search {
  constructor(search) {
    Object.assign(this, search);
    const size = this.entries.length;
    this.from = new Float64Array(size).fill(Infinity);  // the view at which an entry is pushed
    this.until = new Float64Array(size).fill(Infinity);  // and that at which it is popped
    this.parent = new Int32Array(size).fill(-1);
    this.half = new Uint8Array(size);  // which of two searches that take turns it belongs to
    this.closed = new Map();  // when a state was popped first
    this.most = [0];
    this.rule = this.entries.every(entry => entry.length < 4) ? "f = g + h"
      : this.entries.every(([, , h, f]) => (f === undefined || f === h)) ? "f = h" : "by f";
    for (let n = 0; n < this.first; n++) { this.from[n] = 0; this.half[n] = n; }
    this.steps.forEach(([popped, queue, pushed, keptOut, half], place) => {
      const key = this.key(popped, half);
      this.until[popped] = place + 1;
      this.half[popped] = half;
      if (this.from[popped] === Infinity) this.from[popped] = place;
      if (!this.closed.has(key)) this.closed.set(key, place + 1);
      for (const n of pushed) this.from[n] = place + 1;
      for (const n of [...pushed, ...keptOut.map(pair => pair[0])]) {
        this.parent[n] = popped;
        this.half[n] = half;
      }
      this.most.push(Math.max(this.most[place], queue));
    });
    this.pushedSoFar = [this.first];  // how many entries were pushed so far
    for (const step of this.steps) this.pushedSoFar.push(this.pushedSoFar.at(-1) + step[2].length);
  }
  key(entry, half = this.half[entry]) { return 2 * this.entries[entry][0] + half; }
  end(view) { return Math.min(view, this.steps.length); }
  step(view) { return view ? this.steps[view - 1] : null; }
  turn(view) { return view ? this.steps[view - 1][4] : 0; }
  queue(view) {
    if (this.lastView !== view) [this.lastView, this.held] = [view, this.queueAt(view)];
    return this.held;
  }
  queueAt(view) {
    const half = this.turn(view);
    return this.order.filter(n => this.from[n] <= view && this.until[n] > view && this.half[n] === half);
  }
  isStale(entry, view) {  // its state has been popped before, by way of another entry
    const since = this.closed.get(this.key(entry));
    return since !== undefined && since <= view;
  }
  children(entry, view) {  // [number, why it was kept out or -1]
    const at = this.until[entry];
    if (!(at <= view)) return [];
    const [, , pushed, keptOut] = this.steps[at - 1];
    return [...pushed.map(n => [n, -1]), ...keptOut];
  }
  depth(entry) {
    let depth = 0;
    while ((entry = this.parent[entry]) >= 0) depth++;
    return depth;
  }
}

// ---- In words ----

const entryIn = (search, n) => `${stateText(search.entries[n][0])}, f = ${sum(search.entries[n])}`;
const listed = items => items.length ? items.join("; ") : "none";
const sentences = (search, view) => {
  const step = search.step(view), queue = search.queue(view);
  const said = step ? popped(search, view, step) : ["Nothing is popped yet."];
  const next = queue.slice(0, 3).map(n => entryIn(search, n));
  if (isEnd(search, view)) return [...said, ending(search)];
  return [...said, `In the queue: ${plural(queue.length, "entry").replace("entrys", "entries")}: ` +
    `${listed(next)}${queue.length > 3 ? `; and ${figure(queue.length - 3)} more` : ""}.`];
};
const popped = (search, view, [entry, queue, pushed, keptOut, half]) => {
  const parent = search.parent[entry];
  const turn = search.first > 1 ? `, in the ${half ? "second" : "first"} search` : "";
  return [
    `Pop ${figure(view)}${turn}: ${entryIn(search, entry)}` +
      `${parent < 0 ? "" : `; reached from ${stateText(search.entries[parent][0])}`}. ` +
      `The queue had a length of ${figure(queue)} before.`,
    `Pushed: ${listed(pushed.map(n => entryIn(search, n)))}.`,
    `Kept out: ${listed(keptOut.map(([n, why]) => `${stateText(search.entries[n][0])} (${data.why[why]})`))}.`,
  ];
};
const isEnd = (search, view) => view > 0 && view >= search.steps.length;
const ending = search => search.path.length
  ? `That is the goal. The path has ${plural(search.path.length - 1, "move")}: ` +
    `${search.path.map(stateText).join(", ")}.`
  : search.is_whole ? "The search ends here without a path."
    : `The trace was cut after ${plural(search.steps.length, "pop")}; the search goes on.`;
const inWords = (search, view) => [
  ...(searches.length > 1 ? [make("h3", {}, search.title)] : []),
  ...sentences(search, search.end(view)).map(said => make("p", {}, said))];

// ---- The queue as a list ----

const badge = (text, kind) => make("span", {class: `badge ${kind}`}, text);
const item = (search, n, place, view, alone) => {
  const isNew = view > 0 && search.from[n] === view;
  const isStale = search.isStale(n, view);
  return make("li", {value: place + 1, class: isStale ? "stale" : isNew ? "new" : ""},
    picture(search.entries[n][0]), make("span", {class: "sum"}, `f = ${sum(search.entries[n])}`),
    place || isEnd(search, view) ? null : badge("next", "next"), isNew ? badge("new", "fresh") : null,
    isStale ? badge("popped before", "old") : null,
    alone.has(n) ? badge("only here", "alone") : null);
};
const fewest = () => {
  if (isProjected) return PROJECTED[Math.min(searches.length, 3) - 1];
  return searches.length > 2 ? FEWER : FEW;
};
const list = (search, view, alone) => {
  const queue = search.queue(view), items = [], few = fewest();
  let gap = 0, apart = 0;
  const close = () => {
    if (gap) items.push(make("li", {class: "gap"}, `${figure(gap)} more`));
    gap = 0;
  };
  queue.forEach((n, place) => {
    const isNew = search.from[n] === view && view > 0;
    if (place < few || isNew || !isProjected && alone.has(n) && apart++ < FEW) {
      close();
      items.push(item(search, n, place, view, alone));
    } else gap++;
  });
  close();
  return queue.length ? make("ol", {class: "queue"}, ...items) : make("p", {}, "The queue is empty.");
};
const onlyHere = (search, view, other) => {  // entries of a queue that the other one lacks
  const key = (one, n) => one.entries[n].slice(0, 2).join();
  const beside = new Map();
  for (const n of other.queue(other.end(view))) {
    const name = key(other, n);
    beside.set(name, (beside.get(name) || 0) + 1);
  }
  return new Set(search.queue(search.end(view)).filter(n => {
    const name = key(search, n), left = beside.get(name) || 0;
    beside.set(name, left - 1);
    return left < 1;
  }));
};

// ---- The tree, as far as it is near ----

const near = (search, view) => {  // the entries to draw, and the highest of them
  const chosen = new Set(), current = search.step(view)?.[0] ?? 0;
  let top = current;
  for (let up = 0; up < LEVELS && search.parent[top] >= 0; up++) top = search.parent[top];
  const floor = search.depth(top);
  chosen.add(top);
  for (let k = view; k > Math.max(0, view - BACK) && chosen.size < NODES; k--) {
    const entry = search.steps[k - 1][0], chain = [];
    let up = entry, depth = search.depth(entry);
    for (; depth >= floor && up >= 0 && !chosen.has(up); depth--) {
      chain.push(up);
      up = search.parent[up];
    }
    if (up < 0 || depth < floor) continue;
    chain.forEach(n => chosen.add(n));
    for (const [n, why] of search.children(entry, view)) if (why < 0 || k === view) chosen.add(n);
  }
  return {chosen, top, floor, current};
};
const laidOut = (search, view, {chosen, top}) => {  // [entry, column, level, why], children first
  const nodes = [];
  let columns = 0;
  const place = (n, level, why) => {
    const all = why < 0 ? search.children(n, view) : [];
    const below = all.filter(([child]) => chosen.has(child))
      .map(([child, reason]) => place(child, level + 1, reason));
    const column = below.length ? (below[0].column + below[below.length - 1].column) / 2 : columns++;
    const left = all.filter(([child, reason]) => reason < 0 && !chosen.has(child)).length;
    const node = {n, column, level, why, below, left};
    nodes.push(node);
    return node;
  };
  place(top, 0, -1);
  return {nodes, columns};
};
const tree = (search, view) => {
  const part = near(search, view), {nodes, columns} = laidOut(search, view, part);
  const rows = rowsOf(states[search.entries[part.top][0]]) || [];
  const n = rows.length <= LARGEST ? rows.length : 0;
  const cell = n > 3 ? 17 : 15, side = n ? n * cell : 40, wide = side + 22, high = side + 56;
  const x = node => (node.column + 0.5) * wide, y = node => node.level * high + (part.floor ? 24 : 6);
  const height = Math.max(...nodes.map(y)) + high, width = columns * wide;
  const isGoal = isEnd(search, view) && search.path.length > 0;
  const onPath = new Set(isGoal ? ancestors(search, part.current) : []);
  const edges = nodes.flatMap(node => node.below.map(child => draw("line", {
    x1: x(node), y1: y(node) + side + 29, x2: x(child), y2: y(child),
    class: child.why >= 0 ? "kept" : onPath.has(child.n) ? "path" : ""})));
  const boxes = nodes.map(node =>
    box(search, view, node, part.current, x(node) - side / 2, y(node), side));
  const above = part.floor ? [draw("text", {x: x(nodes[nodes.length - 1]), y: 14},
    `${plural(part.floor, "level")} above`)] : [];
  const image = draw("svg", {width, height, viewBox: `0 0 ${width} ${height}`, role: "img",
    "aria-label": `The tree near pop ${view}; the same is said in words below`},
    ...edges, ...above, ...boxes);
  const frame = make("div", {class: "scroll tree", tabindex: "0", role: "region",
    "aria-label": `The tree of the search: ${search.title}`}, image);
  frame.dataset.middle = x(nodes.find(node => node.n === part.current));
  return frame;
};
const ancestors = (search, n) => n < 0 ? [] : [n, ...ancestors(search, search.parent[n])];
const kindOf = (search, view, {n, why}, current) => {
  if (why >= 0) return "kept";
  if (n === current && view) return "current";
  return search.until[n] <= view ? "reached" : "waiting";
};
const box = (search, view, node, current, left, top, side) => {
  const {n, why} = node, isPopped = why < 0 && search.until[n] <= view;
  const said = why >= 0 ? "kept out" : `f = ${least(search.entries[n])}`;
  const isDuplicate = why < 0 && search.isStale(n, view);
  const pop = isPopped ? `pop ${figure(search.until[n])}` : isDuplicate ? "duplicate" : "";
  const kind = kindOf(search, view, node, current);
  return draw("g", {class: kind, transform: `translate(${left},${top})`},
    draw("rect", {width: side, height: side, rx: 3}), ...cellsIn(search.entries[n][0], side),
    draw("text", {x: side / 2, y: side + 13}, said),
    draw("text", {x: side / 2, y: side + 25, class: "pop"}, node.left ? `${pop}, +${node.left}` : pop));
};
const cellsIn = (number, side) => {
  const rows = rowsOf(states[number]), n = rows ? rows.length : 1, large = n > LARGEST;
  const one = side / n;
  const text = (value, i, j) =>
    draw("text", {x: (j + 0.5) * one, y: (i + 0.5) * one + 4, class: "cell"}, value);
  const hole = (i, j) =>
    draw("rect", {x: j * one + 1, y: i * one + 1, width: one - 2, height: one - 2, class: "hole"});
  return !rows ? [text("?", 0, 0)] : large ? []
    : rows.flatMap((row, i) => row.map((value, j) => value ? text(`${value}`, i, j) : hole(i, j)));
};

// ---- A step ----

const facts = pairs => make("dl", {class: "facts"},
  ...pairs.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, figure(value)))));
const keptOut = (search, step) => {
  if (!step || !step[3].length) return make("p", {class: "none"}, "none");
  const items = step[3].map(([n, why]) =>
    make("li", {}, picture(search.entries[n][0]), make("span", {class: "sum"}, data.why[why])));
  return make("ul", {class: "out"}, ...items);
};
const outcome = search => search.path.length ? `the goal: ${plural(search.path.length - 1, "move")}`
  : search.is_whole ? "the end, no path"
    : `the trace was cut after ${plural(search.steps.length, "pop")}; the search goes on`;
const now = (search, view) => {
  const step = search.step(view), over = isEnd(search, view);
  const entry = step ? step[0] : 0;
  const text = `${step ? `Pop ${figure(view)}` : "Start"}: f = ${sum(search.entries[entry])}`;
  return make("div", {class: "now"}, picture(search.entries[entry][0]), make("p", {}, make("b", {}, text),
    search.first > 1 && step ? ` ${step[4] ? "second" : "first"} search` : "",
    over ? make("span", {class: search.is_whole ? "over" : "over cut"}, outcome(search)) : ""));
};
const lane = (search, place, view) => {
  if (!search.first) {
    byId(`search-${place}`).replaceChildren(make("h2", {id: `title-${place}`}, search.title),
      make("p", {}, "It pushed nothing."));
    return;
  }
  const at = search.end(view), queue = search.queue(at), step = search.step(at);
  const alone = data.compare ? onlyHere(search, view, searches[1 - place]) : new Set();
  const shape = searches.length > 2 ? null
    : make("div", {}, make("h3", {}, "The tree"), tree(search, at));
  byId(`search-${place}`).replaceChildren(make("div", {},
    make("h2", {id: `title-${place}`}, search.title), now(search, at),
    facts([["popped", at], ["pushed", search.pushedSoFar[at]], ["in the queue", queue.length],
      ["longest before a pop", search.most[at]]]),
    make("h3", {}, "Kept out"), keptOut(search, step),
    make("h3", {}, `The queue, the next one first; ${search.rule}`), list(search, at, alone)),
    ...(shape ? [shape] : []));
};
const disable = (name, isOff) => byId(name).setAttribute("aria-disabled", isOff);  // it keeps the focus
const clipped = number => Math.max(0, Math.min(longest, Math.round(number) || 0));
const show = (number, keeps = true) => {
  view = clipped(number);
  searches.forEach((search, place) => lane(search, place, view));
  for (const tree of document.querySelectorAll(".tree")) {
    tree.scrollLeft = tree.dataset.middle - tree.clientWidth / 2;
  }
  byId("words").replaceChildren(...searches.map(search => make("div", {}, ...inWords(search, view))));
  byId("step").value = byId("slide").value = view;
  byId("status").textContent = status();
  if (data.parts_at) byId("parts").hidden = view < data.parts_at;
  for (const name of ["first", "back"]) disable(name, view === 0);
  for (const name of ["next", "last"]) disable(name, view === longest);
  if (view === longest) pause();
  if (byId("as-text").open) transcribe();
  if (keeps) history.replaceState(null, "", `#${view}`);
};
const status = () => view === 0 ? "Before the first pop."
  : [`Pop ${figure(view)} of ${figure(longest)}.`, ...(searches.length > 2 ? [] : searches.map(inBrief))].join(" ");
const inBrief = search => {
  const at = search.end(view), step = search.step(at);
  const title = searches.length > 1 ? `${search.title}: ` : "";
  return view > at ? `${title}ended at pop ${figure(at)}.`
    : `${title}${entryIn(search, step[0])}; ${step[2].length} pushed, ${step[3].length} kept out.`;
};
const transcribe = () => {  // all steps as text, or those around this one if there are many
  const around = searches.length > 2 ? NEAR : AROUND;
  const [low, high] = longest <= 2 * around ? [0, longest]
    : [Math.max(0, view - around), Math.min(longest, view + around)];
  const steps = [];
  for (let at = low; at <= high; at++) {
    steps.push(make("h3", {}, at ? `After pop ${figure(at)}` : "Before the first pop"));
    for (const search of searches) if (at <= search.steps.length) {
      const title = searches.length > 1 ? `${search.title}: ` : "";
      steps.push(...sentences(search, at).map((said, n) => make("p", {}, n ? said : title + said)));
    }
  }
  const cut = `The steps from ${figure(low)} to ${figure(high)}, of ${figure(longest)}.`;
  if (high - low < longest) steps.unshift(make("p", {}, cut));
  byId("all").replaceChildren(...steps);
};

// ---- What a reader does ----

const pause = () => { clearInterval(timer); timer = 0; byId("play").textContent = "Play"; };
const play = () => {
  if (timer) return pause();
  if (view === longest) show(0);
  byId("play").textContent = "Pause";
  timer = setInterval(() => show(view + 1), EVERY_MS);
};
const part = () => show(data.parts_at);
const project = () => {
  isProjected = !isProjected;
  document.querySelector("main").classList.toggle("projected", isProjected);
  byId("project").setAttribute("aria-pressed", isProjected);
  show(view, false);
};
const actions = {first: () => show(0), back: () => show(view - 1), next: () => show(view + 1),
  last: () => show(longest), play, part, project};
const KEYS = {ArrowRight: "next", ArrowLeft: "back", PageDown: "next", PageUp: "back", Home: "first",
  End: "last", " ": "play", d: "part", p: "project"};
const act = name => {
  if (name !== "play" && name !== "project") pause();
  actions[name]();
};
const onKey = event => {
  const {target} = event, isRemote = event.key.startsWith("Page");  // a presenter's remote control
  const name = event.key === "Escape" && isProjected ? "project" : KEYS[event.key];
  const isTaken = target.closest("input, summary, a") || event.key === " " && target.closest("button")
    || event.key.startsWith("Arrow") && target.closest(".scroll");
  if (!name || isTaken && !isRemote || event.ctrlKey || event.altKey || event.metaKey || !byId(name)) return;
  event.preventDefault();
  act(name);
};
const onNumber = event => {
  pause();
  if (event.target.value !== "") show(Number(event.target.value));
};
const showAddress = () => show(Number(location.hash.slice(1)), false);
addEventListener("DOMContentLoaded", () => {
  data = JSON.parse(byId("data").textContent);
  ({states} = data);
  searches = data.searches.map(search => new Search(search));
  longest = Math.max(...searches.map(search => search.steps.length));
  for (const name of Object.keys(actions)) byId(name)?.addEventListener("click", () => act(name));
  for (const name of ["step", "slide"]) byId(name).addEventListener("input", onNumber);
  byId("as-text").addEventListener("toggle", () => byId("as-text").open && transcribe());
  addEventListener("keydown", onKey);
  addEventListener("beforeprint", () => { byId("as-text").open = true; transcribe(); });
  addEventListener("hashchange", showAddress);
  byId("without-script").remove();
  showAddress();
});
