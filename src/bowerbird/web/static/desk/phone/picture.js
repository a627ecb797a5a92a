// The pictures on a phone: the table from above with "you are here", and a score as large numbers. Drawn here.

import { h, svg } from "../../shared/dom.js";
import { ranked, rankedWords } from "../standings/places.js";
import { author, chairs, extras, playing, points, SEAT_WORDS, shortName, shortSide, side } from "./words.js";

/** @typedef {import("./words.js").Chair} Chair */
/** @typedef {import("./words.js").OwnTable} OwnTable */
/** @typedef {{ ns: number, ew: number }} Score */

// The room, in points of a phone's width.
const WIDTH = 342;
const HIGH = 54;
/** The height of the pin. */
const PIN = 36;

/** @param {number} count */
const columnsFor = (count) => (count <= 16 ? 4 : count <= 30 ? 5 : count <= 48 ? 6 : 8);

/**
 * Where a table stands. The rows below the reader's own make room for the pin.
 * @param {number} at
 * @param {number} columns
 * @param {number} own
 */
function spot(at, columns, own) {
  const wide = WIDTH / columns;
  const [row, ownRow] = [at, own].map((place) => Math.floor(place / columns));
  return { wide, x: wide * (at % columns) + wide / 2, y: HIGH * row + HIGH / 2 + 6 + (row > ownRow ? PIN : 0) };
}

/**
 * One table of the room, with its number.
 * @param {number} number
 * @param {number} at
 * @param {number} columns
 * @param {number} own
 */
function roomTable(number, at, columns, own) {
  const { wide, x, y } = spot(at, columns, own);
  const half = Math.min(33, wide / 2 - 4);
  return (
    `<g class="room-table${at === own ? " you" : ""}"><rect x="${x - half}" y="${y - 18}" width="${2 * half}" height="36" rx="10"/>` +
    `<text x="${x}" y="${y + 8}">${number}</text></g>`
  );
}

/** The pin below the reader's own table. @param {number} own @param {number} columns */
function pin(own, columns) {
  const { x, y } = spot(own, columns, own);
  const middle = Math.max(100, Math.min(WIDTH - 100, x));
  return (
    `<g class="room-pin"><path d="M${x} ${y + 18}L${x - 9} ${y + 27}H${x + 9}Z"/>` +
    `<rect x="${middle - 92}" y="${y + 25}" width="184" height="32" rx="9"/><text x="${middle}" y="${y + 50}">you are here</text></g>`
  );
}

/**
 * The tables of the room by their numbers, with "you are here". A room with one table needs no picture.
 * @param {number[]} numbers
 * @param {number} own
 */
export function roomPicture(numbers, own) {
  const at = numbers.indexOf(own);
  if (numbers.length < 2 || at < 0) return null;
  const columns = columnsFor(numbers.length);
  const rows = Math.ceil(numbers.length / columns);
  const high = rows * HIGH + PIN + 12;
  const tables = numbers.map((number, place) => roomTable(number, place, columns, at)).join("");
  const drawing = svg(
    `<svg class="room-map" viewBox="0 0 ${WIDTH} ${high}" role="img" aria-label="The room: you are at table ${own}">` +
      `<rect class="room-floor" x="1" y="1" width="${WIDTH - 2}" height="${high - 2}" rx="14"/>${tables}${pin(at, columns)}</svg>`,
  );
  return h("details", { class: "room", open: rows <= 4 }, h("summary", {}, "The room"), drawing);
}

/** @param {string} line */
export const lineMark = (line) => h("b", { class: "line-mark", "data-line": line }, line);

/**
 * The games of a sitting, with the partner in each; the one in progress first.
 * @param {OwnTable} table
 * @param {import("../../shared/wire.js").GameWith[]} games
 */
export const gamesPicture = (table, games) =>
  h(
    "ol",
    { class: "games-ahead" },
    games.map(({ name, partner, now }) =>
      h(
        "li",
        { "aria-current": now ? "step" : null },
        h("span", {}, name),
        h("b", {}, `with ${shortName(table, partner)}`),
      ),
    ),
  );

/**
 * How far a score has come: steps that are done, the one that is waited for, and those to come.
 * @param {string[]} steps
 * @param {number} at
 */
export const stepsPicture = (steps, at) =>
  h(
    "ol",
    { class: "steps" },
    steps.map((words, step) =>
      h("li", { "data-step": step < at ? "done" : step === at ? "now" : "later", "data-key": step }, words),
    ),
  );

/**
 * True if a part of a name is too long for half a phone in large type.
 * @param {string} name
 */
const isLong = (name) => name.split(" ").some((part) => part.length > 9);

