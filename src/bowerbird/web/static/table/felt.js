// The table itself: four seats, the trick in the middle, the turn-up, trump and its maker.

import { h } from "../shared/dom.js";
import { bower, bowerWord, card, cardWord, suitSign, suitWord } from "./cards.js";
import { chair, IN_CALLS } from "./seats.js";
import { does, gameResult, handResult, nameOf, placeOf, suitLetter } from "./words.js";

/** @typedef {import("./table-types.js").DrawnFrame} DrawnFrame */
/** @typedef {import("./table-types.js").DrawnView} DrawnView */

/** @param {DrawnFrame} frame */
function trickCards(frame) {
  const { view } = frame;
  const winner = view.trick.winner ?? null;
  const gathered = view.gathering && winner !== null ? ` gather-to-${placeOf(frame, winner)}` : "";
  return view.trick.plays.map(([seat, name]) => {
    const place = placeOf(frame, seat);
    const won = winner === seat ? " winner" : "";
    return h(
      "div",
      { class: `played from-${place}${won}${gathered}`, "data-key": `played-${view.hands_played}-${name}` },
      card(name, {
        ribbon: bower(name, view.trump),
        "aria-label": `${[cardWord(name), bowerWord(name, view.trump)].filter(Boolean).join(", ")}, from ${nameOf(frame, seat)}`,
      }),
    );
  });
}

/**
 * The deck with the turn-up: shown, taken by the dealer, or turned down as the rules say.
 * @param {DrawnFrame} frame
 */
function turnUp(frame) {
  const { view } = frame;
  /** @param {Element} top @param {string} words @param {string} state */
  const pack = (top, words, state) =>
    h("div", { class: `pack ${state}`, "data-key": "pack" }, top, h("span", { class: "pack-words" }, words));
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

/** @param {DrawnFrame} frame */
function trumpSign(frame) {
  const { view } = frame;
  if (view.maker === null || view.maker === undefined) return null;
  const suit = suitLetter(view.trump);
  const word = suitWord(suit);
  return h(
    "div",
    { class: "trump", "data-key": "trump" },
    suit === "n"
      ? h("span", { class: "trump-sign none", "aria-hidden": "true" }, "NT")
      : h("span", { class: `trump-sign sign-${suit}`, "aria-hidden": "true" }, suitSign(suit)),
    h(
      "span",
      { class: "trump-words" },
      h("b", {}, word.charAt(0).toUpperCase() + word.slice(1)),
      h(
        "span",
        {},
        `made by ${view.maker === frame.you.seat ? "you" : nameOf(frame, view.maker)}${view.alone ? ", alone" : ""}`,
      ),
    ),
  );
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

/** @param {DrawnFrame} frame @param {unknown} ending */
function gameOver(frame, ending) {
  const last = frame.view.results.at(-1);
  const hands = frame.view.results.map((result) => h("li", {}, handResult(frame, result).join(" ")));
  return h(
    "div",
    { class: "game-over", "data-key": "game-over", tabindex: -1 },
    h("h2", {}, gameResult(frame)),
    last ? h("p", {}, handResult(frame, last).join(" ")) : null,
    ending,
    h("details", {}, h("summary", {}, "Hand by hand"), h("ol", {}, hands)),
  );
}

/**
 * The calls and plays of a hand in words.
 * @param {string[]} lines
 */
export function talk(lines) {
  return h(
    "div",
    { class: "talk" },
    h("h2", {}, "Calls and plays"),
    h(
      "ol",
      {},
      lines.filter(Boolean).map((line) => h("li", {}, line)),
    ),
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
 * The whole table. `bubbles` are phrases by seat, `ending` the buttons under the result of a game, `moment` a picture.
 * @param {DrawnFrame} frame
 * @param {{ bubbles: Map<number, string>, ending?: unknown, moment?: Element | null }} around
 */
export function felt(frame, { bubbles, ending, moment }) {
  const { view } = frame;
  const middle = view.result
    ? gameOver(frame, ending)
    : view.hand_over
      ? [moment, handOver(frame, view.hand_over)]
      : [draws(frame), turnUp(frame), trickCards(frame)];
  const winner = view.trick?.winner ?? null;
  const over = Boolean(view.result);
  return h(
    "section",
    {
      class: `felt${over ? " over" : view.phase === "play" ? " tricks" : ""}`,
      "aria-label": "Table",
      "data-do": "go-on",
    },
    over ? null : trumpSign(frame),
    turnUpReminder(frame),
    [0, 1, 2, 3].map((seat) => chair(frame, seat, bubbles.get(seat))),
    h("div", { class: "middle" }, middle),
    winner !== null && !view.gathering && !over
      ? h("p", { class: "trick-words", "data-key": "trick-words" }, `${does(nameOf(frame, winner), "wins")} the trick`)
      : null,
  );
}
