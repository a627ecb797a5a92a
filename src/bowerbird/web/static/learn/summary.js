// The first part of a review: the result, the way to it from luck and decisions, and the points hand by hand.

import { h } from "../shared/dom.js";
import { listed, plural } from "../shared/english.js";
import { youOr } from "./entry.js";
import { isGood, isMistake } from "./estimates.js";
import { lostBySeat } from "./fortune.js";
import { byHand, wayToResult } from "./luck.js";
import { portrait } from "./portrait.js";

/** @typedef {import("../shared/wire.js").Review} Review */

/** @param {Review} review */
const ownSide = ({ you }) => (you === null ? 0 : you % 2);

/**
 * The seats of a side, the reader's own first.
 * @param {Review} review
 * @param {number} side
 */
const seatsOf = ({ you }, side) => (you !== null && you % 2 === side ? [you, (you + 2) % 4] : [side, side + 2]);

/** @param {Review} review @param {number} side */
const names = (review, side) => listed(seatsOf(review, side).map((seat) => youOr(review, seat)));

/**
 * "You and Finch won 10–8".
 * @param {Review} review
 */
export function resultWords(review) {
  const own = ownSide(review);
  const score = `${review.score[own]}–${review.score[1 - own]}`;
  if (review.winner === null) return `${names(review, own)} tied ${score}`;
  return `${names(review, own)} ${review.winner === own ? "won" : "lost"} ${score}`;
}

/**
 * The result, who played, and the ways on from here.
 * @param {Review} review
 * @param {unknown[]} ways
 */
export function head(review, ways) {
  const own = ownSide(review);
  return h(
    "header",
    { class: "review-head" },
    h(
      "span",
      { class: "pair" },
      seatsOf(review, own).map((seat) => portrait(review, seat)),
    ),
    h("div", {}, h("h1", {}, resultWords(review)), h("p", { class: "quiet" }, `against ${names(review, 1 - own)}`)),
    h("p", { class: "row" }, ways),
  );
}

/** @param {number} count @param {string} kind */
const marks = (count, kind) =>
  h(
    "span",
    { class: `marks ${kind}`, "aria-hidden": "true" },
    Array.from({ length: count }, () => h("i", null)),
  );

/** Hands beside each other, at most: more of them are too narrow on a phone. */
const IN_A_ROW = 12;

/**
 * The hands in a row: all of them, or as many in each row as in the others.
 * @param {number} hands
 */
export const handsInRow = (hands) => Math.ceil(hands / Math.max(1, Math.ceil(hands / IN_A_ROW)));

/** @param {Review} review */
function handByHand(review) {
  const own = ownSide(review);
  const words = review.you === null ? [names(review, own), names(review, 1 - own)] : ["We", "They"];
  const mine = review.decisions.filter(
    ({ seat, stood_in: stoodIn }) => !stoodIn && (review.you === null || seat === review.you),
  );
  const mistakes = mine.filter(isMistake);
  const bad = new Set(mistakes.map(({ hand }) => hand));
  const figures = /** @type {[string, number][]} */ ([
    [plural(mine.length, "choice").replace(/^\d+ /, ""), mine.length],
    ["as good as any", mine.filter(isGood).length],
    ["to look at", mistakes.length],
  ]);
  const hands = h(
    "ol",
    { class: "hands" },
    review.hands.map((points, place) =>
      h(
        "li",
        { class: bad.has(place + 1) ? "look" : null },
        marks(points[own], "ours"),
        h(
          "span",
          { class: "visually-hidden" },
          `Hand ${place + 1}: ${words[0]} ${points[own]}, ${words[1]} ${points[1 - own]}${bad.has(place + 1) ? ", to look at" : ""}`,
        ),
        h("b", { "aria-hidden": "true" }, String(place + 1)),
        marks(points[1 - own], "theirs"),
      ),
    ),
  );
  // Set by hand: the page allows no styles in attributes.
  hands.style.setProperty("--in-a-row", String(handsInRow(review.hands.length)));
  return h(
    "section",
    { class: "panel hands-panel" },
    h("h2", {}, "Hand by hand"),
    h("p", { class: "side-points" }, `${words[0]} `, h("b", {}, String(review.score[own]))),
    hands,
    h("p", { class: "side-points" }, `${words[1]} `, h("b", {}, String(review.score[1 - own]))),
    h(
      "ul",
      { class: "figures" },
      figures.map(([word, number]) => h("li", {}, h("b", {}, String(number)), ` ${word}`)),
    ),
  );
}

/**
 * Every player's decisions and what they lost.
 * @param {Review} review
 */
export function byPlayer(review) {
  const { you, fortune } = review;
  const lost = fortune ? lostBySeat({ you, fortune }) : new Map();
  return h(
    "section",
    {},
    h("h2", {}, "By player"),
    h(
      "div",
      { class: "table-scroll panel", role: "region", "aria-label": "By player", tabindex: 0 },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["Player", "Decisions", "Mistakes", "Points lost"].map((word) => h("th", { scope: "col" }, word)),
          ),
        ),
        h(
          "tbody",
          {},
          review.people.map((person) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, person.name),
              h("td", {}, String(person.decisions)),
              h("td", {}, String(person.mistakes)),
              h("td", {}, pointsLost(lost.get(person.seat) ?? person.cost)),
            ),
          ),
        ),
      ),
    ),
    h(
      "p",
      { class: "quiet" },
      "Points lost are those of all decisions together, as in the picture above. A single choice has a cost only where it is clearly worse than the best.",
    ),
  );
}

/**
 * "1.2", and "0.0" for nothing. Where the best choice was worth fewer points at that score, it can be below zero.
 * @param {number} points
 */
const pointsLost = (points) => (Math.abs(points) < 0.05 ? "0.0" : points.toFixed(1).replace("-", "−"));

/** @param {Review} review */
export function overview(review) {
  const { fortune } = review;
  const who = review.you === null ? names(review, ownSide(review)) : "you";
  return h(
    "div",
    { class: "overview" },
    fortune && wayToResult(review, fortune, who),
    handByHand(review),
    fortune && byHand(review, fortune),
  );
}
