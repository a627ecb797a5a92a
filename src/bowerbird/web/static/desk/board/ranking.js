// Standings on the board, in two columns and in pages that turn automatically.

import { h } from "../../shared/dom.js";
import { capital } from "../../shared/english.js";
import { ranked } from "../standings/places.js";
import { lineGrid } from "./layout.js";
import { ems, room, widest } from "./measure.js";

/** @typedef {import("../../shared/wire.js").BoardView} View */
/** @typedef {import("../../shared/wire.js").StandingLine} Line */
/** @typedef {import("./scenes.js").Scene} Scene */

const AROUND = { head: 132, foot: 92, x: 40, y: 22 };
const HEAD = 48;
const ROWS = 10;
// In a large event the board shows the best; everyone else looks at a phone or at the printed list.
const MOST_LINES = 100;

/**
 * @template Item
 * @param {Item[]} list
 * @param {number} size
 */
const pagesOf = (list, size) =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, page) => list.slice(page * size, (page + 1) * size));

/** @param {View} view @returns {[string, string]} */
function titleOf({ phase, round }) {
  if (phase === "over" || phase === "play-offs") return ["Final standings", ""];
  const name = round ? round.name.charAt(0).toLowerCase() + round.name.slice(1) : "";
  return ["Standings", round?.closed ? `after ${name}` : "so far"];
}

/** @param {View} view @param {boolean} alone */
const heads = (view, alone) =>
  h(
    "p",
    { class: "ranking-head", "aria-hidden": "true" },
    h("span", {}),
    h("span", {}, "Name"),
    h("span", {}, capital(view.standings.total_is)),
    alone ? h("span", {}, "Alone") : null,
  );

/** @param {Line} line @param {string} place @param {boolean} alone @param {string} total */
function row(line, place, alone, total) {
  return h(
    "li",
    { "data-key": line.name, "data-top": line.place <= 3 },
    h("i", {}, place),
    h("b", { class: "name" }, line.name),
    line.to_come ? h("small", {}, `${line.to_come} to come`) : h("small", {}),
    h("strong", {}, line.total, h("span", { class: "visually-hidden" }, ` ${total}`)),
    alone ? h("em", {}, String(line.loners), h("span", { class: "visually-hidden" }, " alone")) : null,
  );
}

/** @param {View} view @returns {Scene[]} */
export function standingsScenes(view) {
  const { standings } = view;
  const lines = standings.lines.slice(0, MOST_LINES);
  if (!lines.length) return [];
  const place = ranked(standings.lines);
  const alone = lines.some(({ loners }) => loners > 0);
  const toCome = lines.some(({ to_come: games }) => games > 0);
  const around = room(AROUND);
  // Totals such as 12½ or 103.25 take more room than 30.
  const figure = 44 * widest(lines.map(({ total }) => total)) + 26;
  const total = Math.max(figure, 29 * ems(capital(standings.total_is), 400) + 16);
  const first = 40 * widest(lines.map(place), 800) + 24;
  const fixed = first + total + (alone ? 100 : 0) + (toCome ? 170 : 0) + 34;
  const inside = { ...around, height: around.height - HEAD };
  const em = widest(lines.map(({ name }) => name));
  const wanted = { columns: lines.length > ROWS / 2 ? 2 : 1, rows: ROWS, most: 38 };
  const grid = lineGrid(em, fixed, inside, wanted);
  const pages = pagesOf(lines, grid.each);
  return pages.map((page, at) => ({
    kind: "standings",
    title: titleOf(view),
    part: [at + 1, pages.length],
    sizes: {
      font: grid.font,
      columns: grid.columns,
      rows: ROWS,
      first,
      total,
      alone: alone ? 100 : 0,
      come: toCome ? 170 : 0,
    },
    body: () =>
      h(
        "div",
        { class: "ranking" },
        Array.from({ length: grid.columns }, () => heads(view, alone)),
        h(
          "ol",
          {},
          page.map((line) => row(line, place(line), alone, standings.total_is)),
        ),
      ),
    foot: () => [
      `Places ${place(page[0])} to ${place(page[page.length - 1])} of ${standings.of}. `,
      view.phase === "over" ? view.moves : "",
    ],
  }));
}
