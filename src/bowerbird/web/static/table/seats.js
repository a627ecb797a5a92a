// The seats around the table: a picture, a name, and everything that is to be seen about the person who sits there.

import { h } from "../shared/dom.js";
import { settings } from "../shared/settings.js";
import { BIRDS, coloursAt } from "./birds.js";
import { card, suitSign, suitWord } from "./cards.js";
import { heardAt, nameOf, placeOf, SEAT_WORDS, suitLetter } from "./words.js";

/** @typedef {import("./table-types.js").DrawnFrame} DrawnFrame */
/** @typedef {import("./table-types.js").DrawnView} DrawnView */
/** @typedef {import("./table-types.js").NamedFrame} Seated */

/** The phases in which people speak. */
export const IN_CALLS = ["first round", "second round", "defend alone", "joker"];

/** @param {DrawnView} view @param {number} seat */
function lastCall(view, seat) {
  if (!IN_CALLS.includes(view.phase) && view.moment?.kind !== "trump") return null;
  const call = view.calls.findLast(({ seat: who }) => who === seat);
  return call
    ? h("span", { class: "note said" }, h("span", { class: "visually-hidden" }, "says: "), heardAt(call))
    : null;
}

/** @param {DrawnFrame} frame @param {number} seat */
function standing(frame, seat) {
  const { view } = frame;
  if (view.sitting_out.some((who) => who === seat)) return "sits out";
  if (view.lone_defender === seat) return "defends alone";
  if (view.alone && view.maker === seat) return "plays alone";
  const { kind, away, here, waits } = frame.room.chairs[seat];
  if (waits && !view.result) return seat === frame.you.next_seat ? null : "next hand";
  if (away && !view.result) return "away, a bot is playing";
  if (kind === "person" && !here && seat !== frame.you.seat) return "not here";
  if (view.unscored.some((side) => side === seat % 2)) return "can't score this hand";
  if (view.barred.some((side) => side === seat % 2) && IN_CALLS.includes(view.phase)) return "may not call";
  const called = view.lead_call;
  if (called?.named && called.side === seat % 2 && view.turn === seat)
    return `must lead ${suitWord(suitLetter(called.suit))}`;
  return null;
}

/** @param {DrawnFrame} frame @param {number} seat */
function wins(frame, seat) {
  const { view } = frame;
  return view.trick?.winner === seat && !view.result && !view.hand_over;
}

/**
 * What is told under the name for now: who wins the trick, or how this player stands in the hand.
 * @param {DrawnFrame} frame
 * @param {number} seat
 */
function note(frame, seat) {
  if (wins(frame, seat) && !frame.view.gathering) {
    const verb = seat === frame.you.seat ? "win" : "wins";
    return h("span", { class: "note trick-words" }, verb, h("span", { class: "what" }, " the trick"));
  }
  const words = seat === frame.you.seat && frame.view.turn === seat ? null : standing(frame, seat);
  return words ? h("span", { class: "note" }, words) : null;
}

/**
 * The tricks that this player has taken, one on the other, to be counted.
 * @param {DrawnFrame} frame
 * @param {number} seat
 */
function pile({ view }, seat) {
  const taken = view.result ? 0 : view.tricks.filter(({ winner }) => winner === seat).length;
  if (!taken) return null;
  const label = taken === 1 ? "1 trick taken" : `${taken} tricks taken`;
  return h(
    "span",
    { class: "pile", "data-key": "pile", role: "img", "aria-label": label },
    Array.from({ length: taken }, () => h("i", { class: "tiny-back" })),
    h("b", {}, String(taken)),
  );
}

/** @param {DrawnView} view @param {number} seat */
const openCards = (view, seat) => view.exposed?.[seat] ?? [];

/**
 * The cards that a player holds, as a fan behind the picture.
 * @param {DrawnView} view
 * @param {number} seat
 */
function fan(view, seat) {
  const hidden = Math.max(0, view.counts[seat] - openCards(view, seat).length);
  if (!hidden) return null;
  return h(
    "span",
    { class: `held fan fan-${hidden}`, "aria-hidden": "true" },
    Array.from({ length: hidden }, () => h("i", { class: "tiny-back" })),
  );
}

/**
 * The cards of a player that everybody sees: those that were exposed.
 * @param {DrawnView} view
 * @param {number} seat
 */
function faceUp(view, seat) {
  const open = openCards(view, seat);
  if (!open.length) return null;
  return h(
    "span",
    { class: "held open-hand", "aria-hidden": "true" },
    open.map((name) => card(name, { "data-key": `open-${name}`, "aria-hidden": "true" })),
  );
}

// The place of a player, for screen readers. A viewer has no partner.
/** @param {DrawnFrame} frame @param {number} place */
const relation = (frame, place) =>
  frame.you.seat === null ? null : [null, "on your left", "your partner", "on your right"][place];

/**
 * A name for a place with little room: Christopher McAllister is Christopher M.
 * @param {string} name
 */
function shortName(name) {
  const words = name.split(" ");
  return words.length < 2 ? name : `${words[0]} ${words.at(-1)?.[0]}.`;
}

/** How many letters have room in one line at each place of a narrow felt. */
const ROOM = [Infinity, 8, 13, 8];

/**
 * The name on a plate; a long one is shorter where the felt is narrow.
 * @param {string} name
 * @param {number} place
 */
