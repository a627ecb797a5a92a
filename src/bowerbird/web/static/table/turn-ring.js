// The turn clock: a quiet ring in the last seconds of your turn, and nothing before. Loaded where a table has one.

import { h, svg, withStyle } from "../shared/dom.js";
import { serverNow } from "../shared/server-clock.js";

await withStyle("table/turn-ring");

/** Seconds before the end from which the ring is shown. */
const LAST = 10;

/**
 * The seconds left of your own turn, if they are few; null otherwise.
 * @param {import("./table-types.js").PlayFrame} frame
 * @param {number} [now]
 */
export function secondsLeft({ room, view, you }, now = serverNow()) {
  if (room.turn_ends_at === null || view.turn !== you.seat || you.seat === null) return null;
  const left = Math.max(0, Math.ceil((room.turn_ends_at - now) / 1000));
  return left > LAST ? null : left;
}

/**
 * A bot plays because the time ran out too often.
 * @param {import("./table-types.js").PlayFrame} frame
 */
function botPlays({ room, you, view }) {
  if (you.seat === null || view.result || !room.chairs[you.seat].away) return null;
  return h(
    "div",
    { class: "asked", "data-key": "away", role: "group", "aria-label": "A bot plays for you" },
    h("span", {}, "Your time ran out twice, so a bot plays for you."),
    h("button", { type: "button", "data-do": "come-back" }, "I'm back"),
  );
}

/** @param {import("./table-types.js").PlayFrame} frame */
export function turnRing(frame) {
  const left = secondsLeft(frame);
  if (left === null) return botPlays(frame);
  const ring = svg(
    `<svg viewBox="0 0 36 36" aria-hidden="true"><circle cx="18" cy="18" r="15"/><circle class="left" cx="18" cy="18" r="15" pathLength="${LAST}" stroke-dasharray="${left} ${LAST}"/></svg>`,
  );
  return h(
    "p",
    { class: "turn-ring", "data-key": "turn-ring" },
    ring,
    h("span", {}, left ? `${left} s, then a bot decides for you this once.` : "A bot decides for you this once."),
  );
}
