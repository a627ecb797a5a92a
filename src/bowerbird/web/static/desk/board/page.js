// The board on the wall: clock on top, one page in the middle that turns automatically, the next move below. It never
// scrolls.
// Keys: arrows turn, space holds, F fills the screen, S switches the sound on.

import "../../shared/settings.js";
import { h, morph, morphChildren } from "../../shared/dom.js";
import { serverNow } from "../../shared/server-clock.js";
import { allow, ring } from "../bell.js";
import { follow } from "../event-connection.js";
import { ranked } from "../standings/places.js";
import { Bells, face, timeOfDay } from "./clock.js";
import { point, shrink } from "./measure.js";
import { bigClock } from "./playing.js";
import { scenes } from "./scenes.js";

/** @typedef {import("../../shared/wire.js").BoardView} View */
/** @typedef {import("./scenes.js").Scene} Scene */

// How long a page stays, in seconds: names are looked for, and the clock is looked at, so they stay longest.
/** @type {Record<string, number>} */
const SECONDS = {
  play: 20,
  seats: 14,
  names: 14,
  results: 12,
  ties: 12,
  standings: 10,
  welcome: 10,
  prizes: 10,
  places: 20,
};

const board = /** @type {HTMLElement} */ (document.querySelector("#board"));
const live = /** @type {HTMLElement} */ (document.querySelector("#live"));
const { token = "" } = board.dataset;
const bells = new Bells();
const state = {
  view: /** @type {View | null} */ (null),
  at: 0,
  shown: /** @type {Scene | null} */ (null),
  first: /** @type {string | undefined} */ (undefined),
  since: performance.now(),
  held: false,
  heard: false,
  lost: false,
  refused: "",
};
let told = "";

follow(token, {
  /** @param {View} view */
  heard(view) {
    const before = state.view;
    state.view = view;
    const list = pages(view);
    const fresh =
      before?.round?.number !== view.round?.number ||
      before?.phase !== view.phase ||
      before?.announced?.next !== view.announced?.next;
    // Another set of pages: when the bell starts play, the round is closed, or a place is announced.
    if (fresh || state.first !== list[0]?.kind) turnTo(0);
    else stayOnPage();
    state.first = list[0]?.kind;
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
const pages = (view) => scenes(token, view, () => face(view, serverNow()));

/** @param {number} page */
function turnTo(page) {
  const count = state.view ? pages(state.view).length : 1;
  state.at = count ? (page + count) % count : 0;
  state.since = performance.now();
}

/** After a resize or a score there may be more pages or fewer: stay on the page that is read, or on its last part. */
function stayOnPage() {
  const { view, shown } = state;
  if (!view || !shown) return;
  const list = pages(view);
  const same = list.findLastIndex(({ kind, part }) => kind === shown.kind && part[0] <= shown.part[0]);
  if (same >= 0) state.at = same;
}

/** @param {View} view */
function turnWhenRead(view) {
  const list = pages(view);
  const seconds = SECONDS[list[state.at]?.kind] ?? 10;
  if (state.held || list.length < 2 || performance.now() - state.since < seconds * 1000) return;
  turnTo(state.at + 1);
}

// Drawing.

/** @param {View} view @param {Scene} scene */
function header(view, scene) {
  const { figures, words, mood } = face(view, serverNow());
  const [large, small] = scene.title;
  // Where the clock fills the page, the header has the time of day; where there is none, the name of the event.
  const day = scene.quiet || mood === "day";
  return h(
    "header",
    { class: "board-head", "data-mood": mood },
    h("h1", { "data-fit": "" }, large, small ? h("small", {}, ` ${small}`) : null),
    h(
      "p",
      { class: "board-clock", role: "timer", "aria-live": "off" },
      h("span", { class: "clock-words", "data-title": day }, day ? view.title : words),
      h("b", {}, day ? timeOfDay(serverNow()) : figures),
    ),
  );
}

/** @param {[number, number]} part */
const dots = ([part, parts]) =>
  parts > 1
    ? h(
        "span",
        { class: "dots", role: "img", "aria-label": `Page ${part} of ${parts}` },
        parts <= 12
          ? Array.from({ length: parts }, (_, at) => h("i", { "data-on": at + 1 === part }))
          : `${part} of ${parts}`,
      )
    : null;

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
    board.replaceChildren(h("div", { class: "board-page refused" }, h("h1", {}, state.refused)));
    return;
  }
  if (!view) return;
  const list = pages(view);
  if (state.at >= list.length) turnTo(0);
  const scene = list[state.at];
  if (!scene) return;
  state.shown = scene;
  const { kind, part, low = false } = scene;
  board.dataset.low = String(low);
  resize(scene.sizes ?? {});
  morphChildren(board, [
    header(view, scene),
    h(
      "section",
      { class: "board-page", "data-kind": kind, "data-key": `${kind} ${part[0]}` },
      scene.spoken ? h("h2", { class: "visually-hidden" }, scene.spoken) : null,
      scene.body(),
    ),
    h(
      "footer",
      { class: "board-foot" },
      h("p", { class: "moves", "data-fit": "" }, state.lost ? "No connection. Trying again…" : scene.foot()),
      controls(list.length),
      dots(part),
    ),
  ]);
  shrink(board);
  say(view);
}

/**
 * Hand the sizes that were calculated to the style sheet.
 * @param {Record<string, number>} sizes
 */
function resize(sizes) {
  board.style.setProperty("--p", `${point()}px`);
  for (const [name, size] of Object.entries(sizes)) board.style.setProperty(`--${name}`, String(size));
}

/**
 * Only the clock moves between two pages.
 * @param {View} view
 */
function drawHead(view) {
  const scene = pages(view)[state.at];
  const old = board.querySelector(".board-head");
  if (old && scene) morph(old, header(view, scene));
  const clock = board.querySelector(".big-clock");
  if (clock) morph(clock, bigClock(view, face(view, serverNow())));
  const title = board.querySelector(".board-head");
  if (title) shrink(/** @type {HTMLElement} */ (title));
}

/**
 * What a reader of the screen hears: the next move when it changes, not every page.
 * @param {View} view
 */
function say({ moves, announced }) {
  const now = announced?.places.filter((line) => line.now) ?? [];
  const words = now.length
    ? now.map((line) => `Place ${ranked(announced?.places ?? [])(line)}: ${line.name}, ${line.total}.`).join(" ")
    : moves;
  if (words && words !== told) live.textContent = words;
  told = words;
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
addEventListener("resize", () => {
  stayOnPage();
  draw();
});

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
  const strikes = bells.strikes(state.view, serverNow());
  if (strikes && state.heard) ring(strikes);
  const before = state.at;
  turnWhenRead(state.view);
  if (state.at !== before) draw();
  else drawHead(state.view);
}, 250);
