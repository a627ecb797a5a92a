// The clock of a round as every page shows it: desk, helper, board, phone, and a table online. The server says when it
// ends, by the server's clock; what is shown at a moment follows from that alone.

import { clockText } from "./server-clock.js";

/** @typedef {Pick<import("./wire.js").ClockShown, "state" | "ends_at" | "left">} Clock */

const LAST = 60_000;

/**
 * What the clock says at this moment, and the figures of a timed round. In its `last` minute it still runs; it is `up`
 * when the time is over and the server has not said so yet.
 * @param {Clock} clock
 * @param {number} now
 * @returns {{ mood: Clock["state"] | "last" | "up", figures: string }}
 */
export function reading({ state, ends_at: endsAt, left }, now) {
  if (state !== "running" || endsAt === null)
    return { mood: state, figures: left === null ? "" : clockText(left * 1000, 0) };
  const rest = endsAt - now;
  return { mood: rest <= 0 ? "up" : rest <= LAST ? "last" : "running", figures: clockText(endsAt, now) };
}
