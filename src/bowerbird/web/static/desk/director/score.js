// A score as fields: the points of both sides, and only those counts that the rules need. The fields go
// column by column, both sides' points first, as a scorer reads them out. Used by the register and by a table's sheet.

import { h } from "../../shared/dom.js";
import { listed } from "../../shared/english.js";
import { boardsWords, dealerOf } from "../board-words.js";
import { fieldOf } from "../fields.js";
import { pointsOn, readBoards } from "./boards.js";
import { pairAt, pairNames, SEATS, SIDES } from "./parts.js";

/** @typedef {import("../page-types.js").Attributes} Attributes */
/** @typedef {import("../../shared/wire.js").TableTile} Table */
/** @typedef {import("../../shared/wire.js").ScoreNeeds} Needs */
/** @typedef {import("../../shared/wire.js").CardForm} Card */
/** @typedef {"euchred" | "failed_alone" | "revokes" | "marches"} Count */

/** @type {[Count, string][]} */
const COUNTS = [
  ["euchred", "Euchred"],
  ["failed_alone", "Failed alone"],
  ["revokes", "Reneged"],
  ["marches", "Marches"],
];

const SIDE_WORDS = ["North and South", "East and West"];
/** @param {Needs} needs @param {string} name */
const wants = (needs, name) => (needs.cards ?? []).includes(name);

/**
 * Fields of one column: its heading, then a cell for each side.
 * @param {string} heading
 * @param {unknown[]} cells
 */
function column(heading, cells) {
  return [h("span", { class: "score-heading", "aria-hidden": "true" }, heading), ...cells];
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string | number | null | undefined} value
 * @param {Attributes} attributes
 */
function input(name, label, value, attributes = {}) {
  return h("input", {
    type: "text",
    inputmode: "numeric",
    "data-number": true,
    maxlength: "3",
    name,
    "aria-label": label,
    autocomplete: "off",
    value: value === undefined || value === null ? null : String(value),
    ...attributes,
  });
}

/** @param {Table | null} table @param {number} side */
function sideName(table, side) {
  return table ? pairNames(table, side) : SIDE_WORDS[side];
}

/** @param {Table | null} table @param {number} seat */
function personName(table, seat) {
  const at = table?.seats[seat];
  return at ? at.plays || at.name || SEATS[seat] : SEATS[seat];
}

/**
 * @param {Table | null} table
 * @param {number} side
 * @param {string} kind
 * @param {string} words
 * @param {(number | null)[] | null | undefined} values
 * @param {(place: number) => Attributes} marks
 */
function pairCell(table, side, kind, words, values, marks = () => ({})) {
  return h(
    "span",
    { class: "score-pair" },
    [side, side + 2].map((seat, place) =>
      input(`${kind}-${seat}`, `${words} of ${personName(table, seat)}`, values?.[place], {
        placeholder: SEATS[seat][0],
        class: "score-small",
        ...marks(place),
      }),
    ),
  );
}

/**
 * A personal card when nobody enters anything else: the points of the side, and more for lone marches.
 * @param {Needs} needs
 * @param {number} points
 * @param {number} loners
 */
const ownCard = (needs, points, loners) => points + (needs.lone_bonus ?? 0) * loners;

/**
 * True if a personal card is as computed, so that it may follow a corrected score.
 * @param {Needs} needs
 * @param {Card} card
 * @param {number} points
 * @param {number} place
 */
function followsScore(needs, { personal, loners }, points, place) {
  return !personal || personal[place] === ownCard(needs, points, loners?.[place] ?? 0);
}

/**
 * A column for each board that the table plays.
 * @param {Table} table
 * @param {readonly import("../board-words.js").BoardPoints[]} known
 * @param {boolean} focus
 */
function boardColumns(table, known, focus) {
  return table.boards.map((board, place) =>
    column(
      `Board ${board}, ${dealerOf(board)[0]} deals`,
      [0, 1].map((side) =>
        input(
          `board-${board}-${side}`,
          `Board ${board}: points of ${sideName(table, side)}`,
          pointsOn(known, board, side),
          { class: "score-points", "data-board": board, placeholder: "–", autofocus: focus && !place && !side },
        ),
      ),
    ),
  );
}

/**
 * The fields for a table (null while none is chosen), filled from `score` where there is one.
 * @param {Table | null} table
 * @param {Needs} needs
 * @param {{ ns: number, ew: number, cards?: Card[] | null, boards?: readonly import("../board-words.js").BoardPoints[] } | null} score
 * @param {boolean} focus
 */