function shownName(name, place) {
  const short = name.length > ROOM[place] ? shortName(name) : name;
  return h(
    "span",
    { class: `name${length(name)}`, title: name },
    short === name
      ? name
      : [h("span", { class: "whole-name" }, name), h("span", { class: "short-name", "aria-hidden": "true" }, short)],
  );
}

/**
 * The class that makes a long name smaller, where there is little room.
 * @param {string} name
 */
function length(name) {
  const letters = Math.max(...name.split(" ").map((word) => word.length));
  return letters < 8 ? "" : letters < 9 ? " long" : " very-long";
}

/**
 * The bird of a seat: a bot's own, or the one that the person has chosen. One's own new choice is shown at once.
 * @param {Seated} frame
 * @param {number} seat
 */
function birdAt(frame, seat) {
  const { name, bird } = frame.room.chairs[seat];
  const shown = seat === frame.you.seat && settings.birdWaits ? settings.bird : (bird ?? name.toLowerCase());
  return BIRDS.includes(shown) ? shown : null;
}

/**
 * The picture of a seat. A person's bird has a ring in the person's colour, so that two owls are told apart.
 * @param {Seated} frame
 * @param {number} seat
 */
export function portrait(frame, seat) {
  const { name } = frame.room.chairs[seat];
  const bird = birdAt(frame, seat);
  const names = frame.room.chairs.map((chair) => chair.name);
  const colour = coloursAt(names, (at) => birdAt(frame, at))[seat];
  const ring = bird && bird !== name.toLowerCase() ? `ring ring-${colour}` : null;
  return h("bird-portrait", { bird, name, colour, class: ring, "aria-hidden": "true" });
}

const dealerChip = () =>
  h(
    "span",
    { class: "dealer", title: "Dealer" },
    h("span", { "aria-hidden": "true" }, "D"),
    h("span", { class: "visually-hidden" }, ", dealer"),
  );

/** @param {DrawnView} view */
function makerChip({ trump }) {
  const suit = suitLetter(trump);
  return h(
    "span",
    { class: `maker sign-${suit}`, title: "Made trump" },
    h("span", { "aria-hidden": "true" }, suitSign(suit) || "NT"),
    h("span", { class: "visually-hidden" }, `, made ${suitWord(suit)}`),
  );
}

/**
 * The picture with what belongs to the seat in this hand: who deals and who made trump.
 * @param {DrawnFrame} frame
 * @param {number} seat
 */
function picture(frame, seat) {
  const { view } = frame;
  return h(
    "span",
    { class: "picture" },
    portrait(frame, seat),
    view.dealer === seat ? dealerChip() : null,
    view.maker === seat && !view.result ? makerChip(view) : null,
  );
}

/** @param {DrawnFrame} frame @param {number} seat */
function isGone(frame, seat) {
  const { kind, away, here } = frame.room.chairs[seat];
  return (away && !frame.view.result) || (kind === "person" && !here && seat !== frame.you.seat);
}

/** @param {DrawnFrame} frame @param {number} seat */
function seatWords(frame, seat) {
  const partner = relation(frame, placeOf(frame, seat)) === "your partner";
  const bot = frame.room.chairs[seat].kind === "bot";
  return h(
    "span",
    { class: "seat-letter", "aria-hidden": "true" },
    SEAT_WORDS[seat][0],
    partner ? h("span", { class: "seat-kind" }, ", partner") : null,
    bot ? h("span", { class: "seat-kind" }, ", bot") : null,
  );
}

/** @param {DrawnFrame} frame @param {number} seat */
function namePlate(frame, seat) {
  const isBot = frame.room.chairs[seat].kind === "bot";
  const about = [SEAT_WORDS[seat], relation(frame, placeOf(frame, seat)), isBot && "a bot"];
  const name = nameOf(frame, seat);
  return h(
    "div",
    { class: "name-plate" },
    shownName(name, placeOf(frame, seat)),
    h("span", { class: "visually-hidden" }, `, ${about.filter(Boolean).join(", ")}`),
    seatWords(frame, seat),
    frame.view.turn === seat ? h("span", { class: "visually-hidden" }, ", to act") : null,
    note(frame, seat),
  );
}

/**
 * One seat: who sits there, and everything about them that can be seen. The picture has its place on the rim; all else
 * stands beside it.
 * @param {DrawnFrame} frame
 * @param {number} seat
 * @param {import("./table-types.js").Bubble | undefined} bubble
 */
export function chair(frame, seat, bubble) {
  const { view } = frame;
  const place = placeOf(frame, seat);
  const turn = view.turn === seat;
  const out = view.sitting_out.some((who) => who === seat);
  const states = [turn && "turn", out && "out", isGone(frame, seat) && "gone", wins(frame, seat) && "won"];
  return h(
    "div",
    { class: ["chair", `at-${place}`, ...states.filter(Boolean)].join(" "), "data-key": `chair-${seat}` },
    place === 0 ? null : fan(view, seat),
    h(
      "div",
      { class: "seat-words" },
      namePlate(frame, seat),
      pile(frame, seat),
      place === 0 ? null : faceUp(view, seat),
      place === 0 && turn ? null : lastCall(view, seat),
    ),
    picture(frame, seat),
    bubble
      ? h(
          "button",
          { type: "button", class: "bubble", "data-do": "mute", "aria-label": `${bubble.words}. Mute this table` },
          bubble.picture?.cloneNode(true) ?? bubble.words,
        )
      : null,
  );
}
