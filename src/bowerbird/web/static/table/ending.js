// What there is to do when a game is over.

import { h } from "../shared/dom.js";
import { listed } from "../shared/english.js";
import { eventPage } from "../shared/own-event.js";
import { handResult, notRated } from "./words.js";

/** @typedef {import("./table-types.js").PlayFrame} PlayFrame */

/** @param {number} checked */
function checkedWords(checked) {
  const deals = checked === 1 ? "the deal" : `all ${checked} deals`;
  return `Your browser has checked ${deals}. The cards were shuffled as Bowerbird had promised before.`;
}

/** @param {PlayFrame["room"]} room @param {number} checked */
const dailyEnding = ({ id, daily }, checked) =>
  h(
    "div",
    { class: "row ending" },
    h("a", { class: "button main-button", href: `/daily/${daily}` }, "How everyone did"),
    h("a", { class: "button", href: `/t/${id}/review` }, "Review"),
    checked ? h("p", {}, checkedWords(checked)) : null,
  );

/**
 * At a table of an event nobody starts another game. Boards that others still play have no replay yet.
 * @param {PlayFrame["room"]} room
 * @param {number} checked
 */
const eventEnding = ({ id, boards_closed: closed }, checked) =>
  h(
    "div",
    { class: "row ending" },
    h("p", {}, "The director has your score. The event's page says where you play next."),
    eventPage() ? h("a", { class: "button main-button", href: eventPage() }, "Back to the event") : null,
    closed
      ? h("p", {}, "Replay and review come when the boards are open.")
      : [
          h("a", { class: "button", href: `/t/${id}/replay` }, "Replay"),
          h("a", { class: "button", href: `/t/${id}/review` }, "Review"),
        ],
    checked ? h("p", {}, checkedWords(checked)) : null,
  );

/**
 * Another game with the same people at a new table: somebody asks, and each of the others is asked.
 * @param {PlayFrame} frame
 */
function sameFour({ room, you }) {
  const asked = room.again;
  if (asked) {
    const mine = asked.by === you.seat;
    const partners = asked.swapped ? ", with new partners" : "";
    const words = mine
      ? `You asked for another game at a new table${partners}.`
      : `${room.chairs[asked.by].name} asks for another game at a new table${partners}. Your seat is kept.`;
    return h(
      "p",
      { class: "asked-again" },
      h("span", {}, words, " "),
      h("a", { class: "button", href: `/t/${asked.table}`, "data-main": mine ? null : "" }, "Go to the new table"),
    );
  }
  const others = room.chairs.some(({ kind }, seat) => kind === "person" && seat !== you.seat);
  if (you.seat === null || !others || room.expected) return null;
  return [
    h("button", { type: "button", "data-do": "again" }, "Same four, new table"),
    h("button", { type: "button", "data-do": "again", "data-swapped": "true" }, "Same four, new partners"),
  ];
}

/**
 * Buttons and words under the result of a game. `checked` is how many deals fitted their digest.
 * @param {PlayFrame} frame
 * @param {number} checked
 */
export function ending(frame, checked) {
  const { room, you } = frame;
  const gone = room.chairs.filter(({ kind, here }) => kind === "person" && !here).map(({ name }) => name);
  if (room.daily) return dailyEnding(room, checked);
  if (room.event) return eventEnding(room, checked);
  const again = you.host
    ? h("button", { type: "button", "data-do": "start", "data-main": "" }, "Another game")
    : h("p", {}, "The host can start another game.");
  return h(
    "div",
    { class: "row ending" },
    again,
    sameFour(frame),
    gone.length
      ? h("p", {}, `Not at the table: ${listed(gone)}. They will be called back when another game starts.`)
      : null,
    h("a", { class: "button", href: `/t/${room.id}/replay` }, "Replay"),
    h("a", { class: "button", href: `/t/${room.id}/review` }, "Review"),
    room.undone_after_cards || room.hinted ? h("p", {}, notRated(room)) : null,
    checked ? h("p", {}, checkedWords(checked)) : null,
  );
}

/**
 * The points of each hand of a game that is over: ours go up as berries, theirs down as squares.
 * @param {PlayFrame} frame
 */
export function handByHand(frame) {
  const { results } = frame.view;
  const own = (frame.you.seat ?? 0) % 2;
  /** @param {number} points @param {string} side */
  const marks = (points, side) =>
    h(
      "span",
      { class: side },
      Array.from({ length: points }, () => h("i", {})),
    );
  return [
    h(
      "ol",
      { class: "points-by-hand", "aria-hidden": "true" },
      results.map(({ points }, hand) =>
        h("li", {}, marks(points[own], "ours"), h("b", {}, String(hand + 1)), marks(points[1 - own], "theirs")),
      ),
    ),
    h(
      "details",
      { class: "hands-told" },
      h("summary", {}, "Hand by hand"),
      h(
        "ol",
        {},
        results.map((result) => h("li", {}, handResult(frame, result).join(" "))),
      ),
    ),
  ];
}
