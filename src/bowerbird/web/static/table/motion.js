// How things move: a card to its place, a trick to its winner, the deal, the turn-up, the sign of trump. What has just
// been drawn is moved from where it was; nothing here decides when, and with reduced motion nothing is called.

import { moving } from "../shared/pace.js";
import { card } from "./cards.js";
import { placeOf } from "./words.js";

/** @typedef {import("./table-types.js").ShownFrame} ShownFrame */
/** @typedef {import("./table-types.js").PlayFrame} PlayFrame */
/** @typedef {Map<string, DOMRect>} Places where your own cards were */

const SETTLES = "cubic-bezier(.2, .9, .3, 1)";
/** A packet flies for this part of the deal. */
const FLIGHT = 0.28;

/** @param {string} what @returns {HTMLElement[]} */
const all = (what) => [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(what))];

/** @param {Element} element */
function middleOf(element) {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, width: box.width };
}

/** @param {{ x: number, y: number }} from @param {{ x: number, y: number }} to */
const way = (from, to) => `${from.x - to.x}px ${from.y - to.y}px`;

/** @param {PlayFrame} frame @param {number} seat @param {string} part */
const atSeat = (frame, seat, part) => document.querySelector(`.felt .at-${placeOf(frame, seat)} ${part}`);

/** Above the page: what flies over the table. */
function layer() {
  const found = document.getElementById("flying");
  if (found) return found;
  const made = document.createElement("div");
  made.id = "flying";
  made.setAttribute("aria-hidden", "true");
  document.body.append(made);
  return made;
}

/**
 * Where your own cards lie before the next drawing.
 * @returns {Places}
 */
export const ownPlaces = () =>
  new Map(all(".hand-card").map((found) => [found.dataset.card ?? "", found.getBoundingClientRect()]));

/**
 * A card comes from the hand of the one who plays it.
 * @param {PlayFrame} frame
 * @param {Places} places
 * @param {string} name
 */
function cardTravels(frame, places, name) {
  const played = all(".played").find((found) => found.dataset.key?.endsWith(`-${name}`));
  const seat = frame.view.trick.plays.find(([, card]) => card === name)?.[0];
  if (!played || seat === undefined) return;
  const to = middleOf(played);
  const own = places.get(name);
  const hand = atSeat(frame, seat, ".picture") ?? atSeat(frame, seat, ".name-plate");
  if (!own && !hand) return;
  const from = own
    ? { x: own.left + own.width / 2, y: own.top + own.height / 2 }
    : middleOf(/** @type {Element} */ (hand));
  const size = own ? own.width / to.width : 0.55;
  played.animate(
    { translate: [way(from, to), "0 0"], scale: [String(size), "1"], opacity: [own ? 1 : 0.3, 1] },
    { duration: moving("card"), easing: SETTLES },
  );
}

/**
 * The trick goes to the pile of its winner.
 * @param {PlayFrame} frame
 */
function trickGathers(frame) {
  const { winner } = frame.view.trick;
  if (winner === null) return;
  const target = atSeat(frame, winner, ".pile") ?? atSeat(frame, winner, ".picture");
  if (!target) return;
  const to = middleOf(target);
  for (const played of all(".played")) {
    const from = middleOf(played);
    played.animate(
      { translate: ["0 0", way(to, from)], scale: ["1", String(Math.min(1, 30 / from.width))], opacity: [1, 0.6] },
      { duration: moving("gather"), easing: "ease-in", fill: "forwards" },
    );
  }
}

/**
 * Two packets for everyone, from the dealer, beginning at the dealer's left; your own cards arrive with theirs.
 * @param {PlayFrame} frame
 */
