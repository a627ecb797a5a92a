// The pictures on a phone: the table from above with "you are here", and a score as large numbers. Drawn here.

import { h } from "../../shared/dom.js";
import { ordinal } from "../../shared/english.js";
import { author, chairs, extras, playing, points, SEAT_WORDS, side } from "./words.js";

/** @typedef {import("./words.js").Chair} Chair */
/** @typedef {import("./words.js").OwnTable} OwnTable */
/** @typedef {{ ns: number, ew: number }} Score */

/** @param {Chair} chair @param {number} dealer */
function placeCard(chair, dealer) {
  const role = chair.you ? " you" : chair.ours ? " partner" : "";
  return h(
    "span",
    { class: `place-card at-${chair.seat}${role}` },
    h("span", { class: "card-seat" }, SEAT_WORDS[chair.seat]),
    h("span", { class: "card-name" }, chair.you ? "You are here" : playing(chair)),
    dealer === chair.place ? h("b", { class: "deals" }, "D") : null,
  );
}

/**
 * The table from above, North on top as on the table card, with each name at its seat.
 * @param {import("../../shared/wire.js").OwnTile} table
 */
export function tablePicture(table) {
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
      h("b", { class: "table-number" }, String(table.number)),
    ),
    dealer ? h("figcaption", {}, h("b", { class: "deals" }, "D"), " deals first") : null,
  );
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
      h("th", { scope: "row" }, side(table, ours)),
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
        claims.map(({ by }) => h("th", { scope: "col" }, `${author(table, by).words} entered`)),
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
    h("b", {}, ordinal(line.place)),
    h("span", {}, `of ${of}, with ${line.total} ${standings.total_is}`),
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
