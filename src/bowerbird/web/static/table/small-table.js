// A small table from a plain description: cloth and rope, four portraits, the turn-up or the trick, a hand in front of
// it, and marks on its cards. For the review, the first page and lessons; nothing on it can be tapped.

import { h } from "../shared/dom.js";
import { capital, listed } from "../shared/english.js";
import { BIRDS, coloursAt } from "./birds.js";
import { bower, bowerWord, card, cardWord, suitSign, suitWord } from "./cards.js";
import { does, SEAT_WORDS, suitLetter } from "./words.js";

/**
 * What lies on a small table. Everything but the names may be left out.
 * @typedef {object} Scene
 * @property {readonly string[]} names by seat, from North
 * @property {number | null} [seat] the seat in front, South if nobody's
 * @property {readonly (string | null | undefined)[]} [birds] by seat; "" for initials, otherwise a bird's name is its portrait
 * @property {number | null} [you] the seat that is called "You"
 * @property {number | null} [dealer]
 * @property {number | null} [turn]
 * @property {string | null} [turnUp]
 * @property {string | null} [turnUpIs] "shown", "taken" or "turned down"
 * @property {number | string | null} [trump]
 * @property {number | null} [maker]
 * @property {boolean} [alone]
 * @property {readonly number[]} [out] seats that sit out
 * @property {readonly (readonly [number, string])[]} [calls] what was said, in order
 * @property {readonly (readonly [number, string])[]} [plays] the trick so far
 * @property {number | null} [winner] whose card is best in the trick
 * @property {readonly string[]} [hand] the hand of the seat in front
 * @property {Record<string, readonly Mark[]>} [marks] by card
 * @property {boolean} [named] with the name of everyone but you beside the portrait, and yours over a hand that covers it
 */
/** @typedef {"you" | "best" | "wrong" | "held"} Mark */
/** @typedef {"near" | "left" | "far" | "right"} Place */

/** @type {readonly Place[]} */
export const PLACES = ["near", "left", "far", "right"];

/** @type {Record<Mark, string>} */
const MARK_WORDS = { you: "You", best: "✓ Best", wrong: "✗ Played", held: "Held" };

/**
 * "✓ Best". Somebody else's choice has their name.
 * @param {Scene} scene
 * @param {Mark} mark
 * @param {number | null} [seat] who holds the card
 */
export const markWord = (scene, mark, seat = scene.seat) =>
  mark === "you" && seat != null ? nameAt(scene, seat) : MARK_WORDS[mark];

/**
 * Where a seat is drawn.
 * @param {Scene} scene
 * @param {number} seat
 */
export const placeAt = ({ seat: front }, seat) => PLACES[(seat - (front ?? 2) + 4) % 4];

/**
 * Birds have portraits of their own.
 * @param {Scene} scene
 * @param {number} seat
 */
export function birdOf({ names, birds }, seat) {
  const bird = birds?.[seat] ?? (names[seat] ?? "").toLowerCase();
  return BIRDS.includes(bird) ? bird : null;
}

/**
 * The portrait of a seat, in the colour that the person has at this table.
 * @param {Scene} scene
 * @param {number} seat
 * @param {Record<string, string>} [attributes]
 */
export function portraitAt(scene, seat, attributes = {}) {
  const name = scene.names[seat] || SEAT_WORDS[seat];
  const colour = coloursAt(scene.names, (at) => birdOf(scene, at))[seat];
  return h("bird-portrait", { bird: birdOf(scene, seat), name, colour, ...attributes });
}

/**
 * The letter of trump, once there is one.
 * @param {Scene} scene
 */
export const trumpOf = ({ trump, maker }) =>
  trump === undefined || (trump === null && maker == null) ? null : suitLetter(trump);

/** @param {Scene} scene @param {number} seat */
const nameAt = ({ names, you }, seat) => (seat === you ? "You" : names[seat] || SEAT_WORDS[seat]);

/**
 * "You", "Finch", in the middle of a sentence.
 * @param {Scene} scene
 * @param {number} seat
 */
const inside = (scene, seat) => (seat === scene.you ? "you" : nameAt(scene, seat));

