// Games by name: a person's own card, the grid of all names and rounds, and the box that finds a person. From each of
// them a game can be corrected, so that a mistake is found by the person and not only by the table.

import { h } from "../../shared/dom.js";
import { capital } from "../../shared/english.js";
import { figureWords, gameLines, moneyLines, rulingLines, standingWords } from "../card-lines.js";
import { get } from "../event-connection.js";
import { opens, sets } from "./parts.js";

/** @typedef {import("../page-types.js").Attributes} Attributes */
/** @typedef {import("../page-types.js").Desk} Desk */
/** @typedef {import("../page-types.js").DrawerPart} DrawerPart */
/** @typedef {import("../../shared/wire.js").AllGames} AllGames */
/** @typedef {import("../../shared/wire.js").CardGame} CardGame */
/** @typedef {import("../../shared/wire.js").GridCell} Cell */
/** @typedef {import("../../shared/wire.js").GridLine} Line */
/** @typedef {import("../../shared/wire.js").PersonCard} PersonCard */

/**
 * A name that opens the person's card.
 * @param {string} name
 * @param {unknown} words
 */
export const nameButton = (name, words = name) =>
  name ? opens(words, "card", { name }, { class: "plain-button name-link" }) : null;

/**
 * The people of a line in the standings, each a way to their card.
 * @param {readonly string[]} players
 * @param {string} name
 */
export const lineNames = (players, name) =>
  players.length > 1 ? players.map((player, at) => [at > 0 && " & ", nameButton(player)]) : nameButton(name);

/** @param {string} text */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * A finder of everybody's names in sentences: gives the sentence with each name as a way to that person's card.
 * @param {Desk} desk
 * @returns {(words: string) => unknown}
 */
export function namesIn(desk) {
  const names = everybody(desk).sort((a, b) => b.length - a.length);
  if (!names.length) return (words) => words;
  const known = new RegExp(`(?<![\\p{L}\\p{N}])(${names.map(escaped).join("|")})(?![\\p{L}\\p{N}])`, "u");
  return (words) => words.split(known).map((part, at) => (at % 2 ? nameButton(part) : part));
}

/**
 * Everybody on the list, and the subs.
 * @param {Desk} desk
 */
function everybody({ view }) {
  const listed = view.people.flatMap(({ name, sub }) => [name, sub]);
  const rounds = view.rounds.flatMap(({ tables }) => tables ?? []);
  const seated = [...rounds, ...view.tables].flatMap(({ seats }) => seats.map(({ plays }) => plays));
  return [...new Set([...listed, ...seated])].filter(Boolean);
}

/** @param {Desk} desk @returns {(game: CardGame) => unknown} */
const correct = (desk) => (game) =>
  game.table > 0 &&
  opens(
    desk.role === "director" && game.status === "played" ? "Correct" : "Open",
    "table",
    { round: game.round, table: game.table },
    { class: "card-correct", "aria-label": `${game.status === "played" ? "Correct" : "Open"} ${game.name}` },
  );

/** @param {PersonCard} card @param {Desk} desk */
const ways = (card, desk) =>
  h(
    "div",
    { class: "row" },
    card.on_list && opens("Here, sub, phone", "person", { name: card.name }),
    desk.role === "director" && card.on_list && opens("A ruling", "rule-person", { name: card.name }),
    opens("All games", "games"),
  );

/** @type {import("../page-types.js").DrawerPart<PersonCard>} */
export const cardDrawer = {
  wide: true,
  title: (_, detail) => detail.name ?? "",
  load: (desk, detail) => get(desk.token, "card", { name: detail.name ?? "" }),
  content: (desk, _, card) => {
    if (!card) return h("p", { class: "quiet" }, "Loading…");
    return [
      h("p", { class: "sentence" }, card.on_list ? `${standingWords(card)}.` : "Plays as a sub."),
      h(
        "p",
        { class: "quiet" },
        [card.entry !== card.name && `Team ${card.entry}`, figureWords(card)].filter(Boolean).join(" · "),
      ),
      ways(card, desk),
      h("h3", {}, "Games"),
      gameLines(card, nameButton, correct(desk)),
      rulingLines(card),
      moneyLines(card),
    ];
  },
};

