// The board on the wall: clock on top, one page in the middle that turns automatically, the next move below. It never
// scrolls.
// Keys: arrows turn, space holds, F fills the screen, S switches the sound on.

import { h, morph, morphChildren } from "../../shared/dom.js";
import { allow, ring } from "../bell.js";
import { follow } from "../event-connection.js";
import { Bells, face } from "./clock.js";
import { scenes } from "./scenes.js";

/** @typedef {import("../../shared/wire.js").BoardView} View */

// How long a page stays: names are looked for, so they stay longest.
/** @type {Record<string, number>} */
const SECONDS = { seats: 14, results: 10, standings: 10, welcome: 10 };

const board = /** @type {HTMLElement} */ (document.querySelector("#board"));
const live = /** @type {HTMLElement} */ (document.querySelector("#live"));
const { token = "" } = board.dataset;
const bells = new Bells();
const state = {
  view: /** @type {View | null} */ (null),
  offset: 0,
  at: 0,
  next: /** @type {number | undefined} */ (undefined),
  since: Date.now(),
  held: false,
  heard: false,
  lost: false,
  refused: "",
};
let told = "";

const now = () => Date.now() + state.offset;

follow(token, {
  /** @param {View} view */
  heard(view) {
    const before = state.view;
    state.view = view;
    state.offset = view.now - Date.now();
    if (before?.round?.number !== view.round?.number || before?.phase !== view.phase) turnTo(0);
    else if (view.results.length > (before?.results.length ?? 0)) showResults(view);
    draw();
  },
  changed(line, why = "") {
    state.lost = line === "lost";
    state.refused = line === "refused" ? why : "";
    draw();
  },
});

// Turning pages.

/** @param {View} view */
const pages = (view) => scenes(token, view);

/** @param {number} page */
function turnTo(page) {
  const count = state.view ? pages(state.view).length : 1;
  state.at = count ? (page + count) % count : 0;
  state.since = Date.now();
}

/**
 * A score that comes in is what people want to see next; the page that is on may be read to its end.
 * @param {View} view
 */
function showResults(view) {
  const list = pages(view);
  const results = list.findIndex((page) => page.kind === "results");
  if (results >= 0 && list[state.at]?.kind !== "results") state.next = results;
}

/** @param {View} view */
function turnWhenRead(view) {
  const list = pages(view);
  const seconds = SECONDS[list[state.at]?.kind] ?? 10;
  if (state.held || list.length < 2 || Date.now() - state.since < seconds * 1000) return;
  turnTo(state.next ?? state.at + 1);
  state.next = undefined;
}

// Drawing.

/** @param {View} view */
function header(view) {
  const { figures, words, mood } = face(view, now());
  const { round } = view;
  const of = round?.of && !view.meeting?.several ? h("small", {}, ` of ${round.of}`) : null;
  const title = view.phase !== "over" && round ? [round.name, of] : view.title;
  return h(
    "header",
    { class: "board-head", "data-mood": mood },
    h("h1", { class: typeof title === "string" && title.length > 16 ? "long" : "" }, title),
    h(
      "p",
      { class: "board-clock", role: "timer", "aria-live": "off" },
      h("span", { class: "clock-words" }, words),
      h("b", {}, figures),
    ),
  );
}

// So many letters fit on one line in large type, and in smaller type.
const LARGE = 54;
const SMALLER = 73;

/** @param {string} words */
function movesLine(words) {
  const long = words.length > SMALLER ? "2" : words.length > LARGE ? "1" : null;
  return h("p", { class: "moves", "data-long": long }, words);
}

/** @param {string} act @param {string} words @param {boolean} [pressed] */
function button(act, words, pressed) {
  const marks = { type: "button", "data-act": act, "aria-pressed": pressed === undefined ? null : String(pressed) };
  return h("button", marks, words);
}

/** @param {number} count */
function controls(count) {
  return h(
    "div",
    { class: "board-controls", role: "group", "aria-label": "The board" },
    button("sound", state.heard ? "Sound is on" : "Turn the sound on", state.heard),
    count > 1 ? button("back", "Previous page") : null,
    count > 1 ? button("hold", state.held ? "Turn pages" : "Hold this page", state.held) : null,
    count > 1 ? button("on", "Next page") : null,
    button("full", document.fullscreenElement ? "Leave full screen" : "Full screen"),
  );
}

function draw() {
  const { view } = state;
  if (state.refused) {
    board.replaceChildren(h("div", { class: "board-page" }, h("h1", {}, state.refused)));
    return;
  }
  if (!view) return;
  const list = pages(view);
  if (state.at >= list.length) turnTo(0);
  const page = list[state.at];
  const [part, parts] = page?.part ?? [1, 1];
  const which = parts > 1 ? h("span", { class: "part" }, ` ${part} of ${parts}`) : null;
  const title = page ? h("h2", {}, page.title, which) : null;
  morphChildren(board, [
    header(view),
    h("section", { class: "board-page", "data-key": `${page?.kind} ${part}` }, title, page?.body()),
    h(
      "footer",
      { class: "board-foot" },
      movesLine(state.lost ? "No connection. Trying again…" : view.moves || view.title),
    ),
    controls(list.length),
  ]);
  say(view);
}

/**
 * Only the clock moves between two pages.
 * @param {View} view
 */
function drawHead(view) {
  const old = board.querySelector(".board-head");
  if (old) morph(old, header(view));
}

/**
 * What a reader of the screen hears: the next move when it changes, not every page.
 * @param {View} view
 */
function say({ moves }) {
  if (moves && moves !== told) live.textContent = moves;
  told = moves;
}

// What people do with it.

/** @type {Record<string, () => void>} */
const acts = {
  back: () => turnTo(state.at - 1),
  on: () => turnTo(state.at + 1),
  hold: () => {
    state.held = !state.held;
  },
  full: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
  sound: async () => {
    await allow();
    state.heard = ring(1);
    draw();
  },
};

/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "on", " ": "hold", f: "full", s: "sound" };

/** @param {string} name */
function act(name) {
  acts[name]();
  draw();
}

board.addEventListener("click", (event) => {
  /** @type {HTMLElement | null} */
  const pressed = /** @type {Element} */ (event.target).closest("[data-act]");
  if (pressed?.dataset.act) act(pressed.dataset.act);
});

addEventListener("keydown", (event) => {
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    (event.key === " " && /** @type {Element} */ (event.target).closest("button"))
  )
    return;
  const name = KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
  if (!name) return;
  event.preventDefault();
  if (state.view) act(name);
});

document.addEventListener("fullscreenchange", draw);

// The buttons are for the person at the machine; the room sees only the page.
/** @type {ReturnType<typeof setTimeout> | undefined} */
let quiet;
function wake() {
  board.classList.add("touched");
  clearTimeout(quiet);
  quiet = setTimeout(() => board.classList.remove("touched"), 6000);
}
addEventListener("pointermove", wake);
addEventListener("pointerdown", wake);
addEventListener("keydown", wake);
wake();

// A screen that goes dark helps nobody. Only pages by https or on the machine itself may ask for this.
async function stayAwake() {
  try {
    if (!document.hidden) await navigator.wakeLock?.request("screen");
  } catch {
    // A battery that is low may refuse; the board works without.
  }
}
document.addEventListener("visibilitychange", stayAwake);
stayAwake();

setInterval(() => {
  if (!state.view) return;
  const strikes = bells.strikes(state.view, now());
  if (strikes && state.heard) ring(strikes);
  const before = state.at;
  turnWhenRead(state.view);
  if (state.at !== before) draw();
  else drawHead(state.view);
}, 250);
