// The board while a round is played: the clock as large as can be, the tables as chips, and who is ahead.

import { h } from "../../shared/dom.js";
import { ranked } from "../standings/places.js";
import { room, widest } from "./measure.js";

/** @typedef {import("../../shared/wire.js").BoardView} View */
/** @typedef {import("./scenes.js").Scene} Scene */
/** @typedef {ReturnType<typeof import("./clock.js").face>} Face */

/** @type {Record<string, string>} */
const SIGNS = { in: "✓", disputed: "!", waiting: "½", late: "…", "stood down": "–" };
/** @type {Record<string, string>} */
const WORDS = { in: "in", playing: "playing", waiting: "one side", disputed: "the director comes", late: "late" };

const AROUND = { head: 132, foot: 92, x: 40, y: 22 };

/** @param {import("../../shared/wire.js").PublicTable} table */
const shownAs = ({ state }) => (state === "seated" ? "playing" : state);

/** @param {string} state @param {string | number} words */
const chip = (state, words) =>
  h("span", { class: "cloth", "data-state": state }, words, h("small", { "aria-hidden": "true" }, SIGNS[state] ?? ""));

/** @param {View} view */
function chips(view) {
  return h(
    "ul",
    { class: "chips" },
    view.tables.map((table) =>
      h(
        "li",
        { "data-key": `chip ${table.number}` },
        h("span", { class: "visually-hidden" }, `Table ${table.number}, ${WORDS[shownAs(table)] ?? table.state}`),
        h("span", { "aria-hidden": "true" }, chip(shownAs(table), table.number)),
      ),
    ),
  );
}

/** @param {View} view */
function key(view) {
  const states = [...new Set(view.tables.map(shownAs))].filter((state) => WORDS[state]);
  return h(
    "p",
    { class: "key", "aria-hidden": "true" },
    states.map((state) => h("span", {}, chip(state, ""), ` ${WORDS[state]}`)),
  );
}

/** @param {View} view @param {number} most */
function leading(view, most) {
  const lines = view.standings.lines.filter(({ games }) => games).slice(0, most);
  if (!lines.length) return null;
  const places = ranked(view.standings.lines);
  return [
    h("h2", {}, "Leading now"),
    h(
      "ol",
      { class: "leading" },
      lines.map((line) =>
        h(
          "li",
          { "data-key": line.name },
          h("i", {}, places(line)),
          h("b", { class: "name" }, line.name),
          h("span", {}, line.total),
        ),
      ),
    ),
  ];
}

/** @param {View} view */
const scoresIn = (view) => view.tables.filter(({ result, state }) => result || state === "in").length;

/**
 * The clock, or how many scores are in where there is none.
 * @param {View} view
 * @param {Face} face
 */
export function bigClock(view, { figures, words, mood }) {
  const rung = mood === "rung";
  const plain = mood === "day";
  const large = rung ? "Bell" : plain ? `${scoresIn(view)} of ${view.tables.length}` : figures;
  const small = rung ? "Finish this hand" : plain ? "scores are in" : words;
  const length = plain ? "words" : String(large.length);
  return h(
    "div",
    { class: "big-clock", "data-mood": mood, "data-length": length },
    h("div", { class: "cloth-inside" }, h("b", {}, large), h("span", {}, small)),
  );
}

/** Chips in so many columns, by the number of tables. */
const COLUMNS = [
  [16, 4],
  [30, 5],
  [48, 6],
  [80, 8],
  [Infinity, 10],
];

/** @param {View} view @param {() => Face} face @returns {Scene} */
export function playScene(view, face) {
  const { round, tables } = view;
  const [, columns] = COLUMNS.find(([most]) => tables.length <= most) ?? COLUMNS[0];
  const rows = Math.ceil(tables.length / columns);
  const place = room(AROUND);
  // The column on the right: what is left after the clock and the space between.
  const side = ((place.width - 44) * 2) / 5 - 68;
  const most = rows > 8 ? 0 : 3;
  const names = view.standings.lines.slice(0, most).map(({ name }) => name);
  const font = Math.min(38, (side - 170) / widest(names, 700));
  const high = Math.min(62, (place.height - (most ? 420 : 200)) / rows / 1.75);
  return {
    kind: "play",
    title: [round?.name ?? "", round?.of && !view.meeting?.several ? `of ${round.of}` : ""],
    part: [1, 1],
    quiet: true,
    sizes: { font, columns, rows, chip: Math.min(high, side / columns / 2.7) },
    body: () => [
      bigClock(view, face()),
      h(
        "aside",
        {},
        h("h2", {}, `${scoresIn(view)} of ${tables.length} scores are in`),
        chips(view),
        key(view),
        leading(view, most),
      ),
    ],
    foot: () =>
      view.round?.bell || !view.clock.minutes
        ? [view.moves]
        : [h("b", {}, "At the bell: "), "finish the hand. ", view.moves],
  };
}