function deal(frame) {
  const { dealer } = frame.view;
  const source = atSeat(frame, dealer, ".picture");
  if (!source) return;
  const from = middleOf(source);
  const flight = moving("deal") * FLIGHT;
  const apart = (moving("deal") - flight) / 8;
  const own = all(".hand-card");
  for (let packet = 0; packet < 8; packet += 1) {
    const seat = (dealer + 1 + packet) % 4;
    const first = packet < 4;
    const mine = seat === frame.you.seat;
    const held = atSeat(frame, seat, ".held");
    const target = mine ? document.querySelector(".hand") : held?.clientWidth ? held : atSeat(frame, seat, ".picture");
    if (!target) continue;
    const timing = { duration: flight, delay: packet * apart, easing: "ease-out" };
    fly(from, middleOf(target), timing);
    const arrives = { duration: flight / 2, delay: packet * apart + flight * 0.8 };
    const cards = mine ? own.slice(first ? 0 : 3, first ? 3 : undefined) : first && held ? [held] : [];
    for (const each of cards) each.animate({ opacity: [0, 1] }, { ...arrives, fill: "backwards" });
  }
}

/**
 * @param {{ x: number, y: number }} from
 * @param {{ x: number, y: number }} to
 * @param {KeyframeAnimationOptions} timing
 */
function fly(from, to, timing) {
  const packet = card("back");
  packet.style.left = `${to.x}px`;
  packet.style.top = `${to.y}px`;
  layer().append(packet);
  const flight = packet.animate(
    [
      { translate: way(from, to), rotate: "-20deg", opacity: 1 },
      { translate: "0 0", rotate: "0deg", opacity: 1, offset: 0.85 },
      { translate: "0 0", rotate: "0deg", opacity: 0 },
    ],
    { ...timing, fill: "backwards" },
  );
  flight.finished.then(
    () => packet.remove(),
    () => packet.remove(),
  );
}

function turnUpTurns() {
  document
    .querySelector(".pack.shown playing-card")
    ?.animate(
      { transform: ["perspective(40em) rotateY(100deg) scale(1.05)", "perspective(40em) rotateY(0deg) scale(1)"] },
      { duration: moving("flip"), easing: "ease-out" },
    );
}

/** The sign of trump grows in the middle of the table, and settles in its place. */
function signSettles() {
  const sign = document.querySelector(".trump-sign");
  const felt = document.querySelector(".felt");
  if (!sign || !felt) return;
  const to = middleOf(sign);
  const from = middleOf(felt);
  const twin = /** @type {HTMLElement} */ (sign.cloneNode(true));
  const large = Math.min(felt.clientWidth, felt.clientHeight) * 0.42;
  twin.classList.add("flying-sign");
  const { left, top } = sign.getBoundingClientRect();
  twin.style.left = `${left}px`;
  twin.style.top = `${top}px`;
  twin.style.color = getComputedStyle(sign).color;
  layer().append(twin);
  const size = large / to.width;
  const settling = twin.animate(
    [
      { translate: way(from, to), scale: String(size * 0.3), opacity: 0 },
      { translate: way(from, to), scale: String(size), opacity: 1, offset: 0.35, easing: "ease-out" },
      { translate: way(from, to), scale: String(size * 0.94), opacity: 1, offset: 0.6, easing: "ease-in-out" },
      { translate: "0 0", scale: "1", opacity: 1 },
    ],
    { duration: moving("sign") },
  );
  sign.animate({ opacity: [0, 0] }, { duration: moving("sign") });
  settling.finished.then(
    () => twin.remove(),
    () => twin.remove(),
  );
}

/** A trick that was drawn in and is taken back lies on the table again. */
function layBack() {
  for (const played of all(".played")) for (const drawn of played.getAnimations()) drawn.cancel();
}

/** Nothing flies any more: something else has happened. */
function land() {
  document.getElementById("flying")?.replaceChildren();
}

/**
 * Move what is new since the frame that was drawn before.
 * @param {ShownFrame | null} before
 * @param {PlayFrame} frame
 * @param {Places} places
 */
export function move(before, frame, places) {
  const { view } = frame;
  const known = new Set((before?.view?.trick.plays ?? []).map(([, card]) => card));
  if (before && before.view?.dealing !== view.dealing) land();
  if (before?.view?.gathering && !view.gathering) layBack();
  if (view.dealing && !before?.view?.dealing) deal(frame);
  else if (view.gathering) trickGathers(frame);
  if (view.turning && !before?.view?.turning) turnUpTurns();
  if (view.moment?.kind === "trump") signSettles();
  if (before?.view && !view.gathering)
    for (const [, name] of view.trick.plays) if (!known.has(name)) cardTravels(frame, places, name);
}