export function scoreFields(table, needs, score = null, focus = false) {
  if (table?.boards.length)
    return h(
      "div",
      { class: "score-grid" },
      column(
        `Table ${table.number}, ${boardsWords(table.boards).toLowerCase()}`,
        [0, 1].map((side) =>
          h("span", { class: "score-names" }, h("i", {}, side ? "E/W " : "N/S "), sideName(table, side)),
        ),
      ),
      boardColumns(table, score?.boards ?? [], focus),
    );
  const points = score ? [score.ns, score.ew] : [];
  /** @param {number} side @returns {Card} */
  const card = (side) => score?.cards?.[side] ?? {};
  return h(
    "div",
    { class: "score-grid" },
    column(
      table ? `Score of table ${table.number}` : "",
      [0, 1].map((side) =>
        h("span", { class: "score-names" }, table && h("i", {}, side ? "E/W " : "N/S "), sideName(table, side)),
      ),
    ),
    column(
      "Points",
      [0, 1].map((side) =>
        input(side ? "ew" : "ns", `Points of ${sideName(table, side)}`, points[side], {
          class: "score-points",
          required: true,
          autofocus: focus && side === 0,
        }),
      ),
    ),
    COUNTS.filter(([name]) => wants(needs, name)).map(([name, words]) =>
      column(
        words,
        [0, 1].map((side) =>
          input(`${name}-${side}`, `${words}, ${sideName(table, side)}`, card(side)[name] || null, {
            class: "score-small",
            placeholder: "0",
          }),
        ),
      ),
    ),
    wants(needs, "loners") &&
      column(
        "Lone marches",
        [0, 1].map((side) =>
          pairCell(
            table,
            side,
            "loners",
            "Lone marches",
            card(side).loners?.map((count) => count || null),
          ),
        ),
      ),
    wants(needs, "personal") &&
      column(
        "Personal cards",
        [0, 1].map((side) =>
          pairCell(table, side, "personal", "Personal card", card(side).personal, (place) => ({
            "data-worked-out": followsScore(needs, card(side), points[side], place) ? true : null,
          })),
        ),
      ),
  );
}

/** @param {HTMLFormElement} form @param {string} name */
const figure = (form, name) => {
  const typed = fieldOf(form, name)?.value.trim() ?? "";
  return typed === "" ? 0 : Number(typed);
};

/**
 * Personal cards follow from points and lone marches until someone enters another figure.
 * @param {HTMLFormElement} form
 * @param {Needs} needs
 */
export function workOutOwnCards(form, needs) {
  if (!wants(needs, "personal")) return;
  for (const seat of [0, 1, 2, 3]) {
    const own = fieldOf(form, `personal-${seat}`);
    const points = fieldOf(form, seat % 2 ? "ew" : "ns")?.value.trim() ?? "";
    if (!own?.hasAttribute("data-worked-out")) continue;
    own.value =
      points === "" ? "" : String(ownCard(needs, figure(form, seat % 2 ? "ew" : "ns"), figure(form, `loners-${seat}`)));
  }
}

/** @param {HTMLFormElement} form @param {Needs} needs @param {number} side */
function cardOf(form, needs, side) {
  /** @type {Card} */
  const card = {};
  for (const [name] of COUNTS) if (wants(needs, name)) card[name] = figure(form, `${name}-${side}`);
  if (wants(needs, "loners")) {
    card.loners = [figure(form, `loners-${side}`), figure(form, `loners-${side + 2}`)];
    const alone = card.loners[0] + card.loners[1];
    if (alone && !wants(needs, "marches")) card.marches = alone;
  }
  const own = [side, side + 2].map((seat) => fieldOf(form, `personal-${seat}`));
  // The server computes cards that nobody entered.
  if (wants(needs, "personal") && own.some((field) => !field?.hasAttribute("data-worked-out"))) {
    card.personal = [figure(form, `personal-${side}`), figure(form, `personal-${side + 2}`)];
  }
  return card;
}

/**
 * The score in the fields. Throws an Error in words for the scorer when a field isn't a number.
 * @param {HTMLFormElement} form
 * @param {Needs} needs
 */
export function readScore(form, needs) {
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement) || !field.hasAttribute("data-number")) continue;
    if (!/^\d*$/.test(field.value.trim()))
      throw new Error(`“${field.value}” isn't a number. Points are whole numbers.`);
  }
  const boards = readBoards(form);
  if (boards) return boards;
  for (const name of ["ns", "ew"])
    if (fieldOf(form, name)?.value.trim() === "") throw new Error("Enter points for both sides.");
  /** @type {{ ns: number, ew: number, cards?: [Card, Card] }} */
  const score = { ns: figure(form, "ns"), ew: figure(form, "ew") };
  if ((needs.cards ?? []).length) score.cards = [cardOf(form, needs, 0), cardOf(form, needs, 1)];
  return score;
}

/**
 * “Ann & Cal 10, Bob & Dee 7”, who wins where the points do not show it, and that the game was stopped.
 * @param {Table} table
 * @param {import("../../shared/wire.js").ResultShown} result
 */
export function scoreWords(table, result) {
  const points = [0, 1].map((side) => `${pairNames(table, side)} ${side ? result.ew : result.ns}`).join(", ");
  if (result.lost_by) return `${points}. ${pairNames(table, SIDES.indexOf(result.winner ?? ""))} win by a ruling`;
  return result.stopped ? `${points}, stopped` : points;
}

/**
 * “Gus and Ray win 10–4.” while it is being typed; nothing before both points are there.
 * @param {Table} table
 * @param {HTMLFormElement} form
 */
export function liveWords(table, form) {
  const [ns, ew] = ["ns", "ew"].map((name) => fieldOf(form, name)?.value.trim() ?? "");
  if (!/^\d+$/.test(ns) || !/^\d+$/.test(ew)) return "";
  if (Number(ns) === Number(ew)) return `${ns}–${ew}: nobody wins.`;
  const side = Number(ns) > Number(ew) ? 0 : 1;
  const everyone = everyoneAt(table);
  const names = pairAt(table, side).map((name) => {
    const [first] = name.split(" ");
    return everyone.filter((each) => each.split(" ")[0] === first).length > 1 ? name : first;
  });
  return `${listed(names)} win ${side ? `${ew}–${ns}` : `${ns}–${ew}`}.`;
}

/** @param {Table} table */
export const everyoneAt = (table) => [...pairAt(table, 0), ...pairAt(table, 1)];
