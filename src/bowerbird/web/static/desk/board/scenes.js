// What the board shows, page by page: who sits where, results, standings. A page is only ever as much as fits without
// scrolling and can be read from ten metres. Knows the view, not the time.

import { h } from "../../shared/dom.js";
import { capital, listed } from "../../shared/english.js";
import { SEATS, timeWords, toCome } from "../phone/words.js";

/** @typedef {import("../../shared/wire.js").BoardView} View */

const LINES_A_PAGE = 10;
// In a large event the board shows the best; everyone else looks at a phone or at the printed list.
const MOST_LINES = 100;
const RESULTS_A_PAGE = 8;
// How many tables a page takes, by the longest name on it: [letters, tables, columns]. Longer names are cut short.
/** @type {[number, number, number][]} */
const ROOM = [
  [10, 15, 5],
  [14, 12, 4],
  [Infinity, 9, 3],
];

/**
 * @template Item
 * @param {Item[]} list
 * @param {number} size
 */
function pagesOf(list, size) {
  const count = Math.ceil(list.length / size);
  return Array.from({ length: count }, (_, page) => list.slice(page * size, (page + 1) * size));
}

/**
 * As even as can be: 16 tables make two pages of eight, not fifteen and one.
 * @template Item
 * @param {Item[]} list
 * @param {number} most
 */
function evenPages(list, most) {
  return pagesOf(list, Math.ceil(list.length / Math.ceil(list.length / most)));
}

// One short word for each state, as large as a tile allows.
/** @type {Record<string, string>} */
const WORDS = { waiting: "sent", in: "in", disputed: "help", late: "late", "stood down": "off" };

/** @type {Record<string, number>} */
const SIDES = { NS: 0, EW: 1 };

/** @param {import("../../shared/wire.js").PublicTable} table */
function tile(table) {
  const { number, seats, state, result } = table;
  const words = result ? `${result.ns}–${result.ew}` : (WORDS[state] ?? "");
  /** @param {number} place */
  const won = (place) => result?.winner && place % 2 === SIDES[result.winner];
  return h(
    "li",
    { class: "tile", "data-state": state, "data-key": `table ${number}` },
    h(
      "div",
      {},
      h("h3", { "data-long": number > 99 }, h("span", { class: "visually-hidden" }, "Table "), String(number)),
      h("p", { class: "tile-state" }, words),
    ),
    h(
      "ol",
      {},
      seats.map((seat, place) =>
        h(
          "li",
          { class: won(place) ? "won" : null },
          h("b", {}, SEATS[place]),
          h("span", {}, seat, won(place) ? h("span", { class: "visually-hidden" }, ", won") : null),
        ),
      ),
    ),
  );
}

/**
 * The grid of a page: few tables are shown larger.
 * @param {number} count
 * @param {number} widest
 */
function grid(count, widest) {
  const columns = count <= 6 ? 3 : count <= 12 ? Math.min(4, widest) : widest;
  return { class: "tiles", "data-columns": columns, "data-rows": count <= columns * 2 ? 2 : 3 };
}

/** @param {View} view */
function seatPages({ tables, sitting_out: resting, round }) {
  const longest = Math.max(0, ...tables.flatMap(({ seats }) => seats.map((seat) => seat.length)));
  const [, most, widest] = ROOM.find(([letters]) => longest <= letters) ?? ROOM[0];
  const pages = evenPages(tables, most);
  return pages.map((page, at) => ({
    kind: "seats",
    title: round?.closed ? "The round is over" : "Who sits where",
    part: [at + 1, pages.length],
    body: () => [
      h("ul", grid(page.length, widest), page.map(tile)),
      resting?.length ? h("p", { class: "resting" }, h("b", {}, "Sitting out: "), listed(resting)) : null,
    ],
  }));
}

/** @param {View} view */
function resultPages({ results }) {
  if (!results?.length) return [];
  return [
    {
      kind: "results",
      title: "Results",
      part: [1, 1],
      body: () =>
        h(
          "ul",
          { class: "results" },
          results
            .slice(0, RESULTS_A_PAGE)
            .map(({ table, words }) =>
              h("li", { "data-key": `${table} ${words}` }, h("b", {}, `Table ${table}`), h("span", {}, words)),
            ),
        ),
    },
  ];
}

/** @param {View} view */
function standingsPages({ standings, phase }) {
  const pages = pagesOf(standings.lines.slice(0, MOST_LINES), LINES_A_PAGE);
  const shared = new Map();
  for (const { place } of standings.lines) shared.set(place, (shared.get(place) ?? 0) + 1);
  return pages.map((page, at) => ({
    kind: "standings",
    title: phase === "over" ? "Final standings" : "Standings",
    part: [at + 1, pages.length],
    body: () =>
      h(
        "table",
        { class: "ranking" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["Place", "Name", capital(standings.total_is)].map((word) => h("th", { scope: "col" }, word)),
          ),
        ),
        h(
          "tbody",
          {},
          page.map((line) =>
            h(
              "tr",
              { "data-key": line.name },
              h("td", {}, `${line.place}${(shared.get(line.place) ?? 0) > 1 ? "=" : ""}`),
              h("td", {}, line.name, line.to_come ? h("small", {}, toCome(line)) : null),
              h("td", {}, line.total),
            ),
          ),
        ),
      ),
  }));
}

/** @param {string} token @param {View} view */
function welcome(token, view) {
  const { here = 0, entered = 0, sign_up: signUp, place, start } = view;
  const people = entered ? `${here} of ${entered} ${entered === 1 ? "person is" : "people are"} here` : "Welcome";
  const code = signUp ? `/api/desk/${token}/qr.svg?to=${encodeURIComponent(signUp)}` : null;
  return [
    {
      kind: "welcome",
      title: "Welcome",
      part: [1, 1],
      body: () =>
        h(
          "div",
          { class: "welcome" },
          h(
            "div",
            {},
            h("p", { class: "big" }, people),
            start ? h("p", {}, `We start at ${timeWords(start)}`) : null,
            place ? h("p", {}, place) : null,
            h("p", {}, view.rules.title),
          ),
          code
            ? h(
                "figure",
                {},
                // Lazy: a page that is drawn but not shown asks for nothing.
                h("img", { loading: "lazy", src: code, alt: "QR code to sign up with a phone" }),
                h("figcaption", {}, "Sign up with your phone, or tell the director"),
              )
            : null,
        ),
    },
  ];
}

/**
 * Every page there is to show now, in the order in which they turn. A page draws itself when its time comes.
 * @param {string} token
 * @param {View} view
 */
export function scenes(token, view) {
  if (view.phase === "over" || view.phase === "play-offs") return standingsPages(view);
  if (!view.round) return welcome(token, view);
  const begun = view.results?.length || view.standings.lines.some((line) => line.games);
  const seats = seatPages(view);
  // Before the bell nobody looks for anything but a chair.
  const settling = view.clock.minutes > 0 && view.clock.state === "ready";
  if (!begun || (settling && !view.round.closed)) return seats;
  return view.round.closed
    ? [...standingsPages(view), ...resultPages(view)]
    : [...seats, ...resultPages(view), ...standingsPages(view)];
}
