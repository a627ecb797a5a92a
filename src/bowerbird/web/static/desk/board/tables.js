// The tables of a round on the board: who sits where, and results in the same grid, so that every table is found where
// it was. Partners stand together: North and South, a line, East and West.

import { h } from "../../shared/dom.js";
import { listed, plural } from "../../shared/english.js";
import { boardsWords } from "../board-words.js";
import { SEAT_WORDS, SEATS } from "../phone/words.js";
import { evenPages, lineGrid, MOST_TABLES, tableGrid } from "./layout.js";
import { ems, room, widest } from "./measure.js";

/** @typedef {import("../../shared/wire.js").BoardView} View */
/** @typedef {import("../../shared/wire.js").PublicTable} Table */
/** @typedef {import("./scenes.js").Scene} Scene */

const AROUND = { head: 112, foot: 84, x: 30, y: 14 };
// North and South first: partners stand together.
const ORDER = [0, 2, 1, 3];
const MARK = 0.68;

/** @typedef {{ words: string, kind: string, says: string }} Mark */

/** @param {string} kind @param {string} words @param {string} says @returns {Mark} */
const mark = (kind, words, says) => ({ kind, words, says });

/**
 * The marks after a name: the dealer or pivot, the line of teams, a player who keeps the seat.
 * @param {View} view
 * @param {Table} table
 * @param {number} place
 */
function marksOf({ marks }, table, place) {
  const found = [];
  if (table.dealer === place) found.push(marks.pivot ? mark("pivot", "pivot", "pivot") : mark("D", "D", "deals first"));
  const line = marks.lines?.[place % 2];
  if (line) found.push(mark(place % 2 ? "B" : "A", line, `line ${line}`));
  if (marks.sitting.includes(table.seats[place])) found.push(mark("sitting", "stays", "keeps the seat"));
  return found;
}

/** @param {Mark} mark */
export function drawMark({ kind, words, says }) {
  return h(
    "span",
    { class: "mark", "data-mark": kind },
    h("span", { "aria-hidden": "true" }, words),
    h("span", { class: "visually-hidden" }, `, ${says}`),
  );
}

/** @param {Mark[]} marks */
const marksWidth = (marks) =>
  marks.reduce((all, { words }) => all + 0.35 + MARK * Math.max(1.5, ems(words, 800) + 0.74), 0);

/** @param {string | number} number @param {string} [state] */
const cloth = (number, state) =>
  h("h3", { class: "cloth", "data-state": state }, h("span", { class: "visually-hidden" }, "Table "), String(number));

/** @type {Record<string, string>} */
const STATES = { waiting: "one side", disputed: "director", late: "late", "stood down": "off" };

/** @param {Table} table */
const boardsOn = ({ boards }) => (boards.length ? h("em", { class: "boards" }, boardsWords(boards)) : null);

/** @param {View} view @param {Table} table */
function seatTile(view, table) {
  const state = STATES[table.state];
  return h(
    "li",
    { class: "tile", "data-key": `table ${table.number}`, "data-state": table.state },
    h(
      "div",
      { class: "tile-head" },
      cloth(table.number, table.state),
      state ? h("em", {}, state) : null,
      boardsOn(table),
    ),
    h(
      "div",
      { class: "chairs" },
      ORDER.map((place) =>
        h(
          "p",
          { class: "chair" },
          h("i", {}, SEATS[place]),
          h("b", { class: "name" }, table.seats[place]),
          marksOf(view, table, place).map(drawMark),
        ),
      ),
    ),
  );
}

/** @type {Record<string, number>} */
const SIDES = { NS: 0, EW: 1 };

/** @param {Table} table @param {number} side */
function pair({ seats, result }, side) {
  const won = result?.winner ? SIDES[result.winner] === side : false;
  return h(
    "div",
    { class: "pair", "data-won": won },
    [side, side + 2].map((place) => h("p", { class: "chair" }, h("b", { class: "name" }, seats[place]))),
    h("strong", {}, String(side ? result?.ew : result?.ns)),
    won ? h("span", { class: "visually-hidden" }, ", won") : null,
  );
}

/** @param {Table} table */
function resultTile(table) {
  return h(
    "li",
    { class: "tile", "data-key": `table ${table.number}`, "data-state": "in" },
    h("div", { class: "tile-head" }, cloth(table.number, "in")),
    h("div", { class: "chairs" }, pair(table, 0), pair(table, 1)),
  );
}

/** @param {View} view @param {Table} table */
const tile = (view, table) => (table.result ? resultTile(table) : seatTile(view, table));

const SCORE = 96;

/** @param {View} view */
function gridOf(view) {
  const { tables } = view;
  const place = room(AROUND);
  const plain = widest(
    tables.flatMap(({ seats }) => seats),
    800,
  );
  const marked = Math.max(
    ...tables.flatMap((table) =>
      table.seats.map((name, at) => 1.25 + ems(name) + marksWidth(marksOf(view, table, at))),
    ),
  );
  // The grid is the same with scores and without: it doesn't jump when they come in.
  const grids = [tableGrid(tables.length, marked, place), tableGrid(tables.length, plain, place, SCORE)];
  return grids.sort((a, b) => a.each - b.each || a.font - b.font)[0];
}

