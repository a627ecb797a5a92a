// Places as they are read out: "2=" where several share one. Used by every page that shows a ranking.

import { ordinal } from "../../shared/english.js";

/** @typedef {{ place: number }} Placed */

/**
 * How a place is written beside these lines: "2=" or "3".
 * @param {readonly Placed[]} lines
 * @returns {(line: Placed) => string}
 */
export function ranked(lines) {
  const shared = new Map();
  for (const { place } of lines) shared.set(place, (shared.get(place) ?? 0) + 1);
  return ({ place }) => `${place}${(shared.get(place) ?? 0) > 1 ? "=" : ""}`;
}

/**
 * A place on its own: "2nd", or "2=" where it is shared.
 * @param {readonly Placed[]} lines
 * @param {Placed} line
 */
export function rankedWords(lines, line) {
  const written = ranked(lines)(line);
  return written.endsWith("=") ? written : ordinal(line.place);
}
