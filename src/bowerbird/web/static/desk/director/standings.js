// Standings with the reasons for every tie, play-offs that are owed, prizes and the ledger.

import { h } from "../../shared/dom.js";
import { capital, listed } from "../../shared/english.js";
import { segments } from "../../shared/segments.js";
import { money } from "../money.js";
import { toCome } from "../phone/words.js";
import { GAIN_NOTE, gainPicture, gainScale } from "../standings/gain.js";
import { ranked } from "../standings/places.js";
import { announcePart } from "./announce.js";
import { boardsLink } from "./boards.js";
import { lineNames } from "./card.js";
import { fiftyFiftyPart } from "./fifty-fifty.js";
import { act, field, form, number, opens } from "./parts.js";
import { unpaidNote } from "./unpaid.js";

/** @typedef {import("../../shared/wire.js").StandingLine} Line */
/** @typedef {import("../../shared/wire.js").TieShown} Tie */
/** @typedef {import("../page-types.js").Fields} Fields */
/** @typedef {"wins" | "draws" | "losses" | "points" | "loners" | "euchres" | "games" | "sat_out"} Column */

/**
 * Columns that say something in this event; the others stay away.
 * @type {[Column, string][]}
 */
const COLUMNS = [
  ["wins", "Won"],
  ["draws", "Tied"],
  ["losses", "Lost"],
  ["points", "Points"],
  ["loners", "Lone marches"],
  ["euchres", "Euchres"],
  ["games", "Games"],
  ["sat_out", "Sat out"],
];

/**
 * Reasons that several places share are told once, with the first of them.
 * @param {Line[]} lines
 * @param {number} at
 */
function reasonsOf(lines, at) {
  const { reasons } = lines[at];
  const told = at > 0 && JSON.stringify(lines[at - 1].reasons) === JSON.stringify(reasons);
  if (!reasons.length || told) return null;
  return h(
    "ul",
    { class: "reasons" },
    reasons.map((reason) => h("li", {}, reason)),
  );
}

/**
 * Where the total is made of points, the points of the games are named apart, and left off where they are the same.
 * @param {string} totalIs
 * @param {Line[]} lines
 */
function columnsOf(totalIs, lines) {
  const points = /points/.test(totalIs) ? "Game points" : "Points";
  return COLUMNS.filter(
    ([name]) =>
      name !== totalIs &&
      lines.some((line) => Number(line[name]) > 0) &&
      !(name === "points" && lines.every((line) => Number(line.points) === Number(line.total))),
  ).map(([name, words]) => /** @type {const} */ ([name, name === "points" ? points : words]));
}

const NO_BREAK = "\u00a0";

/**
 * “Won 3 · Game points 8”: the further columns as one line, where there is no room for them.
 * @param {(readonly [Column, string])[]} columns
 * @param {Line} line
 */
const moreWords = (columns, line) =>
  columns
    .filter(([name]) => Number(line[name]) > 0)
    .map(([name, words]) => `${words} ${line[name]}`.replaceAll(" ", NO_BREAK))
    .join(`${NO_BREAK}· `);

/** @param {import("../../shared/wire.js").Standings} standings */
function standingsTable({ total_is: totalIs, lines }) {
  const columns = columnsOf(totalIs, lines);
  const written = ranked(lines);
  const scale = gainScale(lines);
  const table = h(
    "div",
    { class: "table-scroll", tabindex: "0", role: "region", "aria-label": "Standings" },
    h(
      "table",
      { class: "standings" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "Place"),
          h("th", { scope: "col" }, "Name"),
          h("th", { scope: "col", class: "figure" }, capital(totalIs)),
          columns.map(([, words]) => h("th", { scope: "col", class: "figure more" }, words)),
        ),
      ),
      h(
        "tbody",
        {},
        lines.map((line, at) =>
          h(
            "tr",
            { "data-key": line.name },
            h("td", { class: "figure" }, written(line)),
            h(
              "th",
              { scope: "row" },
              lineNames(line.players, line.name),
              gainPicture(line.per_board, scale),
              h("small", { class: "quiet more-line" }, moreWords(columns, line)),
              line.to_come > 0 && h("small", { class: "quiet" }, ` ${toCome(line)}`),
              reasonsOf(lines, at),
            ),
            h("td", { class: "figure total" }, String(line.total)),
            columns.map(([name]) => h("td", { class: "figure more" }, String(line[name]))),
          ),
        ),
      ),
    ),
  );
  return scale ? [table, h("p", { class: "quiet" }, GAIN_NOTE)] : table;
}

/** @param {Tie} tie */
function coins(tie) {
  return form(
    { what: "coins" },
    { "data-read": "coins" },
    tie.entries.map((name) =>
      segments(
        `coin ${name}`,
        name,
        [
          ["heads", "Heads"],
          ["tails", "Tails"],
        ],
        undefined,
      ),
    ),
    h("button", { "data-main": true }, "Save the coin toss"),
  );
}

