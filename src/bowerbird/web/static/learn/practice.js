// One's own mistakes, to try again: those that are due today, one after the other, or one by its address.

import { h } from "../shared/dom.js";
import { plural } from "../shared/english.js";
import { post } from "../shared/site.js";
import { get, headingOf, positionToTry } from "./position.js";
import { answerShown, wordsOf } from "./puzzle-answer.js";
import { reviewOf } from "./review-of.js";

/** @typedef {import("../shared/wire.js").MistakesDue} Due */
/** @typedef {import("../shared/wire.js").MistakeShown} Mistake */
/** @typedef {import("../shared/wire.js").MistakeAnswered} MistakeAnswered */

const page = /** @type {HTMLElement} */ (document.getElementById("mistake"));

/**
 * Mistakes are kept a moment after the teacher has looked at a game: how often to ask for them, and milliseconds between.
 */
const TRIES = 8;
const PAUSE = 1500;

/** The first mistake comes with the page. Later ones are said by their heading. */
let shownBefore = false;

/** @param {string | null} day */
function dayWords(day) {
  if (!day) return "";
  const date = new Date(`${day}T12:00`);
  return date.toLocaleDateString(undefined, { weekday: "long", day: "numeric", month: "long" });
}

/** @param {string} words */
function say(words) {
  page.replaceChildren(h("p", { role: "alert" }, words));
}

/** @param {Due} due */
function nothingDue({ kept, learned, next }) {
  const words = !kept
    ? [
        h("h2", { tabindex: -1 }, "No mistakes yet"),
        h(
          "p",
          {},
          "Play a game. The teacher looks at it while you play, and your mistakes come here to be tried again.",
        ),
      ]
    : [
        h("h2", { tabindex: -1 }, "Done for today"),
        h("p", {}, next ? `The next one comes back on ${dayWords(next)}.` : "You have learned all of them."),
        h("p", { class: "quiet" }, `${plural(kept, "mistake")} kept, ${learned} of them learned.`),
      ];
  return h("div", { class: "panel" }, words, elsewhere());
}

const elsewhere = () =>
  h(
    "p",
    { class: "row" },
    h("a", { class: "button main-button", href: "/puzzles" }, "Solve a puzzle"),
    h("a", { class: "button", href: "/" }, "Play a game"),
  );

/**
 * Wait until the mistakes of the game just played are here.
 * @param {import("../shared/wire.js").GameAwaited} game
 */
async function mistakesOf({ table, game }) {
  let sofar = page.querySelector("progress");
  if (!sofar) {
    sofar = h("progress", { max: 1, value: 0, "aria-label": "Looked at so far" });
    page.replaceChildren(
      h(
        "div",
        { class: "panel" },
        h("h2", { tabindex: -1 }, "Your last game"),
        h("p", { role: "status" }, "The teacher is looking at it. Your mistakes come here in a moment."),
        sofar,
        elsewhere(),
      ),
    );
  }
  const bar = sofar;
  await reviewOf(table, game, (done) => {
    bar.value = done;
  });
  // A review that is refused has no mistakes to wait for.
  await post(`/api/tables/${table}/review`, { game }).catch(() => {});
}

/** The teacher needs longer than anybody wants to wait for. */
function stillLooking() {
  const again = h("button", { type: "button", class: "main-button" }, "Look again");
  again.addEventListener("click", () => {
    shownBefore = true;
    show();
  });
  return h(
    "div",
    { class: "panel" },
    h("h2", { tabindex: -1 }, "Your last game"),
    h("p", { role: "status" }, "The teacher is still looking at it. Your mistakes come here when that is done."),
    h("p", { class: "row" }, again, h("a", { class: "button", href: "/puzzles" }, "Solve a puzzle")),
  );
}

/** @param {Mistake} mistake @param {MistakeAnswered} said */
function laterWords({ left }, { answer, comes_back: day }) {
  const { then } = answer;
  const before = answer.decided.did === then ? "You chose the same in the game." : `In the game you chose: ${then}.`;
  const later = day ? `It comes back on ${dayWords(day)}.` : "You have learned this one.";
  return [
    h("p", {}, before),
    h("p", { class: "quiet" }, later, left ? ` ${plural(left, "more mistake")} due today.` : ""),
  ];
}

/** The words of the table, which may have house rules. @param {Mistake} mistake */
const wordsAt = ({ table }) => `/api/tables/${table}/words`;

/** @param {Mistake} mistake @param {number} choice */
async function answer(mistake, choice) {
  try {
    /** @type {MistakeAnswered} */
    const said = await post(`/api/practice/mistakes/${mistake.mistake}`, { choice });
    const on = h("button", { type: "button", class: "main-button" }, mistake.left ? "Next mistake" : "Finish");
    on.addEventListener("click", () => show());
    const ways = [
      on,
      h("a", { class: "button", href: `/t/${mistake.table}/review?game=${mistake.game}` }, "Review of that game"),
    ];
    const more = laterWords(mistake, said);
    const words = await wordsOf(wordsAt(mistake));
    const { shown, start } = answerShown(mistake.position, said.answer, { more, ways, words });
    page.replaceChildren(shown);
    start();
  } catch (error) {
    say(/** @type {Error} */ (error).message);
  }
}

/** @param {string} name @returns {Promise<Due>} */
async function oneMistake(name) {
  const mistake = await get(`/api/practice/mistakes/${name}`);
  return { mistake, kept: 1, learned: 0, next: null, judging: null };
}

/** @returns {Promise<Due>} */
async function mistakesDue() {
  /** @type {Due} */
  let due = await get("/api/practice/mistakes");
  for (let tries = 0; due.judging && tries < TRIES; tries += 1) {
    if (tries) await new Promise((go) => setTimeout(go, PAUSE));
    await mistakesOf(due.judging);
    due = await get("/api/practice/mistakes");
  }
  return due;
}

/** @param {string} [name] */
async function show(name) {
  try {
    const due = name ? await oneMistake(name) : await mistakesDue();
    const { mistake } = due;
    if (!mistake) {
      page.replaceChildren(due.judging ? stillLooking() : nothingDue(due));
      if (shownBefore) /** @type {HTMLElement | null} */ (page.querySelector("h2"))?.focus();
      return;
    }
    const left = mistake.left ? `, ${mistake.left} more due today` : "";
    const { heading, line } = headingOf(`From hand ${mistake.position.hand} of your game${left}`, mistake.position);
    wordsOf(wordsAt(mistake));
    page.replaceChildren(
      line,
      positionToTry(mistake.position, (choice) => answer(mistake, choice)),
    );
    if (shownBefore) heading.focus();
    shownBefore = true;
  } catch (error) {
    say(/** @type {Error} */ (error).message);
  }
}

if (page.dataset.known !== undefined) await show(location.hash.slice(1));
