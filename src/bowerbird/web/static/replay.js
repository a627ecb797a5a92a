// A finished game, step by step: a slider, keys, and the table as it was. The step is in the address, to be shared.

import "./cards.js";
import { gameIsOn, listenForGame } from "./called.js";
import { h, morphChildren } from "./dom.js";
import { felt, talk } from "./felt.js";
import { steps as shownSteps } from "./playback.js";
import { scoreBar } from "./score.js";

const page = document.getElementById("replay-page");
const live = document.getElementById("live");
const number = (name) => Number(new URLSearchParams(location.search).get(name)) || null;

let game = null;
let at = 0;
let why = "";
let called = false;

function frameOf({ view }) {
  const chairs = view.names.map((name) => ({ kind: "person", name, away: false, here: true }));
  return {
    you: { seat: game.you ?? null, host: false },
    room: { ...game.room, chairs, paused: false },
    view,
    talk: [],
  };
}

/** A full trick is shown before it is gathered, as at the table; after the last step comes the result. */
function frameAt(step) {
  const now = frameOf(game.steps[Math.min(step, game.steps.length - 1)]);
  const before = step > 0 && step < game.steps.length ? frameOf(game.steps[step - 1]) : null;
  return shownSteps(before, now)[0].frame;
}

const lastStep = () => game.steps.length;
const lineAt = (step) => game.steps[step]?.line || (step === lastStep() ? "The game is over." : " ");

/** The step at which each hand begins. */
function handStarts() {
  const starts = [];
  game.steps.forEach(({ view }, step) => {
    const before = step ? game.steps[step - 1].view : null;
    if (view.phase !== "over" && view.turn_up && (!before?.turn_up || before.hands_played !== view.hands_played))
      starts.push(step);
  });
  return starts;
}

function handStep(by) {
  const starts = handStarts();
  if (by > 0) return starts.find((start) => start > at) ?? lastStep();
  return starts.findLast((start) => start < at) ?? 0;
}

const button = (what, words, sign) =>
  h("button", { type: "button", "data-go": what, "aria-label": words, title: words }, sign);

function controls() {
  const last = lastStep();
  return h(
    "section",
    { class: "own replay-controls", "aria-label": "Steps", "data-key": "controls" },
    h("p", { class: "question", "data-key": "line" }, lineAt(at)),
    called ? h("p", { role: "status", "data-key": "called" }, gameIsOn(page.dataset.table)) : null,
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
      button("hand-back", "The hand before", "◀◀"),
      button("back", "One step back", "◀"),
      h("span", { class: "step-number" }, `${at} of ${last}`),
      button("on", "One step on", "▶"),
      button("hand-on", "The next hand", "▶▶"),
    ),
    h(
      "nav",
      { class: "tools", "aria-label": "This game" },
      h("a", { class: "tool", href: `/t/${page.dataset.table}` }, "Table"),
      h("a", { class: "tool", href: `/t/${page.dataset.table}/review?game=${game.game}` }, "Review"),
      h(
        "a",
        {
          class: "tool",
          "data-download": "",
          href: `/api/tables/${page.dataset.table}/egn?game=${game.game}`,
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
    { class: "aside", "aria-label": "Talk of the hand", "data-key": "talk" },
    talk(game.steps.slice(from, at + 1).map(({ line }) => line)),
  );
}

function draw() {
  const frame = frameAt(at);
  const parts = [scoreBar(frame), felt(frame, { bubbles: new Map(), ending: null }), controls(), lines()];
  for (const [place, part] of parts.slice(0, 2).entries()) part.setAttribute("data-key", `part-${place}`);
  morphChildren(page, parts);
  page.querySelector("[type=range]").value = at;
  history.replaceState(null, "", `${location.search}#${at}`);
}

/** Get the game as a file; where it cannot be written as one, say why. */
async function download(link) {
  const answer = await fetch(link.href);
  if (!answer.ok) {
    why = (await answer.json()).why;
    live.textContent = why;
    draw();
    return;
  }
  const file = URL.createObjectURL(await answer.blob());
  h("a", { href: file, download: link.download }).click();
  setTimeout(() => URL.revokeObjectURL(file), 10_000);
}

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
const KEYS = { ArrowRight: "on", ArrowLeft: "back", PageDown: "hand-on", PageUp: "hand-back" };

page.addEventListener("click", (event) => {
  GOES[event.target.closest("[data-go]")?.dataset.go]?.();
  const link = event.target.closest("[data-download]");
  if (!link) return;
  event.preventDefault();
  download(link);
});
page.addEventListener("input", (event) => event.target.type === "range" && go(Number(event.target.value)));
document.addEventListener("keydown", (event) => {
  if (!game || !KEYS[event.key] || event.target.type === "range") return;
  event.preventDefault();
  GOES[KEYS[event.key]]();
});

async function load() {
  const wanted = number("game");
  const answer = await fetch(`/api/tables/${page.dataset.table}/game${wanted ? `?game=${wanted}` : ""}`);
  const said = await answer.json();
  if (!answer.ok || !said.steps?.length) {
    page.replaceChildren(
      h(
        "div",
        { class: "panel alone-panel" },
        h("h1", {}, "Nothing to replay yet"),
        h("p", {}, said.why ?? "A game can be replayed when it is over."),
        h("a", { class: "button", href: `/t/${page.dataset.table}` }, "To the table"),
      ),
    );
    return;
  }
  game = said;
  listenForGame(page.dataset.table, (on) => {
    called = on;
    draw();
  });
  go(Number(location.hash.slice(1)) || 0);
}

await load();
