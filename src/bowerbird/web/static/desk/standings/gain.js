// In a duplicate event: what a team gains on a board, with the standard error of that, in words and as a small picture.

import { h, svg } from "../../shared/dom.js";
import { plural } from "../../shared/english.js";

/** @typedef {import("../../shared/wire.js").BoardsMean} BoardsMean */
/** @typedef {import("../../shared/wire.js").StandingLine} StandingLine */

const WIDE = 120;
const HIGH = 16;

/** @param {number} points */
const signed = (points) => `${points > 0 ? "+" : points < 0 ? "−" : ""}${Math.abs(points).toFixed(2)}`;

/** @param {BoardsMean} gain */
export const gainWords = ({ boards, mean, error }) =>
  `${signed(mean)} a board ± ${error.toFixed(2)}, over ${plural(boards, "board")}`;

export const GAIN_NOTE =
  "The dot is the average gain on a board, with zero in the middle. The bar is its standard error: two times out of " +
  "three, luck moves the average no further than that.";

/**
 * The points at the edges of all pictures, so that they can be compared. Zero if there is nothing to draw.
 * @param {StandingLine[]} lines
 */
export const gainScale = (lines) =>
  Math.max(0, ...lines.map(({ per_board: gain }) => (gain ? Math.abs(gain.mean) + gain.error : 0)));

/**
 * @param {BoardsMean | null} gain
 * @param {number} scale
 */
export function gainPicture(gain, scale) {
  if (!gain || !scale) return null;
  /** @param {number} points */
  const at = (points) => (WIDE / 2 + (points / scale) * (WIDE / 2 - 6)).toFixed(1);
  const { mean, error } = gain;
  const middle = HIGH / 2;
  const picture = svg(
    `<svg viewBox="0 0 ${WIDE} ${HIGH}" width="${WIDE}" height="${HIGH}" aria-hidden="true">
      <path d="M${WIDE / 2} 0V${HIGH}" stroke="currentColor" stroke-opacity=".45"/>
      <path d="M${at(mean - error)} ${middle}H${at(mean + error)}" stroke="currentColor" stroke-opacity=".4"
        stroke-width="6" stroke-linecap="round"/>
      <circle cx="${at(mean)}" cy="${middle}" r="4.5" fill="currentColor"/>
    </svg>`,
  );
  return h("span", { class: "gain" }, picture, h("span", { class: "visually-hidden" }, gainWords(gain)));
}
