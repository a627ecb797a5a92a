// The points of a ruling on a table's sheet: what was ruled there, and whether the score includes it. The server
// lists the possible answers; nothing is ever added without a tap.

import { h } from "../../shared/dom.js";
import { act } from "./parts.js";

/** @typedef {import("../page-types.js").Desk} Desk */
/** @typedef {import("../../shared/wire.js").TableTile} Table */
/** @typedef {import("../../shared/wire.js").PenaltyShown} Penalty */

/** @type {Record<string, string>} */
const SETTLED = {
  "in the score": "The score includes them.",
  "as played": "The score stays as played.",
  added: "Added to the score.",
  "taken off": "Taken off the score.",
  "game lost": "The score includes it.",
};

/** @param {Penalty} penalty */
const ruledWords = ({ words, clause }) => `Ruled: ${words}${clause ? ` (${clause})` : ""}.`;

/**
 * The rulings of a table that are still to be answered.
 * @param {Table | null | undefined} table
 */
export const openRulings = (table) => (table?.rulings ?? []).filter(({ open }) => open);

/**
 * A note for the scorer: ask whether the score includes the points.
 * @param {Table | null | undefined} table
 */
export const rulingNote = (table) =>
  openRulings(table)
    .map((each) => `${ruledWords(each)} Ask whether the score includes it.`)
    .join(" ");

/**
 * The side that lost this table's game by a ruling, if one did: the score form has it chosen already.
 * @param {Table | null | undefined} table
 */
export const lostByRuling = (table) => openRulings(table).find(({ remedy }) => remedy === "game lost")?.side ?? "";

/** @param {Table} table @param {Penalty} penalty */
function asks(table, { remedy, choices }) {
  if (table.result?.status !== "accepted") {
    if (choices.some((each) => each.lost_by)) return "Nobody has won by points now. Who has won, or do they play on?";
    if (remedy === "game lost") return "Enter the score as it is. The form already says that the game was lost.";
    return "The table keeps track of it. You'll be asked about it when the score is in.";
  }
  const changes = choices.some(({ how }) => !["in the score", "as played"].includes(how));
  if (!changes) return "It can't be added to this score automatically. If it's missing, correct the score below.";
  const { ns, ew } = table.result;
  return remedy === "choice" ? "What did they choose?" : `Does ${ns}–${ew} include it?`;
}

/**
 * A line for what is settled, a question with its answers for what is not.
 * @param {Desk} desk
 * @param {Table} table
 */
export function rulingsHere(desk, table) {
  return (table.rulings ?? []).map((each) =>
    each.open
      ? h(
          "section",
          { class: "panel ruled", "data-key": `ruling ${each.ruling}` },
          h("p", {}, h("b", {}, ruledWords(each)), ` ${asks(table, each)}`),
          desk.role === "director" &&
            h(
              "div",
              { class: "row" },
              each.choices.map((choice) =>
                act(choice.words, { what: "settle", ruling: each.ruling, how: choice.how, lost_by: choice.lost_by }),
              ),
            ),
          ["hand lost", "choice"].includes(each.remedy) &&
            table.result?.status === "accepted" &&
            h("p", { class: "quiet" }, "If that hand's own points must come off too, correct the score below."),
        )
      : h(
          "p",
          { class: "quiet", "data-key": `ruling ${each.ruling}` },
          `${ruledWords(each)} ${SETTLED[each.settled] ?? SETTLED["game lost"]}`,
        ),
  );
}