/** @param {Chair} chair @param {number} dealer */
function placeCard(chair, dealer) {
  const role = chair.you ? " you" : chair.ours ? " partner" : "";
  return h(
    "span",
    { class: `place-card at-${chair.seat}${role}` },
    h("span", { class: "card-seat" }, SEAT_WORDS[chair.seat]),
    role === " partner" ? h("span", { class: "card-seat" }, "partner") : null,
    h("span", { class: "card-name", "data-long": isLong(playing(chair)) }, chair.you ? "You are here" : playing(chair)),
    dealer === chair.place ? h("b", { class: "deals" }, "D") : null,
  );
}

/**
 * The table from above, North on top as on the table card, with each name at its seat.
 * @param {import("../../shared/wire.js").OwnTile} table
 * @param {string} [pivot] who keeps the chair and the card, where somebody does
 */
export function tablePicture(table, pivot = "") {
  const four = chairs(table);
  const dealer = four[table.dealer];
  const words = four.map((each) => `${each.you ? "You" : playing(each)}, ${SEAT_WORDS[each.seat]}`).join("; ");
  const deals = dealer ? `; ${dealer.you ? "you deal" : `${playing(dealer)} deals`} first` : "";
  return h(
    "figure",
    { class: "table-picture" },
    h(
      "div",
      { class: "table-top", role: "img", "aria-label": `Table ${table.number}: ${words}${deals}.` },
      four.map((each) => placeCard(each, table.dealer)),
    ),
    dealer ? h("figcaption", {}, h("b", { class: "deals" }, "D"), pivotWords(dealer, pivot)) : null,
  );
}

/** @param {Chair} dealer @param {string} pivot */
function pivotWords(dealer, pivot) {
  if (!pivot) return dealer.you ? " You deal first" : ` ${playing(dealer)} deals first`;
  return dealer.you
    ? " You are the pivot: you keep your chair and the card"
    : ` ${pivot} is the pivot and keeps the card`;
}

/**
 * A score: the reader's own side above.
 * @param {OwnTable} table
 * @param {Score} result
 */
export function scorePicture(table, result) {
  const { ours, theirs } = points(table, result);
  /** @param {string} words @param {number} number */
  const line = (words, number) => h("p", {}, h("span", {}, words), h("b", {}, String(number)));
  return h("div", { class: "score-picture" }, line(side(table, true), ours), line(side(table, false), theirs));
}

/**
 * What each side wrote, beside each other; figures that differ are marked by more than colour.
 * @param {OwnTable} table
 * @param {import("../../shared/wire.js").ClaimShown[]} claims
 */
export function claimsPicture(table, claims) {
  const read = claims.map((claim) => points(table, claim));
  /** @param {boolean} ours @param {"ours" | "theirs"} key */
  const row = (ours, key) => {
    const differ = new Set(read.map((each) => each[key])).size > 1;
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, shortSide(table, ours)),
      read.map((each) => h("td", { class: differ ? "differs" : null }, String(each[key]))),
    );
  };
  return h(
    "table",
    { class: "claims" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td", {}),
        claims.map(({ by }) => h("th", { scope: "col" }, shortName(table, author(table, by).words))),
      ),
    ),
    h("tbody", {}, row(true, "ours"), row(false, "theirs")),
  );
}

/**
 * How the reader stands, for a screen on which nothing else is to be seen.
 * @param {import("../../shared/wire.js").StandingLine} line
 * @param {import("../../shared/wire.js").Standings} standings
 */
export function placePicture(line, standings) {
  const of = standings.of ?? standings.lines.length;
  return h(
    "div",
    { class: "place-picture" },
    h("b", {}, rankedWords(standings.lines, line)),
    h("span", {}, `of ${of}, with ${line.total} ${standings.total_is}`),
  );
}

/**
 * The first three of the final standings, and the reader where they are not among them.
 * @param {import("../../shared/wire.js").StandingLine} own
 * @param {import("../../shared/wire.js").Standings} standings
 */
export function firstPlaces(own, { lines }) {
  const written = ranked(lines);
  const first = lines.slice(0, 3);
  const shown = first.some(({ name }) => name === own.name) ? first : [...first, own];
  return h(
    "ol",
    { class: "first-places" },
    shown.map((line) =>
      h(
        "li",
        { "data-own": line.name === own.name },
        h("i", {}, written(line)),
        h("b", {}, line.name === own.name ? `${line.name} (you)` : line.name),
        h("span", {}, line.total),
      ),
    ),
  );
}

/**
 * What else is on the cards, one line each; nothing where there is nothing.
 * @param {OwnTable} table
 * @param {import("../../shared/wire.js").CardForm[] | undefined} cards
 */
export function extrasList(table, cards) {
  const said = extras(table, cards);
  return said.length
    ? h(
        "ul",
        { class: "extras" },
        said.map((line) => h("li", {}, line)),
      )
    : null;
}
