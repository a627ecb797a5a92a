// What there is to do when a game is over.

import { h } from "../shared/dom.js";
import { listed } from "../shared/english.js";
import { notRated } from "./words.js";

/** @typedef {import("./table-types.js").PlayFrame} PlayFrame */

/** @param {number} checked */
function checkedWords(checked) {
  const deals = checked === 1 ? "the deal" : `all ${checked} deals`;
  return `Your browser has checked ${deals}. The cards were shuffled as Bowerbird had promised before.`;
}

/** @param {PlayFrame["room"]} room */
const dailyEnding = ({ id, daily }) =>
  h(
    "div",
    { class: "row ending" },
    h("a", { class: "button main-button", href: `/daily/${daily}` }, "How everyone did"),
    h("a", { class: "button", href: `/t/${id}/review` }, "Review"),
  );

/**
 * Buttons and words under the result of a game. `checked` is how many deals fitted their digest.
 * @param {PlayFrame} frame
 * @param {number} checked
 */
export function ending({ room, you }, checked) {
  const gone = room.chairs.filter(({ kind, here }) => kind === "person" && !here).map(({ name }) => name);
  if (room.daily) return dailyEnding(room);
  const again = you.host
    ? h("button", { type: "button", "data-do": "start", "data-main": "" }, "Another game")
    : h("p", {}, "The host can start another game.");
  return h(
    "div",
    { class: "row ending" },
    again,
    gone.length
      ? h("p", {}, `Not at the table: ${listed(gone)}. They will be called back when another game starts.`)
      : null,
    h("a", { class: "button", href: `/t/${room.id}/replay` }, "Replay"),
    h("a", { class: "button", href: `/t/${room.id}/review` }, "Review"),
    room.undone_after_cards || room.hinted ? h("p", {}, notRated(room)) : null,
    checked ? h("p", {}, checkedWords(checked)) : null,
  );
}
