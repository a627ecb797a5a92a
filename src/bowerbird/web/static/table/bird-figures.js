// How a bird plays, as three bars: how often it calls, goes alone and is euchred. The mark is the plain bird's figure.

import { h, svg } from "../shared/dom.js";

/**
 * The bars: their words, and the share that fills one.
 * @type {readonly (readonly [string, number])[]}
 */
const BARS = [
  ["Calls", 0.5],
  ["Alone", 0.1],
  ["Euchred", 0.5],
];

/** The width of a bar in its drawing. */
const WIDTH = 100;

/** @param {number} share @param {number} full */
const along = (share, full) => Math.round(WIDTH * Math.min(1, share / full));

/**
 * Lines with a word and a bar each. The figures are also told in words, so screen readers skip this.
 * @param {readonly number[]} shares
 * @param {readonly number[]} usual
 */
export function figureBars(shares, usual) {
  return BARS.map(([word, full], at) =>
    h(
      "span",
      { class: "figure-bar" },
      h("span", {}, word),
      svg(
        `<svg viewBox="0 0 ${WIDTH} 8" preserveAspectRatio="none"><rect class="bar-ground" width="${WIDTH}" height="8"/>` +
          `<rect class="bar" width="${along(shares[at], full)}" height="8"/>` +
          `<rect class="bar-mark" x="${Math.min(WIDTH - 2, along(usual[at], full))}" width="2" height="8"/></svg>`,
      ),
    ),
  );
}
