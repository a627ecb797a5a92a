// Scores of boards as fields: a column for each board, with a field for each side. A board without points was not
// played; the director can adjust one.

import { h } from "../../shared/dom.js";
import { fieldOf, textOf } from "../fields.js";
import { field, select, tick } from "./parts.js";

/** @typedef {import("../../shared/wire.js").TableTile} Table */
/** @typedef {import("../board-words.js").BoardPoints} BoardPoints */
/** @typedef {import("../../shared/wire.js").BoardForm} BoardForm */

/** @type {[string, string][]} */
const ADJUSTED = [
  ["", "As entered"],
  ["0 0", "Average for both"],
  ["1 -1", "Average plus for N/S, minus for E/W"],
  ["-1 1", "Average minus for N/S, plus for E/W"],
  ["1 1", "Average plus for both"],
  ["-1 -1", "Average minus for both"],
];

/**
 * The points of a side on a board, where there are any.
 * @param {readonly BoardPoints[]} boards
 * @param {number} board
 * @param {number} side
 */
export function pointsOn(boards, board, side) {
  const each = boards.find((one) => one.board === board);
  if (!each || each.adjusted) return null;
  return (side ? each.ew : each.ns) || null;
}

/**
 * A choice for each board whose points don't count as they were made.
 * @param {Table} table
 */
export function adjustedFields(table) {
  return table.boards.map((board) => {
    const known = table.result?.boards.find((each) => each.board === board)?.adjusted;
    const ruled = known && (known[0] || known[1]) ? known.join(" ") : "";
    return field(`Board ${board}, adjusted score`, select(`adjusted-${board}`, ADJUSTED, ruled));
  });
}

/**
 * The boards in the fields, or null where the form has none.
 * @param {HTMLFormElement} form
 * @returns {{ ns: number, ew: number, boards: BoardForm[] } | null}
 */
export function readBoards(form) {
  const fields = [...form.elements].filter((each) => each.hasAttribute("data-board"));
  const numbers = [...new Set(fields.map((each) => Number(each.getAttribute("data-board"))))];
  if (!numbers.length) return null;
  const boards = numbers.map((board) => {
    const [ns, ew] = [0, 1].map((side) => Number(fieldOf(form, `board-${board}-${side}`)?.value.trim() || 0));
    const ruled = textOf(form, `adjusted-${board}`);
    if (ruled) return { board, adjusted: /** @type {BoardForm["adjusted"]} */ (ruled.split(" ").map(Number)) };
    return ns || ew ? { board, ns, ew } : { board, adjusted: /** @type {BoardForm["adjusted"]} */ ([0, 0]) };
  });
  if (boards.every((each) => "adjusted" in each) && !numbers.some((board) => textOf(form, `adjusted-${board}`)))
    throw new Error("Enter the points of each board. Leave a board empty only if it wasn't played.");
  const sum = (/** @type {"ns" | "ew"} */ side) => boards.reduce((all, each) => all + (each[side] ?? 0), 0);
  return { ns: sum("ns"), ew: sum("ew"), boards };
}

/**
 * Who has seen a hand of a board comes to another one only if the director is sure.
 * @param {import("../page-types.js").Desk} desk
 */
export const sureField = ({ view }) =>
  view.boards && tick("sure", "I'm sure, also if somebody sees two hands of a board");

/** @param {import("../page-types.js").Desk} desk */
export function boardsLink(desk) {
  if (!desk.view.boards) return null;
  return h("a", { class: "button", href: `/boards/${desk.token}`, target: "_blank" }, "Boards");
}
