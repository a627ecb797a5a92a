// A person's games, rulings and money, line by line: for the desk's card and for the person's own phone. Draws only.

import { h } from "../shared/dom.js";
import { listed } from "../shared/english.js";
import { money as inDollars } from "./money.js";

/** @typedef {import("../shared/wire.js").PersonCard} PersonCard */
/** @typedef {import("../shared/wire.js").CardGame} CardGame */
/** @typedef {import("../shared/wire.js").CardMoney} CardMoney */
/** @typedef {(name: string) => unknown} Name how a name is shown: as plain words, or as a way to that person's card */
/** @typedef {(game: CardGame) => unknown} After what stands at the end of a line */

/** @type {Record<CardGame["status"], string>} */
const STATUS_WORDS = {
  played: "",
  waiting: "Not confirmed yet",
  disputed: "Disputed",
  open: "No score yet",
  "stood down": "The table did not play",
  "sat out": "Sat out",
  absent: "No place in this round",
};

/** @type {Record<string, string>} */
const OUTCOME_SIGNS = { won: "✓ Won", tied: "= Tied", lost: "Lost", "": "" };

/**
 * Names with words between them.
 * @param {readonly string[]} names
 * @param {Name} show
 */
const joined = (names, show) => names.map((name, at) => [at > 0 && " and ", show(name)]);

/** @param {CardGame} game @param {Name} show */
function where(game, show) {
  if (!game.table) return h("p", { class: "card-where quiet" }, STATUS_WORDS[game.status]);
  return h(
    "p",
    { class: "card-where" },
    h("b", {}, `Table ${game.table}, ${game.seat}`),
    " with ",
    show(game.partner),
    h("span", { class: "card-against" }, " against ", joined(game.against, show)),
  );
}

/** @param {CardGame} game */
function score(game) {
  if (game.own === null) return h("p", { class: "card-score quiet" }, game.table ? STATUS_WORDS[game.status] : "");
  return h(
    "p",
    { class: `card-score ${game.outcome}` },
    h("b", {}, `${game.own}–${game.theirs}`),
    " ",
    h("small", {}, OUTCOME_SIGNS[game.outcome] || STATUS_WORDS[game.status]),
  );
}

/** @param {CardGame} game @param {Name} show */
const notes = (game, show) => [
  game.sub && h("p", { class: "card-note" }, show(game.sub), " played as the sub."),
  game.plays_for && h("p", { class: "card-note" }, "Played for ", show(game.plays_for), "."),
  !game.counts && h("p", { class: "card-note" }, "This round does not count."),
  game.loners > 0 && h("p", { class: "card-note" }, `Lone marches: ${game.loners}`),
  game.earlier.map((was) =>
    h("p", { class: "card-note" }, `Corrected: it was ${was.own}–${was.theirs}${was.why ? ` (${was.why})` : ""}.`),
  ),
  game.rulings.map((words) => h("p", { class: "card-note" }, `Ruling: ${words}.`)),
];

/** @param {CardGame} game */
function sum(game) {
  if (!game.total && !game.worth) return null;
  return h(
    "p",
    { class: "card-sum" },
    game.worth && h("small", {}, `+${game.worth}`),
    game.total && h("b", {}, h("span", { class: "visually-hidden" }, "Total "), game.total),
  );
}

/**
 * Every game, one after the other.
 * @param {PersonCard} card
 * @param {Name} show
 * @param {After} after
 */
export const gameLines = (card, show, after = () => null) =>
  card.games.length
    ? h(
        "ol",
        { class: "card-games" },
        card.games.map((game) =>
          h(
            "li",
            { "data-key": game.round, class: game.status.replace(" ", "-") },
            h("h4", { class: "card-round" }, game.name),
            where(game, show),
            score(game),
            sum(game),
            h("div", { class: "card-notes" }, notes(game, show)),
            after(game),
          ),
        ),
      )
    : h("p", {}, "No games yet.");

/** @param {PersonCard} card */
export const standingWords = (card) =>
  card.place ? `Place ${card.place} with ${card.total} ${card.total_is}` : "No place yet";

/** @param {PersonCard} card */
export const figureWords = (card) =>
  [...card.figures.map(([word, count]) => `${word} ${count}`), card.zone && `Zone ${card.zone}`]
    .filter(Boolean)
    .join(" · ");

/** @param {PersonCard} card */
export const rulingLines = (card) =>
  card.rulings.length > 0 && [
    h("h3", {}, "Rulings"),
    h(
      "ul",
      { class: "card-rulings" },
      card.rulings.map(({ round, words, overruled }) =>
        h("li", {}, round ? `Round ${round}. ` : "", words, overruled && h("b", {}, ` Overruled: ${overruled}`)),
      ),
    ),
  ];

/** @param {PersonCard} card */
export function moneyLines({ money, paid }) {
  if (!money.length && paid === null) return null;
  const sure = money.filter((line) => line.sure);
  const still = money.filter((line) => !line.sure);
  const sumUp = sure.reduce((all, { cents }) => all + cents, 0);
  return [
    h("h3", {}, "Money"),
    paid !== null && h("p", {}, paid ? "✓ Has paid at the door." : "Has not paid at the door yet."),
    sure.length > 0 &&
      h(
        "table",
        { class: "card-money" },
        h(
          "tbody",
          {},
          sure.map(moneyLine),
          sure.length > 1 && h("tr", { class: "all" }, h("th", { scope: "row" }, "Total"), figure(sumUp)),
        ),
      ),
    still.length > 0 &&
      h(
        "p",
        { class: "quiet" },
        `If it ended now: ${listed(still.map(({ words, cents }) => `${words.toLowerCase()} ${inDollars(cents)}`))}.`,
      ),
  ];
}

/** @param {number} cents */
const figure = (cents) => h("td", { class: "figure" }, inDollars(cents));

/** @param {CardMoney} line */
const moneyLine = ({ words, cents }) => h("tr", {}, h("th", { scope: "row" }, words), figure(cents));
