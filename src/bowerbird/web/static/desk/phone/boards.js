// Boards on a phone: one question for each, and what was entered, from the reader's own chair.

import { h } from "../../shared/dom.js";
import { boardWords, dealerOf } from "../board-words.js";

/** @typedef {import("../../shared/wire.js").BoardForm} BoardForm */
/** @typedef {{ words: string, ours: boolean, points: number }} Outcome */

/**
 * What a board can bring, for us and for them; the last one is a board that was not played.
 * @param {readonly number[]} points
 * @returns {Outcome[]}
 */
export const outcomes = (points) => [
  ...points.flatMap((each) =>
    [true, false].map((ours) => ({ words: `${ours ? "We" : "They"} ${each}`, ours, points: each })),
  ),
  { words: "Not played", ours: true, points: 0 },
];

/**
 * An outcome as the server expects it. `mine` is the reader's side, 0 for North-South.
 * @param {number} board
 * @param {Outcome} outcome
 * @param {number} mine
 * @returns {BoardForm}
 */
export function boardForm(board, { ours, points }, mine) {
  if (!points) return { board, adjusted: [0, 0] };
  const north = ours === (mine === 0);
  return { board, ns: north ? points : 0, ew: north ? 0 : points };
}

/**
 * The boards of a score as a list.
 * @param {readonly import("../board-words.js").BoardPoints[] | undefined} boards
 * @param {number} mine
 */
export function boardsList(boards, mine) {
  if (!boards?.length) return null;
  /** @type {[string, string]} */
  const names = mine === 0 ? ["we", "they"] : ["they", "we"];
  return h(
    "ul",
    { class: "extras boards" },
    boards.map((each) => h("li", {}, h("b", {}, `Board ${each.board}`), `: ${boardWords(each, mine, names)}`)),
  );
}

/** @param {number} board */
export const boardQuestion = (board) => ({
  sentence: `Board ${board}. Who scored, and how many?`,
  line: `${dealerOf(board)} dealt.`,
});
