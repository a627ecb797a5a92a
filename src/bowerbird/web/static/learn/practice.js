// One's own mistakes, to try again: those that are due today, one after the other, or one by its address.

import { h } from "../shared/dom.js";
import { plural } from "../shared/english.js";
import { post } from "../shared/site.js";
import { answerShown, get, positionToTry } from "./position.js";

/** @typedef {import("../shared/wire.js").MistakesDue} Due */
/** @typedef {import("../shared/wire.js").MistakeShown} Mistake */
/** @typedef {import("../shared/wire.js").MistakeAnswered} MistakeAnswered */

const page = /** @type {HTMLElement} */ (document.getElementById("mistake"));

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
  return h(
    "div",
    { class: "panel" },
    words,
    h(
      "p",
      { class: "row" },
      h("a", { class: "button main-button", href: "/puzzles" }, "Solve a puzzle"),
      h("a", { class: "button", href: "/" }, "Play a game"),
    ),
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
    const { shown, heading } = answerShown(mistake.position, said.answer, { more: laterWords(mistake, said), ways });
    page.replaceChildren(shown);
    heading.focus();
    heading.scrollIntoView({ block: "nearest" });
  } catch (error) {
    say(/** @type {Error} */ (error).message);
  }
}

/** @param {string} [name] */
async function show(name) {
  try {
    /** @type {Due} */
    const due = name
      ? { mistake: await get(`/api/practice/mistakes/${name}`), kept: 1, learned: 0, next: null }
      : await get("/api/practice/mistakes");
    const { mistake } = due;
    if (!mistake) {
      page.replaceChildren(nothingDue(due));
      if (shownBefore) /** @type {HTMLElement | null} */ (page.querySelector("h2"))?.focus();
      return;
    }
    const left = mistake.left ? `, ${mistake.left} more due today` : "";
    const heading = h("h2", { tabindex: -1 }, `Hand ${mistake.position.hand} of that game${left}`);
    page.replaceChildren(
      heading,
      positionToTry(mistake.position, (choice) => answer(mistake, choice)),
    );
    if (shownBefore) heading.focus();
    shownBefore = true;
  } catch (error) {
    say(/** @type {Error} */ (error).message);
  }
}

if (page.dataset.known !== undefined) await show(location.hash.slice(1));