/**
 * Points of the two who played; where more are level, the others' fields stay empty.
 * @param {Tie} tie
 */
function game(tie) {
  return form(
    { what: "play-off" },
    { "data-read": "play-off" },
    tie.entries.map((name) => field(name, number(`points ${name}`, { maxlength: 3, placeholder: "points" }))),
    h("button", { "data-main": true }, "Save the game"),
  );
}

/** @param {Tie} tie */
function dueTie(tie) {
  return h(
    "section",
    { class: "panel tie", "data-key": `tie ${tie.entries.join()}` },
    h("h3", {}, tie.needs === "coins" ? "Toss for the bye" : "A play-off game"),
    h("p", {}, `${listed(tie.entries)} ${tie.words}.`),
    tie.needs === "coins" ? coins(tie) : game(tie),
    act("Leave it shared", { what: "share", entries: tie.entries }),
  );
}

/** @type {import("../page-types.js").DrawerPart} */
export const standingsDrawer = {
  wide: true,
  title: (desk) => (desk.view.phase === "over" ? "Final standings" : "Standings"),
  content: (desk) => {
    const { view } = desk;
    return [
      view.ties?.map(dueTie),
      announcePart(desk),
      h(
        "div",
        { class: "row", "data-key": "ways" },
        desk.role === "director" && opens("Prizes and money", "money"),
        opens("All games", "games"),
        boardsLink(desk),
        h("a", { class: "button", href: desk.paper("standings"), target: "_blank" }, "Print"),
        view.links?.public && h("a", { class: "button", href: view.links.public, target: "_blank" }, "Public page"),
      ),
      view.standings.lines.length ? standingsTable(view.standings) : h("p", {}, "No games scored yet."),
    ];
  },
};

/** @param {Record<string, number>} balances */
const byAmount = (balances) =>
  Object.entries(balances)
    .filter(([, cents]) => cents)
    .sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0], undefined, { numeric: true }));

/** @type {import("../page-types.js").DrawerPart} */
export const moneyDrawer = {
  title: () => "Prizes and money",
  content: (desk) => {
    const { prizes, split, ledger, balances } = desk.view;
    const accounts = byAmount(balances);
    return [
      h("h3", {}, desk.view.phase === "over" || !prizes.length ? "Prizes" : "Prizes, provisional"),
      prizes.length > 0 &&
        desk.view.phase !== "over" &&
        h("p", { class: "provisional" }, h("b", {}, "Not final. "), "This is what people would get if it ended now."),
      unpaidNote(desk),
      split && h("p", {}, `The pot: ${split[0].toLowerCase()}${split.slice(1)}`),
      prizes.length
        ? h(
            "ul",
            { class: "money" },
            prizes.map(({ name, cents, why }) =>
              h("li", {}, h("b", {}, money(cents)), ` ${name}`, why && h("span", { class: "quiet" }, ` ${why}`)),
            ),
          )
        : h(
            "p",
            {},
            accounts.length ? "Prizes are paid when the event is finished." : "There is no money in this event.",
          ),
      fiftyFiftyPart(desk),
      accounts.length > 0 && [
        h("h3", {}, "Paid and received"),
        h(
          "ul",
          { class: "money" },
          accounts.map(([name, cents]) => h("li", {}, h("b", {}, money(cents)), ` ${name}`)),
        ),
        ledger.length > 0 &&
          h(
            "details",
            {},
            h("summary", {}, "Every payment"),
            h(
              "ul",
              {},
              ledger.map(({ round, why, amounts }) =>
                h(
                  "li",
                  {},
                  round ? `Round ${round}: ` : "",
                  why,
                  ": ",
                  listed(Object.entries(amounts).map(([name, cents]) => `${name} ${money(cents)}`)),
                ),
              ),
            ),
          ),
      ],
      h(
        "div",
        { class: "row" },
        h("a", { class: "button", href: desk.paper("payout"), target: "_blank" }, "Print the payout sheet"),
        h("a", { class: "button", href: desk.file("ledger.csv"), download: true }, "Ledger as CSV"),
      ),
    ];
  },
};

/** @param {Fields} fields */
export function readCoins(fields) {
  const tossed = Object.entries(fields).filter(([name]) => name.startsWith("coin "));
  return { what: "coins", coins: Object.fromEntries(tossed.map(([name, side]) => [name.slice(5), side])) };
}

/** @param {Fields} fields */
export function readPlayOff(fields) {
  const played = Object.entries(fields)
    .filter(([name]) => name.startsWith("points "))
    .map(([name, points]) => ({ name: name.slice(7), points: Number(points) }))
    .sort((a, b) => b.points - a.points);
  if (played[0].points === played[1].points) throw new Error("One side must win. Enter points for both.");
  return {
    what: "play-off",
    winner: played[0].name,
    winner_points: played[0].points,
    loser: played[1].name,
    loser_points: played[1].points,
  };
}