/** @param {View} view */
function partners(view) {
  const dealer = view.marks.pivot
    ? [drawMark(mark("pivot", "pivot", "the pivot")), " keeps the chair and deals first. "]
    : [drawMark(mark("D", "D", "the dealer")), " deals first. "];
  return view.tables.length
    ? [h("b", {}, "N and S"), " are partners, ", h("b", {}, "E and W"), " are partners. ", dealer]
    : [];
}

/** @param {View} view */
const resting = ({ sitting_out: out }) =>
  out.length ? `${listed(out)} ${out.length === 1 ? "sits" : "sit"} out.` : "";

/**
 * @param {View} view
 * @param {Pick<Scene, "kind" | "title" | "foot" | "spoken">} scene
 * @returns {Scene[]}
 */
function grid(view, scene) {
  const { columns, each, rows, font, big, line } = gridOf(view);
  const pages = evenPages(view.tables, each);
  return pages.map((page, at) => ({
    ...scene,
    low: true,
    part: [at + 1, pages.length],
    sizes: { font, columns, rows, line },
    body: () =>
      h(
        "ul",
        { class: "tiles", "data-big": big },
        page.map((table) => tile(view, table)),
      ),
  }));
}

/**
 * True once play has started in the round in progress.
 * @param {View} view
 */
export const isPlayed = ({ clock, results }) =>
  ["running", "paused", "rung"].includes(clock.state) || results.length > 0;

/** @param {View} view */
export function seatScenes(view) {
  const { round } = view;
  const title = /** @type {[string, string]} */ ([
    round?.name ?? view.title,
    round?.of && !view.meeting?.several ? `of ${round.of}` : "",
  ]);
  if (view.tables.length > MOST_TABLES) return nameScenes(view, title);
  return grid(view, {
    kind: "seats",
    spoken: "Who sits where",
    title,
    foot: () =>
      (isPlayed(view) ? [view.moves, " "] : [h("b", {}, "Sit down at your table. "), partners(view)]).concat(
        resting(view),
      ),
  });
}

/** @param {string} name */
const roundWords = (name) => name.charAt(0).toLowerCase() + name.slice(1);

/** @param {View} view */
export function resultScenes(view) {
  if (!view.results.length) return [];
  const foot = () => ["Something wrong? Tell the director before the next round starts."];
  return grid(view, { kind: "results", title: ["Results", `of ${roundWords(view.round?.name ?? "")}`], foot });
}

// The list of names, for large rooms.

const LIST = { head: 132, foot: 92, x: 40, y: 14 };
const LIST_HEAD = 74;
const ROWS = 14;

/** @typedef {{ name: string, table: number | null, place: number }} Found */

/** @param {View} view @returns {Found[]} */
function everybody({ tables, sitting_out: out }) {
  const seated = tables.flatMap(({ number, seats }) => seats.map((name, place) => ({ name, table: number, place })));
  const all = [...seated, ...out.map((name) => ({ name, table: null, place: 0 }))];
  return all.sort((a, b) => a.name.localeCompare(b.name));
}

/**
 * "Al – Hope", or "Chr – Fre" where there are many pages.
 * @param {Found[]} page
 * @param {boolean} short
 */
function range(page, short) {
  const first = (/** @type {Found | undefined} */ found) => found?.name.split(" ")[0].slice(0, short ? 3 : undefined);
  return `${first(page[0])} – ${first(page.at(-1))}`;
}

/** @param {Found} found @param {boolean} words */
function line({ name, table, place }, words) {
  const letter = SEATS[place];
  const seat = words ? SEAT_WORDS[letter] : letter;
  return h(
    "li",
    { "data-key": name, "data-out": table === null },
    h("b", { class: "name" }, name),
    table === null ? h("span", { class: "sits-out" }, "sits out") : [cloth(table), h("i", {}, seat)],
  );
}

/** @param {View} view @param {[string, string]} title @returns {Scene[]} */
function nameScenes(view, title) {
  const all = everybody(view);
  const em = widest(all.map(({ name }) => name));
  const place = room(LIST);
  const inside = { ...place, height: place.height - LIST_HEAD };
  const wanted = { columns: 3, rows: ROWS, most: 38 };
  const spelled = lineGrid(em, 244, inside, wanted);
  const lettered = lineGrid(em, 176, inside, wanted);
  const words = spelled.columns >= lettered.columns;
  const { columns, each, font } = words ? spelled : lettered;
  const pages = evenPages(all, each);
  const rows = Math.ceil(pages[0].length / columns);
  return pages.map((page, at) => ({
    kind: "names",
    spoken: "Who sits where",
    title,
    part: [at + 1, pages.length],
    sizes: { font, columns, rows: Math.max(rows, ROWS - 4) },
    body: () => [
      h(
        "div",
        { class: "find-head" },
        h("h2", {}, "Find your name"),
        h(
          "p",
          { "data-fit": "" },
          pages.map((each, number) => h(number === at ? "b" : "span", {}, range(each, pages.length > 4))),
        ),
      ),
      h(
        "ol",
        { class: "find", "data-words": words },
        page.map((each) => line(each, words)),
      ),
    ],
    foot: () => [
      `${plural(view.tables.length * 4, "player")} at ${view.tables.length} tables, by first name. `,
      resting(view),
    ],
  }));
}
