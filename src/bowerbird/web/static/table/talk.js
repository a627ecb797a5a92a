// What was called and played, in words: beside the table, in a sheet, and beside a replay.

import { h } from "../shared/dom.js";
import { explainedLines } from "./explained.js";

/**
 * The calls and plays of a hand in words.
 * @param {string[]} lines
 */
export function talk(lines) {
  return h(
    "div",
    { class: "talk" },
    h("h2", {}, "Calls and plays"),
    h(
      "ol",
      {},
      explainedLines(lines.filter(Boolean)).map((line) => h("li", {}, line)),
    ),
  );
}
