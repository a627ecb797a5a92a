// Boards of a duplicate event in words. Used by the desk, the phones, the board on the wall and the page of boards.

import { listed } from "../shared/english.js";

/** @typedef {{ board: number, ns?: number, ew?: number, adjusted?: readonly number[] | null }} BoardPoints */

const DEALERS = ["North", "East", "South", "West"];

/** @param {number} board */
export const dealerOf = (board) => DEALERS[(board - 1) % 4];

/**
 * “Boards 5–8”, “Board 3”; nothing where no boards are played.
 * @param {readonly number[]} boards
 */
export function boardsWords(boards) {
  if (!boards.length) return "";
  if (boards.length === 1) return `Board ${boards[0]}`;
  const row = boards.every((board, at) => board === boards[0] + at);
  return `Boards ${row ? `${boards[0]}–${boards.at(-1)}` : listed(boards.map(String))}`;
}

/** @type {Record<number, string>} */
const AVERAGES = { 1: "average plus", 0: "average", [-1]: "average minus" };

/**
 * An adjusted score for one side: “average plus”.
 * @param {number} part
 */
export const averageWords = (part) => AVERAGES[part] ?? "";

/**
 * What became of a board, from one side: 0 is North-South.
 * @param {BoardPoints} each
 * @param {number} side
 * @param {readonly [string, string]} names
 */
export function boardWords({ ns = 0, ew = 0, adjusted = null }, side, names) {
  if (adjusted) return adjusted[0] || adjusted[1] ? `${averageWords(adjusted[side])}, by the director` : "not played";
  return ns ? `${names[0]} ${ns}` : `${names[1]} ${ew}`;
}
