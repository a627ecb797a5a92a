// The figures of a review, ready to be drawn: bars from a zero line. Knows no page.

import { plural } from "../shared/english.js";

/** @typedef {{ low: number, high: number }} Scale */
/** @typedef {{ worth: number, doubt?: number | null }} Estimate */

/** Smaller differences, in points, make no difference. */
export const SMALL = 0.05;
/** The least that a drawing spans, in points, so that a small difference looks small. */
const LEAST = 1;

/** @typedef {{ verdict: import("../shared/wire.js").Decided["verdict"] }} Judged */

/** @param {Judged} decision */
export const isMistake = ({ verdict }) => verdict === "mistake";

/**
 * Clearly worse than the best, by too little to be called a mistake.
 * @param {Judged} decision
 */
export const isBehind = ({ verdict }) => verdict === "behind";

/** @param {Judged} decision */
export const isGood = (decision) => !isMistake(decision) && !isBehind(decision);

/** @param {number} value */
export const signed = (value) => `${value < -0.004 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;

/** @param {number} value */
export const inPoints = (value) => `${value.toFixed(2)} points`;

/**
 * From the lowest to the highest that is drawn, zero included.
 * @param {readonly Estimate[]} estimates
 * @returns {Scale}
 */
export function scaleOf(estimates) {
  const ends = estimates.flatMap(({ worth, doubt }) => [worth - (doubt ?? 0), worth + (doubt ?? 0)]);
  const low = Math.min(0, ...ends);
  const high = Math.max(0, ...ends);
  const more = Math.max(0, LEAST - (high - low));
  // Room is added where something is drawn: above zero, unless everything is below it.
  return high > 0 || low === 0 ? { low, high: high + more } : { low: low - more, high };
}

/**
 * Where a value is, in percent of the width.
 * @param {Scale} scale
 * @param {number} value
 */
export const placeOn = ({ low, high }, value) => (100 * (value - low)) / (high - low);

/**
 * A bar between two values: its left end and its width, in percent.
 * @param {Scale} scale
 * @param {number} one
 * @param {number} other
 */
export function barBetween(scale, one, other) {
  const left = placeOn(scale, Math.min(one, other));
  return { left, width: placeOn(scale, Math.max(one, other)) - left };
}

/** @type {Record<string, string>} */
const PAST = {
  assist: "assisted",
  call: "called",
  go: "went",
  make: "made",
  pass: "passed",
  pick: "picked",
  ruff: "ruffed",
  say: "said",
  throw: "threw",
  turn: "turned",
  order: "ordered",
  take: "took",
  name: "named",
  discard: "discarded",
  defend: "defended",
  play: "played",
  lead: "led",
};

/**
 * "ordered it up" for "order it up".
 * @param {string} did
 */
export const didWords = (did) => did.replace(/^\w+/, (verb) => PAST[verb] ?? verb);

/**
 * How long to wait before asking again whether a review is ready: soon at first, and never long.
 * @param {number} asked how often it was asked already
 */
export const waitBefore = (asked) => Math.min(1500, 150 * 1.4 ** asked);

/**
 * The heading over the moments of a game.
 * @param {number} decisions
 * @param {number} mistakes
 */
export function momentsWords(decisions, mistakes) {
  if (mistakes) return `${plural(mistakes, "moment")} to look at`;
  return decisions ? "No mistakes" : "No decisions";
}

/**
 * How many decisions were good.
 * @param {number} decisions
 * @param {number} good
 */
export function goodWords(decisions, good) {
  if (!decisions) return "There was nothing to decide.";
  return `${good} of ${plural(decisions, "decision")} ${good === 1 ? "was" : "were"} as good as the teacher's.`;
}
