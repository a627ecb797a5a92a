// The table itself: four seats on the rim, the trick in the middle, the pack and the turn-up before the dealer.

import { h, svg } from "../shared/dom.js";
import { bower, bowerWord, card, cardWord, suitSign, suitWord } from "./cards.js";
import { chair, IN_CALLS, portrait } from "./seats.js";
import { gameResult, handResult, nameOf, placeOf, suitLetter } from "./words.js";

/** @typedef {import("./table-types.js").DrawnFrame} DrawnFrame */
/** @typedef {import("./table-types.js").DrawnView} DrawnView */

/** @param {DrawnFrame} frame */
function trickCards(frame) {
  const { view } = frame;
  const winner = view.trick.winner ?? null;
  return view.trick.plays.map(([seat, name]) => {
    const place = placeOf(frame, seat);
    const won = winner === seat ? " winner" : "";
    return h(
      "div",
      { class: `played from-${place}${won}`, "data-key": `played-${view.hands_played}-${name}` },
      card(name, {
        ribbon: bower(name, view.trump),
        "aria-label": `${[cardWord(name), bowerWord(name, view.trump)].filter(Boolean).join(", ")}, from ${nameOf(frame, seat)}`,
      }),
    );
  });
}

/**
 * The empty place for the card that the person at this screen is about to play.
 * @param {DrawnFrame} frame
 */
function ownSlot(frame) {
  const { view, you } = frame;
  const waits = view.phase === "play" && view.turn === you.seat && (view.trick.winner ?? null) === null;
  return waits ? h("div", { class: "slot from-0", "data-key": "slot" }) : null;
}

const BACK = '<svg viewBox="0 0 250 350" aria-hidden="true"><use href="#card-back"/></svg>';

/**
 * The pack with the turn-up, before the dealer: shown, taken by the dealer, or turned down as the rules say.
 * @param {DrawnFrame} frame
 */
function turnUp(frame) {
  const { view } = frame;
  const { dealer } = view;
  const before = dealer === null ? "" : ` before-${placeOf(frame, dealer)}`;
  /** @param {Element} top @param {string} words @param {string} state */
  const pack = (top, words, state) =>
    h(
      "div",
      { class: `pack ${state}${before}`, "data-key": "pack" },
      top,
      state === "shown" ? h("span", { class: "stock" }, svg(BACK)) : null,
      h("span", { class: "pack-words" }, words),
    );
  const offered = view.turn_up === "B" && view.stands_for ? `, for ${suitWord(suitLetter(view.stands_for))}` : "";
  if (!view.turn_up) {
    const dealt = ["cut", "deal", "turn-up", "shuffle"].includes(view.phase);
    return dealt ? pack(card("back"), "", "ready") : null;
  }
  if (view.turn_up_is === "shown") return pack(card(view.turn_up), `Turned up${offered}`, "shown");
  if (!IN_CALLS.includes(view.phase)) return null;
  if (view.turn_up_is === "turned down") {
    const faceUp = view.turned_down_lies !== "face down";
    return pack(card(faceUp ? view.turn_up : "back"), "Turned down", faceUp ? "down face-up" : "down");
  }
  return null;
}

/** @type {Record<string, string>} */
const TAKEN = { taken: "taken up", "turned down": "turned down", "out of play": "out of play" };

/**
 * A reminder of a turn-up that was taken by the dealer or turned down.
 * @param {DrawnFrame} frame
 */
function turnUpReminder(frame) {
  const { view } = frame;
  if (!view.turn_up || view.phase !== "play" || view.turn_up === "B") return null;
  if (view.turn_up_is === "turned down" && view.turned_down_lies === "face down") return null;
  const how = TAKEN[view.turn_up_is];
  if (!how) return null;
  return h(
    "div",
    { class: "turn-up-was", "data-key": "was" },
    card(view.turn_up, { "aria-label": `${cardWord(view.turn_up)}, ${how}` }),
    h("span", { "aria-hidden": "true" }, how),
  );
}

/** @param {DrawnFrame} frame @param {import("../shared/wire.js").HandShown} result */
function handOver(frame, result) {
  const [how, points] = handResult(frame, result);
  return h(
    "div",
    { class: "hand-over", "data-key": "hand-over" },
    h("p", {}, how),
    h("p", { class: "gained" }, points),
  );
}

/** @param {DrawnFrame} frame */
function gameOver(frame) {
  const last = frame.view.results.at(-1);
  const winner = frame.view.result?.winner ?? null;
  const winners = winner === null ? [] : [winner + 2, winner].map((seat) => portrait(frame, seat % 4));
  return h(
    "div",
    { class: "game-over", "data-key": "game-over", tabindex: -1 },
    h("span", { class: "winners" }, winners),
    h("h2", {}, gameResult(frame)),
    last ? h("p", {}, handResult(frame, last).join(" ")) : null,
  );
}

/**
 * The cards drawn so far for partners and deal.
 * @param {DrawnFrame} frame
 */
function draws(frame) {
  const { view } = frame;
  if (view.phase !== "draw" || !view.draws?.length) return null;
  const latest = new Map(view.draws);
  return [...latest].map(([seat, name]) =>
    h("div", { class: `played from-${placeOf(frame, seat)}`, "data-key": `draw-${seat}-${name}` }, card(name)),
  );
}

/**
 * The whole table. `bubbles` are phrases by seat, `moment` is a picture to enjoy for a moment.
 * @param {DrawnFrame} frame
 * @param {{ bubbles: Map<number, import("./table-types.js").Bubble>, moment?: Element | null }} around
 */
export function felt(frame, { bubbles, moment }) {
  const { view } = frame;
  const middle = view.result
    ? gameOver(frame)
    : view.hand_over
      ? (moment ?? handOver(frame, view.hand_over))
      : [moment, draws(frame), turnUp(frame), ownSlot(frame), trickCards(frame)];
  const over = Boolean(view.result);
  const made = view.maker !== null && view.maker !== undefined && !over;
  return h(
    "section",
    {
      class: `felt${over ? " over" : view.phase === "play" ? " tricks" : ""}`,
      "aria-label": "Table",
      "data-do": "go-on",
      "data-sign": made ? suitSign(suitLetter(view.trump)) : null,
    },
    turnUpReminder(frame),
    [0, 1, 2, 3].map((seat) => chair(frame, seat, bubbles.get(seat))),
    h("div", { class: "middle" }, middle),
  );
}
