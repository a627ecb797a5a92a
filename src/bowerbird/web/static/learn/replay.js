// A finished game, step by step: a slider, hands, keys, and the table as it was with what the teacher thinks of the next
// decision beside it. The step is in the address, to be shared; so is the entry of the review that one came from.

import { h, morphChildren } from "../shared/dom.js";
import { plural } from "../shared/english.js";
import { eventPage } from "../shared/own-event.js";
import { nameJoker } from "../table/cards.js";
import { explained, learnWords } from "../table/explained.js";
import { scoreBar } from "../table/score.js";
import { talk } from "../table/talk.js";
import { notRated, rulingWords } from "../table/words.js";
import { choices, costWords, sceneOfDecision, whoDecided, youOr } from "./entry.js";
import { didWords, isGood, isMistake } from "./estimates.js";
import { gameIsOn, listenForGame } from "./game-started.js";
import { decisionAfter, handAt, handStarts, handStep, keyGoes, viewAt } from "./moments.js";
import { openTable } from "./open-table.js";
import { proofWords } from "./proof.js";
import { BEING_MADE, reviewOf } from "./review-of.js";

/** @typedef {import("../shared/wire.js").GameSteps} GameSteps */
/** @typedef {import("../shared/wire.js").Review} Review */
/** @typedef {import("../table/table-types.js").DrawnFrame} DrawnFrame */

const page = /** @type {HTMLElement} */ (document.getElementById("replay-page"));
const live = /** @type {HTMLElement} */ (document.getElementById("live"));
const table = page.dataset.table ?? "";
const asked = new URLSearchParams(location.search);
/** The entry of the review that one came from, such as "d31". */
const from = asked.get("from") ?? "";

/** @type {GameSteps} */
let game;
/** @type {number[]} */
let starts = [];
/** @type {Review | null} */
let review = null;
let evaluated = Boolean(from);
let at = 0;
let why = "";
let called = false;
let asking = false;
/** Why there is no review now. */
let refused = "";

/** @returns {DrawnFrame} */
function frameNow() {
  const view = viewAt(game.steps, at);
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

const lastStep = () => game.steps.length;
/** @param {number} step */
const lineAt = (step) => game.steps[step]?.line || (step === lastStep() ? "The game is over." : " ");

/** @param {keyof typeof GOES} what @param {string} words @param {string} sign */
const button = (what, words, sign) =>
  h("button", { type: "button", "data-go": what, "aria-label": words, title: words }, sign);

/** The hands of the game, to go to one at once. */
function hands() {
  const now = handAt(starts, at);
  return h(
    "nav",
    { class: "hand-numbers", "aria-label": "Hands" },
    starts.map((start, hand) =>
      h(
        "button",
        {
          type: "button",
          "data-step": start,
          "aria-label": `Hand ${hand + 1}`,
          "aria-current": hand === now && at < lastStep() ? "step" : null,
        },
        String(hand + 1),
      ),
    ),
  );
}

const reviewLink = () => `/t/${table}/review?game=${game.game}`;

function tools() {
  return h(
    "nav",
    { class: "replay-tools", "aria-label": "This game" },
    from
      ? h("a", { class: "way-back", href: `${reviewLink()}#${from}` }, "Back to the review")
      : [h("a", { href: `/t/${table}` }, "Table"), h("a", { href: reviewLink() }, "Review")],
    eventPage() ? h("a", { href: eventPage() }, "Event") : null,
    h("button", { type: "button", "data-evaluate": "", "aria-pressed": String(evaluated) }, "Evaluation"),
    h(
      "a",
      {
        "data-download": "",
        href: `/api/tables/${table}/egn?game=${game.game}`,
        download: `game-${game.game}.egn.json`,
      },
      "Download",
    ),
  );
}

/** The next decision in one line, where the evaluation is out of sight. */
function nextChoice() {
  const decision = evaluated ? decisionAfter(review, at) : null;
  if (!review || !decision) return null;
  const word = isMistake(decision) ? "Better" : "A little better";
  const better = isGood(decision) ? "As good as any." : `${word}: ${decision.best}.`;
  return h(
    "p",
    { class: "next", "data-key": "next" },
    `Next: ${whoDecided(review, decision)} ${didWords(decision.did)}. ${better}`,
  );
}

function controls() {
  const last = lastStep();
  return h(
    "section",
    { class: "replay-controls", "aria-label": "Steps", "data-key": "controls" },
    h("p", { class: "question", "data-key": "line" }, lineAt(at)),
    nextChoice(),
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
      { class: "step-buttons" },
      button("hand-back", "Previous hand", "◀◀"),
      button("back", "Previous step", "◀"),
      h("span", { class: "step-number" }, `${at} of ${last}`),
      button("on", "Next step", "▶"),
      button("hand-on", "Next hand", "▶▶"),
    ),
    hands(),
    tools(),
  );
}

