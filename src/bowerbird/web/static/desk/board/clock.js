// The clock of the board: what it shows at this moment, and when the bell is to be heard. The server's clock is the
// true one; between two views time is counted from the last.

import { reading } from "../../shared/round-clock.js";
import { clockText } from "../../shared/server-clock.js";

/** @typedef {Pick<import("../../shared/wire.js").BoardView, "clock" | "round" | "phase">} View */

/** @type {Record<string, string>} */
const WORDS = { ready: "Wait for the bell", running: "to the bell", last: "Last minute", paused: "Paused" };
const RUNG = { figures: "", words: "Bell: finish this hand", mood: "rung" };

/**
 * What the clock shows: `{figures, words, mood}`; the time of day where no clock runs.
 * @param {View} view
 * @param {number} now
 */
export function face(view, now) {
  const { clock, round, phase } = view;
  if (round && !round.closed && phase !== "over") {
    const { mood, figures } = reading(clock, now);
    if (mood === "rung" || mood === "up") return RUNG;
    if (mood === "running" && !figures)
      return { figures: clockText(now, clock.started_at ?? now), words: "played", mood };
    if (figures || mood === "paused") return { figures, words: WORDS[mood], mood };
  }
  return { figures: timeOfDay(now), words: "", mood: "day" };
}

/**
 * "6:41 pm".
 * @param {number} now
 */
export const timeOfDay = (now) =>
  new Date(now)
    .toLocaleTimeString([], { hour: "numeric", minute: "2-digit" })
    .replace(/[AP]M$/, (half) => half.toLowerCase());

/** Tells once for each bell: 1 for the start, 3 for the end, 0 for silence. The first look is never a bell. */
export class Bells {
  constructor() {
    /** @type {{ round: number, mood: string } | null} */
    this.before = null;
  }

  /** @param {View} view @param {number} now */
  strikes(view, now) {
    const { round } = view;
    const { mood } = face(view, now);
    const at = { round: round?.number ?? 0, mood };
    const before = this.before;
    this.before = at;
    if (!before || (before.round === at.round && before.mood === mood)) return 0;
    if (mood === "rung") return 3;
    const starts = before.mood === "ready" || before.mood === "day" || before.round !== at.round;
    return mood === "running" && starts ? 1 : 0;
  }
}