/** @param {Scene} scene */
function trumpWords(scene) {
  const trump = trumpOf(scene);
  if (trump === null) return null;
  const made = scene.maker == null ? "" : `, made by ${inside(scene, scene.maker)}${scene.alone ? ", alone" : ""}`;
  return trump === "n" ? `No trump${made}.` : `${capital(suitWord(trump))} are trump${made}.`;
}

/** @param {Scene} scene */
function trickWords(scene) {
  const { plays = [] } = scene;
  if (!plays.length) return null;
  const said = plays.map(([seat, name], place) =>
    place ? `${inside(scene, seat)} the ${cardWord(name)}` : `${nameAt(scene, seat)} led the ${cardWord(name)}`,
  );
  return `${listed(said)}.`;
}

/** @type {Record<string, string>} */
const TURN_UP_WORDS = {
  shown: "turned up",
  taken: "taken up",
  "turned down": "turned down",
  "out of play": "out of play",
};

/** @param {Scene} scene */
function turnUpWords({ turnUp, turnUpIs, plays = [] }) {
  if (!turnUp) return null;
  const how = TURN_UP_WORDS[turnUpIs ?? "shown"] ?? "turned up";
  return plays.length && how !== "turned up" ? null : `${capital(cardWord(turnUp))} ${how}.`;
}

/**
 * What lies on the table in one short line, without the hand.
 * @param {Scene} scene
 */
export function sceneCaption(scene) {
  const { calls = [] } = scene;
  const trump = trumpWords(scene);
  const said =
    trump || !calls.length ? null : `${calls.map(([seat, words]) => `${nameAt(scene, seat)}: ${words}`).join(". ")}.`;
  const dealt = scene.dealer == null || trump ? null : `${does(nameAt(scene, scene.dealer), "deals")}.`;
  return [dealt, trump, turnUpWords(scene), said, trickWords(scene)].filter(Boolean).join(" ");
}

/** @param {Scene} scene @param {string} name */
function cardWords(scene, name) {
  const { marks, trump, you, seat } = scene;
  const own = (marks?.[name] ?? []).map((mark) => {
    const word = markWord(scene, mark).replace(/^\W+/, "");
    return mark === "you" && seat !== you ? word : word.toLowerCase();
  });
  const words = [cardWord(name), bowerWord(name, trump == null ? null : suitLetter(trump)), ...own];
  return words.filter(Boolean).join(", ");
}

/** @param {Scene} scene */
function handWords(scene) {
  const { hand, seat } = scene;
  if (!hand?.length) return null;
  const who = seat == null ? "The hand" : seat === scene.you ? "Your hand" : `${nameAt(scene, seat)}'s hand`;
  return `${who}: ${hand.map((name) => cardWords(scene, name)).join("; ")}.`;
}

/**
 * Everything on the table in words, for people who do not see it.
 * @param {Scene} scene
 */
export const sceneWords = (scene) => [sceneCaption(scene), handWords(scene)].filter(Boolean).join(" ");

/** @param {Scene} scene @param {string} name */
const shown = ({ trump }, name) =>
  card(name, { "aria-hidden": "true", ribbon: bower(name, trump == null ? null : suitLetter(trump)) });

/** @param {Scene} scene @param {number} seat */
function seatAt(scene, seat) {
  const place = placeAt(scene, seat);
  const { dealer, maker, turn, out = [], calls = [], winner } = scene;
  const trump = trumpOf(scene);
  const said = trump === null ? calls.findLast(([who]) => who === seat) : undefined;
  const states = [turn === seat && "turn", out.includes(seat) && "out", winner === seat && "won"].filter(Boolean);
  // A hand lies where the portrait in front would be. With names, a plate above it has the portrait and the chips.
  const covered = place === "near" && scene.hand?.length;
  const plate = covered && scene.named;
  const chips = [
    dealer === seat ? h("b", { class: "small-chip deals" }, "D") : null,
    maker === seat && trump !== null
      ? h("b", { class: `small-chip made sign-${trump}` }, suitSign(trump) || "NT")
      : null,
  ];
  const name = scene.named && (plate || seat !== scene.you) ? nameAt(scene, seat) : null;
  return h(
    "span",
    { class: ["small-seat", place, covered && "covered", ...states].filter(Boolean).join(" ") },
    plate ? h("span", { class: "small-plate" }, portraitAt(scene, seat), h("span", {}, name), chips) : null,
    covered ? null : portraitAt(scene, seat),
    plate ? null : chips,
    name && !plate ? h("span", { class: "small-name" }, name) : null,
    said ? h("span", { class: "small-said" }, said[1]) : null,
  );
}