/** @param {Cell} cell */
function cellWords({ status, own, theirs, table }) {
  if (own !== null) return `${own}–${theirs}`;
  if (status === "sat out") return "sat out";
  if (status === "stood down") return "off";
  return table ? `T${table}` : "–";
}

/** @type {Record<Cell["status"], string>} */
const CELL_LABELS = {
  played: "",
  waiting: "not confirmed",
  disputed: "disputed",
  open: "no score yet",
  "stood down": "the table did not play",
  "sat out": "sat out",
  absent: "no place",
};

/** @param {Line} line @param {AllGames["rounds"][number]} round @param {Cell} cell */
function cellLabel(line, round, cell) {
  const score = cell.own === null ? "" : `${cell.own} to ${cell.theirs}`;
  return [
    `${line.name}, ${round.name}: ${cell.table ? `table ${cell.table}` : CELL_LABELS[cell.status]}`,
    score,
    cell.outcome,
    cell.table ? CELL_LABELS[cell.status] : "",
    cell.sub && `${cell.sub} played`,
    cell.corrected && "corrected",
  ]
    .filter(Boolean)
    .join(", ");
}

/** @param {Cell} cell */
const marks = (cell) => [
  cell.sub && h("sup", {}, "s"),
  cell.corrected && h("sup", {}, "c"),
  cell.status === "waiting" && h("sup", {}, "?"),
  cell.status === "disputed" && h("sup", {}, "≠"),
];

/** @param {Line} line @param {AllGames["rounds"][number]} round @param {Cell} cell */
function gridCell(line, round, cell) {
  const words = [cellWords(cell), marks(cell)];
  const label = cellLabel(line, round, cell);
  return h(
    "td",
    { class: `${cell.outcome || cell.status.replace(" ", "-")}` },
    cell.table
      ? opens(words, "table", { round: round.round, table: cell.table }, { "aria-label": label, title: label })
      : h(
          "span",
          { title: label },
          words,
          cellWords(cell) !== CELL_LABELS[cell.status] &&
            h("span", { class: "visually-hidden" }, CELL_LABELS[cell.status]),
        ),
  );
}

/** @param {AllGames} all @param {string} order */
function gridTable(all, order) {
  const lines =
    order === "place" ? [...all.lines].sort((a, b) => parseInt(a.place, 10) - parseInt(b.place, 10)) : all.lines;
  return h(
    "div",
    { class: "all-games", tabindex: "0", role: "region", "aria-label": "All games" },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col", class: "who" }, "Name"),
          all.rounds.map(({ name, short, round }) =>
            h("th", { scope: "col", "data-key": round, title: name, "aria-label": name }, short),
          ),
          h("th", { scope: "col", title: capital(all.total_is) }, "Total"),
          h("th", { scope: "col" }, "Place"),
        ),
      ),
      h(
        "tbody",
        {},
        lines.map((line) =>
          h(
            "tr",
            { "data-key": line.name },
            h("th", { scope: "row", class: "who" }, lineNames(line.players, line.name)),
            line.cells.map((cell, at) => gridCell(line, all.rounds[at], cell)),
            h("td", { class: "total" }, line.total),
            h("td", {}, line.place),
          ),
        ),
      ),
    ),
  );
}

const KEY =
  "Choose a score to correct it, or a name for that person's card. Own points come first; a win is bold and underlined. " +
  "s: a sub played. c: corrected. T3: at table 3, no score yet. –: no place in that round.";

/** @type {import("../page-types.js").DrawerPart<AllGames>} */
export const gamesDrawer = {
  wide: true,
  title: () => "All games",
  load: (desk) => get(desk.token, "games"),
  content: (desk, detail, all) => {
    if (!all) return h("p", { class: "quiet" }, "Loading…");
    if (!all.rounds.length) return h("p", {}, "No games yet.");
    const byPlace = detail.show === "place";
    return [
      h(
        "div",
        { class: "row", "data-key": "tools" },
        sets("By name", { show: "name" }, { "aria-pressed": String(!byPlace) }),
        sets("By place", { show: "place" }, { "aria-pressed": String(byPlace) }),
        h("a", { class: "button", href: desk.paper("master"), target: "_blank" }, "Print"),
      ),
      gridTable(all, detail.show ?? "name"),
      h("p", { class: "quiet" }, KEY),
    ];
  },
};