/** The ruling or the unnoticed mistake that one came to see. */
function cameFor() {
  if (!review) return null;
  const ruling = from.startsWith("r") ? review.rulings[Number(from.slice(1))] : null;
  if (ruling && ruling.step === at + 1) {
    const frame = { you: { seat: game.you }, room: { chairs: review.people }, view: null };
    const cost = ruling.cost ? `Cost ${plural(ruling.cost, "point")}.` : "";
    return [
      h("h2", {}, "The ruling"),
      h("p", {}, `${rulingWords(frame, ruling.ruling)} ${cost}`),
      proofWords(ruling.proof),
    ];
  }
  const missed = review.missed.find(({ step }) => from === `m${step}` && step === at + 1);
  if (!missed) return null;
  const who = youOr(review, missed.seat);
  return [
    h("h2", {}, "What nobody noticed"),
    h("p", {}, `${who} ${missed.did}: nobody claimed it.`),
    proofWords(missed.proof),
  ];
}

function evaluationOfStep() {
  if (!review) return h("p", { role: "status" }, refused || BEING_MADE);
  const seen = cameFor();
  if (seen) return seen;
  const decision = decisionAfter(review, at);
  if (!decision) return h("p", { class: "quiet" }, "Nothing to choose here.");
  return [
    h("h2", {}, `${whoDecided(review, decision)} ${didWords(decision.did)}`),
    h("p", { class: "quiet" }, `Next step. ${costWords(decision).replace(/^./, (letter) => letter.toUpperCase())}.`),
    choices(review, decision),
    decision.why ? h("p", {}, explained(decision.why)) : null,
  ];
}

/** What the teacher thinks of the next decision, and the way back to the review. */
function evaluation() {
  if (!evaluated) return null;
  return h(
    "section",
    { class: "evaluation", "aria-label": "Evaluation", "data-key": `evaluation-${at}-${Boolean(review)}` },
    evaluationOfStep(),
  );
}

function lines() {
  const start = starts[handAt(starts, at)] ?? 0;
  return talk(game.steps.slice(start, at + 1).map(({ line }) => line));
}

function marksNow() {
  const decision = evaluated ? decisionAfter(review, at) : null;
  return review && decision ? (sceneOfDecision(review, decision).marks ?? {}) : {};
}

/** Bring the number of the hand into sight, sideways only. */
function showHandNumber() {
  const number = page.querySelector(".hand-numbers [aria-current]");
  const list = number?.parentElement;
  if (number instanceof HTMLElement && list) list.scrollLeft = number.offsetLeft - list.clientWidth / 2;
}

function draw() {
  const frame = frameNow();
  const score = scoreBar(frame);
  score.setAttribute("data-key", "score");
  const rated = game.rated ? null : h("p", { class: "quiet" }, notRated(game));
  const aside = h("aside", { class: "beside", "data-key": "beside" }, evaluation(), lines(), rated);
  page.classList.toggle("evaluated", evaluated);
  morphChildren(page, [score, openTable(frame, marksNow()), controls(), aside]);
  /** @type {HTMLInputElement | null} */
  const slider = page.querySelector("[type=range]");
  if (slider) slider.value = String(at);
  showHandNumber();
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

/** Ask for the review if it is wanted, once at a time. A refusal is shown, until one asks again. */
async function evaluate() {
  if (!evaluated || asking || review) return;
  asking = true;
  refused = "";
  const said = await reviewOf(table, game.game);
  asking = false;
  if ("why" in said) refused = said.why;
  else review = said;
  draw();
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
  "hand-on": () => go(handStep(starts, at, 1, lastStep())),
  "hand-back": () => go(handStep(starts, at, -1, lastStep())),
  first: () => go(0),
  last: () => go(lastStep()),
};

/** @param {Element} target */
function press(target) {
  const pressed = target.closest("button");
  if (!pressed) return;
  const { go: way, step, evaluate: toggled } = pressed.dataset;
  if (way) GOES[/** @type {keyof typeof GOES} */ (way)]();
  if (step) go(Number(step));
  if (toggled === undefined) return;
  evaluated = !evaluated;
  evaluate();
  draw();
}

page.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  press(target);
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
  const way = game ? keyGoes(event) : null;
  if (!way) return;
  event.preventDefault();
  GOES[way]();
});

async function load() {
  const wanted = Number(asked.get("game"));
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
  starts = handStarts(game.steps);
  nameJoker(game.steps[0].view.joker);
  listenForGame(table, (on) => {
    called = on;
    draw();
  });
  go(Number(location.hash.slice(1)) || 0);
  evaluate();
  await learnWords(`/api/tables/${table}/words`);
  draw();
}

await load();