/** @param {Scene} scene */
function pack(scene) {
  const { turnUp, turnUpIs = "shown" } = scene;
  if (!turnUp || scene.plays?.length || !["shown", "turned down"].includes(turnUpIs ?? "")) return null;
  const down = turnUpIs === "turned down";
  return h(
    "span",
    { class: `small-pack${down ? " down" : ""}` },
    h("span", { class: "small-backs" }, card("back", { "aria-hidden": "true" })),
    shown(scene, turnUp),
  );
}

/** @param {Scene} scene */
function trick(scene) {
  const { plays = [], winner, turn, marks } = scene;
  const lying = plays.map(([seat, name], place) => {
    const newest = place === plays.length - 1 && "newest";
    const states = [winner === seat && "won", marks?.[name]?.includes("wrong") && "wrong", newest].filter(Boolean);
    return h(
      "span",
      { class: ["small-play", placeAt(scene, seat), ...states].join(" ") },
      shown(scene, name),
      states.includes("wrong") ? h("b", { class: "small-cross" }, "✗") : null,
    );
  });
  const inPlay = plays.length > 0 || trumpOf(scene) !== null;
  const waits = inPlay && turn != null && !plays.some(([seat]) => seat === turn) && !pack(scene);
  return waits ? [...lying, h("span", { class: `small-play slot ${placeAt(scene, turn)}` })] : lying;
}

/**
 * What lies in the middle: the turn-up with the pack, or the trick.
 * @param {Scene} scene
 */
export const middleOf = (scene) => [pack(scene), trick(scene)];

/**
 * A card of a hand with its marks.
 * @param {Scene} scene
 * @param {string} name
 * @param {number | null} [seat] who holds it
 */
export function heldCard(scene, name, seat = scene.seat) {
  const own = scene.marks?.[name] ?? [];
  return h(
    "span",
    { class: ["small-card", ...own.map((mark) => `mark-${mark}`)].join(" ") },
    shown(scene, name),
    own.length
      ? h(
          "span",
          { class: "small-marks" },
          own.map((mark) => h("b", { class: `mark mark-${mark}` }, markWord(scene, mark, seat))),
        )
      : null,
  );
}

/** @param {Scene} scene */
function handInFront(scene) {
  const { hand = [] } = scene;
  if (!hand.length) return null;
  const most = Math.max(...hand.map((name) => scene.marks?.[name]?.length ?? 0));
  const marked = ["", " marked", " marked twice"][most];
  return h(
    "div",
    { class: `small-hand${hand.length > 5 ? " six" : ""}${marked}` },
    hand.map((name) => heldCard(scene, name)),
  );
}

/**
 * The table as an element, as wide as its container. Its words are heard as one picture; with `decorative` it is
 * silent, because the page says the same in words beside it. The page needs cards.css, seats.css and small-table.css.
 * @param {Scene} scene
 * @param {{ decorative?: boolean }} [how]
 */
export function smallTable(scene, { decorative = false } = {}) {
  const trump = trumpOf(scene);
  const sign = trump && suitSign(trump);
  return h(
    "div",
    {
      class: "small-table",
      ...(decorative ? { "aria-hidden": "true" } : { role: "img", "aria-label": sceneWords(scene) || "A table" }),
    },
    h(
      "div",
      { class: "small-rim" },
      h(
        "div",
        { class: "small-felt" },
        sign ? h("span", { class: "small-sign" }, sign) : null,
        [0, 1, 2, 3].map((seat) => seatAt(scene, seat)),
        middleOf(scene),
      ),
    ),
    handInFront(scene),
  );
}
