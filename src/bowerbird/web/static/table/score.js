// The bar on top: each side's points, its tricks in this hand, the markers that the club uses; trump and its maker.

import { h, svg } from "../shared/dom.js";
import { capital } from "../shared/english.js";
import { clockText, serverNow } from "../shared/server-clock.js";
import { suitSign, suitWord } from "./cards.js";
import { nameOf, sideWord, suitLetter } from "./words.js";

/** @typedef {import("../shared/wire.js").Marker} Marker */
/** @typedef {import("../shared/wire.js").MarkerCard} MarkerCard */
/** @typedef {import("./table-types.js").DrawnFrame} DrawnFrame */

/** @typedef {"h" | "s"} Suit hearts keep the score of one side, spades that of the other */

/** @param {Suit} suit @param {number} x @param {number} y */
const pip = (suit, x, y) =>
  `<use class="sign-${suit}" href="#pip-${suit}" fill="currentColor" transform="translate(${x} ${y}) scale(.085)"/>`;

// Pips of a spot card that lies on its side, 46 by 30.
/** @type {Record<number, [number, number][]>} */
const SPOTS = {
  2: [
    [14, 15],
    [32, 15],
  ],
  3: [
    [10, 15],
    [23, 15],
    [36, 15],
  ],
  5: [
    [10, 8],
    [10, 22],
    [23, 15],
    [36, 8],
    [36, 22],
  ],
};

/** @param {MarkerCard} card @param {Suit} suit @param {number} x @param {number} y */
function spotCard({ spots, face_up }, suit, x, y) {
  const pips = face_up ? SPOTS[spots].map(([px, py]) => pip(suit, x + px, y + py)).join("") : "";
  return `<rect class="${face_up ? "face" : "back"}" x="${x}" y="${y}" width="46" height="30" rx="3"/>${pips}`;
}

/**
 * The upper card moves aside as far as the pips of the lower one are to show.
 * @param {MarkerCard[]} cards
 * @param {Suit} suit
 */
function overlapping([lower, upper], suit) {
  const columns = Math.ceil(lower.pips_shown / 2);
  const shift = columns ? columns * 9 + 1 : 5;
  let pips = "";
  for (let shown = 0; shown < lower.pips_shown; shown += 1) {
    const alone = shown === lower.pips_shown - 1 && shown % 2 === 0;
    pips += pip(suit, 6 + Math.floor(shown / 2) * 9, 9 + (alone ? 15 : shown % 2 ? 22 : 8));
  }
  const under = `<rect class="${lower.face_up ? "face" : "back"}" x="1" y="9" width="46" height="30" rx="3"/>`;
  return under + pips + spotCard(upper, suit, 1 + shift, 9);
}

/**
 * The lower card stands upright under the other and looks out above and below.
 * @param {MarkerCard[]} cards
 * @param {Suit} suit
 */
function crossing([lower, upper], suit) {
  const pips = [pip(suit, 36, 5.5), pip(suit, 36, 42.5)].slice(0, lower.pips_shown).join("");
  const under = `<rect class="${lower.face_up ? "face" : "back"}" x="21" y="1" width="30" height="46" rx="3"/>`;
  return under + pips + spotCard(upper, suit, 13, 9);
}

/** @param {number} pegs @param {number} target */
function pegBoard(pegs, target) {
  const holes = Math.max(target || 10, 10);
  const row = Math.ceil(holes / 2);
  let board = '<rect class="board" x="1" y="8" width="72" height="32" rx="4"/>';
  for (let hole = 0; hole < holes; hole += 1) {
    const [x, y] = [8 + (hole % row) * (58 / (row - 1)), hole < row ? 18 : 31];
    board += `<circle class="${hole < pegs ? "peg" : "hole"}" cx="${x}" cy="${y}" r="${hole < pegs ? 4 : 2.6}"/>`;
  }
  return board;
}

/**
 * The score as it lies on the table; nothing if the club writes numbers.
 * @param {Marker} marker
 * @param {Suit} suit
 * @param {number} target
 */
function markerDrawing(marker, suit, target) {
  if (marker.style === "numbers") return null;
  const inside =
    marker.style === "peg board"
      ? pegBoard(marker.pegs, target)
      : (marker.crossed ? crossing : overlapping)(marker.cards, suit);
  return svg(`<svg class="marker" viewBox="0 0 74 48" aria-hidden="true">${inside}</svg>`);
}

/** @param {DrawnFrame} frame @param {number} which */
function side(frame, which) {
  const { view } = frame;
  const tricks = view.tricks.filter((trick) => trick.winner !== null && trick.winner % 2 === which).length;
  const marker = view.markers[which];
  const word = sideWord(frame, which);
  const label = `${word}: ${view.score[which]} points, ${tricks} ${tricks === 1 ? "trick" : "tricks"} in this hand`;
  return h(
    "div",
    { class: `side side-${which}`, role: "img", "aria-label": label, title: marker.words },
    h("span", { class: "side-word" }, word),
    h("span", { class: "points" }, String(view.score[which])),
    markerDrawing(marker, which ? "s" : "h", view.target),
    h(
      "span",
      { class: "tricks-won" },
      Array.from({ length: 5 }, (_, n) => h("i", { class: n < tricks ? "won" : null })),
    ),
  );
}

/** @param {DrawnFrame} frame */
function trump(frame) {
  const { view } = frame;
  if (view.maker === null || view.maker === undefined || view.result) return null;
  const suit = suitLetter(view.trump);
  const maker = view.maker === frame.you.seat ? "you" : nameOf(frame, view.maker);
  return h(
    "div",
    { class: "trump", "data-key": "trump" },
    h(
      "span",
      { class: `trump-sign ${suit === "n" ? "none" : `sign-${suit}`}`, "aria-hidden": "true" },
      suitSign(suit) || "NT",
    ),
    h(
      "span",
      { class: "trump-words" },
      h("b", {}, capital(suitWord(suit))),
      h("span", {}, h("span", { class: "made" }, "made "), `by ${maker}${view.alone ? ", alone" : ""}`),
    ),
  );
}

/** @param {DrawnFrame} frame */
function middle(frame) {
  const { view } = frame;
  const hand = view.result ? "Game over" : `Hand ${Math.min(view.hands_played + 1, view.hands || Infinity)}`;
  const end = view.result
    ? view.bell?.rung
      ? "at the bell"
      : ""
    : view.hands
      ? `of ${view.hands}`
      : view.target
        ? `first to ${view.target}`
        : "";
  const { bell } = view;
  let clock = null;
  if (bell?.rung && !view.result) clock = h("span", { class: "bell rung" }, "last hand");
  else if (bell?.ends_at)
    clock = h("span", { class: "bell", "data-ends": bell.ends_at }, clockText(bell.ends_at, serverNow()));
  return h(
    "div",
    { class: "score-middle" },
    trump(frame),
    h("div", { class: "progress" }, h("span", {}, hand), end ? h("span", { class: "quiet" }, end) : null, clock),
  );
}

/**
 * The bar on top: your side on the left, your opponents on the right.
 * @param {DrawnFrame} frame
 */
export function scoreBar(frame) {
  const own = frame.you.seat === null ? 0 : frame.you.seat % 2;
  const title = h("h1", { class: "visually-hidden" }, `Table: ${frame.room.rules.title}`);
  const parts = [side(frame, own), middle(frame), side(frame, 1 - own)];
  return h("section", { class: "score", "aria-label": "Score" }, title, parts);
}
