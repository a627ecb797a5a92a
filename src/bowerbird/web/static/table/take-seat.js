// A viewer takes a bot's seat. Loaded for people who have none.

import { h } from "../shared/dom.js";
import { SEAT_WORDS } from "./words.js";

/** @typedef {import("./table-types.js").PlayFrame} PlayFrame */

/**
 * A viewer may take a bot's seat. In the middle of a hand the bot plays it out, unless the cards are the viewer's own.
 * These can be taken back from somebody who waits there for the next hand.
 * @param {PlayFrame} frame
 */
export function chairsToTake({ room, you }) {
  if (you.seat !== null) return null;
  if (you.next_seat !== null) return playsNext(you.next_seat);
  const bots = [0, 1, 2, 3].filter(
    (seat) => room.chairs[seat].kind === "bot" || (room.chairs[seat].waits && seat === you.saw),
  );
  if (!bots.length || room.no_seat) return null;
  const later = room.hand_on && bots.some((seat) => seat !== you.saw);
  return h(
    "div",
    { class: "calls", "data-key": "take" },
    bots.map((seat) =>
      h(
        "button",
        { type: "button", "data-do": "sit", "data-seat": seat },
        you.saw === seat ? "Go back to your seat" : `Take ${room.chairs[seat].name}'s seat`,
      ),
    ),
    later ? h("p", { class: "quiet" }, laterWords(you, bots)) : null,
  );
}

/**
 * When a viewer who takes a seat gets cards.
 * @param {PlayFrame["you"]} you
 * @param {number[]} bots
 */
function laterWords({ saw }, bots) {
  const later = "you play from the next hand on. A bot plays this one.";
  return saw !== null && bots.includes(saw) ? `In another seat, ${later}` : `If you sit down now, ${later}`;
}

/**
 * A person who has taken a seat in the middle of a hand.
 * @param {number} seat
 */
function playsNext(seat) {
  return h(
    "div",
    { class: "calls", "data-key": "plays-next" },
    h(
      "p",
      { class: "asked" },
      `You have the ${SEAT_WORDS[seat]} seat. A bot plays this hand, and you play from the next hand on.`,
    ),
    h("button", { type: "button", "data-do": "stand" }, "Leave this seat"),
  );
}
