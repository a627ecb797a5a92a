// A finished game, step by step: a slider, keys, and the table as it was. The step is in the address, to be shared.

import "../table/cards.js";
import { h, morphChildren } from "../shared/dom.js";
import { felt, talk } from "../table/felt.js";
import { steps as shownSteps } from "../table/playback.js";
import { scoreBar } from "../table/score.js";
import { gameIsOn, listenForGame } from "./game-started.js";

/** @typedef {import("../shared/wire.js").GameSteps} GameSteps */
/** @typedef {import("../table/table-types.js").DrawnFrame} DrawnFrame */

const page = /** @type {HTMLElement} */ (document.getElementById("replay-page"));
const live = /** @type {HTMLElement} */ (document.getElementById("live"));
const table = page.dataset.table ?? "";

/** @type {GameSteps} */
let game;
let at = 0;
let why = "";
let called = false;

/**
 * @param {import("../shared/wire.js").Step} step
 * @returns {DrawnFrame}
 */
function frameOf({ view }) {
  /** @type {DrawnFrame["room"]["chairs"]} */
  const chairs = view.names.map((name) => ({
    kind: "person",
    name,
    bird: game.room.birds[name],
    away: false,
    here: true,
  }));
  return { you: { seat: game.you }, room: { ...game.room, chairs }, view };
}

/**
 * A full trick is shown before it is gathered, as at the table; after the last step comes the result.
 * @param {number} step
 */
function frameAt(step) {
  const now = frameOf(game.steps[Math.min(step, game.steps.length - 1)]);
  const before = step > 0 && step < game.steps.length ? frameOf(game.steps[step - 1]) : null;
  return shownSteps(before, now)[0].frame;
}

const lastStep = () => game.steps.length;
/** @param {number} step */
const lineAt = (step) => game.steps[step]?.line || (step === lastStep() ? "The game is over." : " ");

/** The step at which each hand begins. */
function handStarts() {
  /** @type {number[]} */
  const starts = [];
  game.steps.forEach(({ view }, step) => {
    const before = step ? game.steps[step - 1].view : null;
    if (view.phase !== "over" && view.turn_up && (!before?.turn_up || before.hands_played !== view.hands_played))
      starts.push(step);
  });
  return starts;
}

/** @param {number} by */
function handStep(by) {
  const starts = handStarts();
  if (by > 0) return starts.find((start) => start > at) ?? lastStep();
  return starts.findLast((start) => start < at) ?? 0;
}

/** @param {keyof typeof GOES} what @param {string} words @param {string} sign */
const button = (what, words, sign) =>
  h("button", { type: "button", "data-go": what, "aria-label": words, title: words }, sign);

function controls() {
  const last = lastStep();
  return h(
    "section",
    { class: "own replay-controls", "aria-label": "Steps", "data-key": "controls" },
    h("p", { class: "question", "data-key": "line" }, lineAt(at)),
    called ? h("p", { role: "status", "data-key": "called" }, gameIsOn(table)) : null,
    why ? h("p", { class: "question why", "data-key": "why" }, why) : null,
    h("input", {
      type: "range",
      min: 0,
      max: last,
      value: at,
      "aria-label": "Step",
      "aria-valuetext": lineAt(at),
    }),
    h(
      "div",
      { class: "row step-buttons" },
      button("hand-back", "Previous hand", "◀◀"),
      button("back", "Previous step", "◀"),
      h("span", { class: "step-number" }, `${at} of ${last}`),
      button("on", "Next step", "▶"),
      button("hand-on", "Next hand", "▶▶"),
    ),
    h(
      "nav",
      { class: "tools", "aria-label": "This game" },
      h("a", { class: "tool", href: `/t/${table}` }, "Table"),
      h("a", { class: "tool", href: `/t/${table}/review?game=${game.game}` }, "Review"),
      h(
        "a",
        {
          class: "tool",
          "data-download": "",
          href: `/api/tables/${table}/egn?game=${game.game}`,
          download: `game-${game.game}.egn.json`,
        },
        "Download",
      ),
    ),
  );
}

function lines() {
  const starts = handStarts();
  const from = starts.findLast((start) => start <= at) ?? 0;
  return h(
    "aside",
    { class: "aside", "aria-label": "Calls and plays", "data-key": "talk" },
    talk(game.steps.slice(from, at + 1).map(({ line }) => line)),
  );
}

function draw() {
  const frame = frameAt(at);
  const parts = [scoreBar(frame), felt(frame, { bubbles: new Map(), ending: null }), controls(), lines()];
  for (const [place, part] of parts.slice(0, 2).entries()) part.setAttribute("data-key", `part-${place}`);
  morphChildren(page, parts);
  /** @type {HTMLInputElement | null} */
  const slider = page.querySelector("[type=range]");
  if (slider) slider.value = String(at);
  history.replaceState(null, "", `${location.search}#${at}`);
}

/**
 * Get the game as a file; where it can't be written as one, say why.
 * @param {HTMLAnchorElement} link
 */
async function download(link) {
  const answer = await fetch(link.href);
  if (!answer.ok) {
    ({ why } = /** @type {import("../shared/wire.js").Why} */ (await answer.json()));
    live.textContent = why;
    draw();
    return;
  }
  const file = URL.createObjectURL(await answer.blob());
  h("a", { href: file, download: link.download }).click();
  setTimeout(() => URL.revokeObjectURL(file), 10_000);
}

/** @param {number} step */
function go(step) {
  why = "";
  at = Math.min(Math.max(step, 0), lastStep());
  live.textContent = lineAt(at);
  draw();
}

const GOES = {
  on: () => go(at + 1),
  back: () => go(at - 1),
  "hand-on": () => go(handStep(1)),
  "hand-back": () => go(handStep(-1)),
};
/** @type {Record<string, keyof typeof GOES>} */
const KEYS = { ArrowRight: "on", ArrowLeft: "back", PageDown: "hand-on", PageUp: "hand-back" };

page.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  /** @type {HTMLElement | null} */
  const pressed = target.closest("[data-go]");
  if (pressed) GOES[/** @type {keyof typeof GOES} */ (pressed.dataset.go)]();
  /** @type {HTMLAnchorElement | null} */
  const link = target.closest("[data-download]");
  if (!link) return;
  event.preventDefault();
  download(link);
});
/** @param {Event} event */
const sliderOf = ({ target }) => (target instanceof HTMLInputElement && target.type === "range" ? target : null);
page.addEventListener("input", (event) => {
  const slider = sliderOf(event);
  if (slider) go(Number(slider.value));
});
document.addEventListener("keydown", (event) => {
  if (!game || !KEYS[event.key] || sliderOf(event)) return;
  event.preventDefault();
  GOES[KEYS[event.key]]();
});

async function load() {
  const wanted = Number(new URLSearchParams(location.search).get("game"));
  const answer = await fetch(`/api/tables/${table}/game${wanted ? `?game=${wanted}` : ""}`);
  /** @type {GameSteps | import("../shared/wire.js").Why} */
  const said = await answer.json();
  if ("why" in said || !said.steps.length) {
    page.replaceChildren(
      h(
        "div",
        { class: "panel alone-panel" },
        h("h1", {}, "Nothing to replay yet"),
        h("p", {}, "why" in said ? said.why : "You can replay a game once it is over."),
        h("a", { class: "button", href: `/t/${table}` }, "Back to the table"),
      ),
    );
    return;
  }
  game = said;
  listenForGame(table, (on) => {
    called = on;
    draw();
  });
  go(Number(location.hash.slice(1)) || 0);
}

await load();
