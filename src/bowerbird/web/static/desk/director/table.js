// A table's sheet: who sits there, its score and how it came about, and everything that a director can do about it.
// It shows any round: a round that is over can still be corrected, with a reason.

import { h } from "../../shared/dom.js";
import { get } from "../event-connection.js";
import { adjustedFields, sureField } from "./boards.js";
import { nameButton } from "./card.js";
import {
  act,
  asOption,
  field,
  form,
  opens,
  pairNames,
  phoneWords,
  SEATS,
  select,
  text,
  tick,
  withdrawPhone,
} from "./parts.js";
import { lostByRuling, openRulings, rulingsHere } from "./penalties.js";
import { nameSelect, zoneAndAge } from "./people.js";
import { canPlace, placeButton } from "./places.js";
import { everyoneAt, scoreFields, scoreWords } from "./score.js";

/** @typedef {import("../page-types.js").Desk} Desk */
/** @typedef {import("../page-types.js").Detail} Detail */
/** @typedef {import("../../shared/wire.js").RoundShown} Round */
/** @typedef {import("../../shared/wire.js").TableTile} Table */

/**
 * A round with its tables; a large event's older rounds are read when they are asked for.
 * @param {Desk} desk
 * @param {Detail} detail
 * @returns {Promise<Round | null>}
 */
async function loadRound(desk, { round }) {
  const { view } = desk;
  if (view.round?.number === round) return null;
  const known = view.rounds.find(({ number }) => number === round);
  return known?.tables ? known : get(desk.token, `round/${round}`);
}

/**
 * The table that the sheet is about, or null while its round is being read.
 * @param {Desk["view"]} view
 * @param {Detail} detail
 * @param {Round | null} data
 */
function tableOf(view, detail, data = null) {
  const tables = view.round?.number === detail.round ? view.tables : data?.tables;
  return tables?.find(({ number }) => number === detail.table) ?? null;
}

/** @param {Desk} desk @param {Detail} detail */
const inProgress = ({ view: { round } }, detail) => round?.number === detail.round && !round?.closed;

/** @param {Table} table */
function seats(table) {
  return h(
    "ol",
    { class: "seat-list" },
    [0, 1, 2, 3].map((seat) => {
      const { name, plays } = table.seats[seat];
      return h(
        "li",
        {},
        h("span", { class: "quiet" }, SEATS[seat]),
        name ? nameButton(name) : h("span", {}, "empty"),
        plays && plays !== name && h("span", {}, "sub: ", nameButton(plays)),
        table.dealer === seat && h("span", { class: "quiet" }, "deals first"),
      );
    }),
  );
}

/**
 * Whose phones are at the table, so that a phone in the wrong hands can be disconnected.
 * @param {Desk} desk
 * @param {Detail} detail
 * @param {Table} table
 */
function phones(desk, detail, table) {
  const known = table.seats.flatMap(({ plays, phone }) => (phone ? [{ plays, phone }] : []));
  if (desk.role !== "director" || !known.length || desk.view.round?.number !== detail.round) return null;
  return h(
    "details",
    { "data-key": "phones" },
    h("summary", {}, `Phones: ${known.map(({ plays }) => plays).join(", ")}`),
    known.map(({ plays, phone }) =>
      h(
        "p",
        { class: "row" },
        h("span", {}, `${plays}. ${phoneWords(phone)}.`),
        withdrawPhone("Disconnect this phone", plays),
      ),
    ),
  );
}

/** @param {Detail} detail @param {Table} table */
function claims(detail, table) {
  const { result } = table;
  if (result?.status !== "disputed") return null;
  return h(
    "section",
    { class: "panel dispute" },
    h("p", {}, h("b", {}, result.note || "The two sides disagree. Ask them, then enter the right score.")),
    h(
      "div",
      { class: "row" },
      result.claims.map((claim) =>
        act(`${claim.by}: ${claim.ns}–${claim.ew} is right`, {
          what: "accept",
          round: detail.round,
          table: table.number,
          claim: claim.by,
        }),
      ),
    ),
  );
}

/** @param {Detail} detail @param {Table} table */
function waiting(detail, table) {
  const { result } = table;
  if (result?.status !== "waiting") return null;
  return h(
    "section",
    { class: "panel" },
    h("p", {}, `${result.by} entered ${scoreWords(table, result)}. The other side hasn't confirmed it yet.`),
    act("Confirm it", { what: "accept", round: detail.round, table: table.number }, { "data-main": true }),
  );
}

/** @param {Table} table */
function lostBy(table) {
  return field(
    "Was the game lost by a ruling?",
    select(
      "lost_by",
      [
        ["", "No"],
        ["NS", `${pairNames(table, 0)} lost it by a ruling`],
        ["EW", `${pairNames(table, 1)} lost it by a ruling`],
      ],
      table.result ? "" : lostByRuling(table),
    ),
  );
}

/** @param {Table} table @param {number} seat @returns {[string, string]} */
const seatOption = (table, seat) => [String(seat), table.seats[seat].name || SEATS[seat]];

/** @param {Desk} desk @param {Detail} detail @param {Table} table */
function scoreForm(desk, detail, table) {
  const status = table.result?.status;
  const settled = status === "accepted";
  const disputed = status === "disputed";
  const old = !inProgress(desk, detail);
  const correcting = settled || old;
  if (correcting && desk.role === "helper" && old) return null;
  const body = { what: correcting ? "correct" : "score", round: detail.round, table: table.number };
  // A score that is on its way takes nothing: what is typed on is not used.
  const inert = desk.sending.some((each) => "table" in each && each.table === table.number);
  return form(
    body,
    { class: "score-form", "data-read": "score", "data-then": "close", "data-key": `score ${correcting}`, inert },
    h("h3", {}, correcting ? "Correct the score" : "Score"),
    // While something waits for an answer, that question stays in sight; of two disputed scores neither is filled in.
    scoreFields(
      table,
      desk.view.needs,
      disputed ? null : table.result,
      !disputed && status !== "waiting" && !openRulings(table).length,
    ),
    correcting &&
      field(
        "Reason for the correction",
        text("reason", { required: true, maxlength: 200, placeholder: "for example: misread the card" }),
      ),
    table.boards.length
      ? h("details", {}, h("summary", {}, "Adjust a board"), adjustedFields(table))
      : h(
          "details",
          { open: !table.result && lostByRuling(table) !== "" },
          h("summary", {}, "More about this game"),
          lostBy(table),
          tick("stopped", "The game was stopped early. The hands played so far count."),
          field(
            "Who dealt the last hand?",
            select("last_dealer", [["", "Not recorded"], ...SEATS.map((_, seat) => seatOption(table, seat))], ""),
          ),
        ),
    h("button", { "data-main": true }, correcting ? "Save the correction" : "Save"),
  );
}

/** @param {Table} table */
function history(table) {
  const replaced = table.result?.replaced ?? [];
  if (!replaced.length) return null;
  return h(
    "section",
    {},
    h("h3", {}, "Earlier scores"),
    h(
      "ul",
      {},
      replaced.map((was) => h("li", {}, `${was.ns}–${was.ew}${was.why ? `: ${was.why}` : ""}`)),
    ),
  );
}

/**
 * A table that plays on screens: when bots sit in, and that they may at once.
 * @param {Desk} desk
 * @param {Table} table
 */
function online(desk, table) {
  if (!table.online || table.result || desk.role !== "director") return null;
  if (table.unopened)
    return h(
      "section",
      { class: "panel dispute" },
      h("p", {}, h("b", {}, "Not open online yet: "), `${table.unopened} Bowerbird will try again.`),
    );
  const { bots, stand_ins: standIns } = table;
  const waits = bots !== null && bots.at > desk.now();
  const words = waits
    ? `At ${bots.time} a bot will play for anyone who isn't there.`
    : bots || standIns.length
      ? "Bots play for anyone who isn't there."
      : "Play starts when all four are there.";
  return h(
    "section",
    { class: "panel" },
    h("p", {}, `Plays online. ${words}`),
    standIns.map(({ name, time }) =>
      h(
        "p",
        { class: "row", "data-key": `bot ${name}` },
        h("span", {}, `A bot has been playing for ${name} since ${time}. ${name} can come back with their own link.`),
        opens("Show the link", "person", { name }),
      ),
    ),
    h(
      "div",
      { class: "row" },
      h("a", { class: "button", href: table.online, target: "_blank" }, "Watch the table"),
      (waits || !bots) && act("Start with bots now", { what: "sit-in", tables: [table.number] }),
    ),
  );
}

/**
 * A cut that was made at a table, or is drawn because somebody asks for it. That of an earlier round is corrected here.
 * @param {Detail} detail
 * @param {Table} table
 * @param {boolean} on
 */
function cutForm(detail, table, on) {
  const tied = table.result?.status === "accepted" && table.result.winner === null;
  if (table.boards.length || !(on || tied)) return null;
  const names = table.seats.map(({ name }) => name);
  return h(
    "details",
    { "data-key": "cut" },
    h("summary", {}, "Record a cut"),
    form(
      { what: "cut", table: table.number, round: on ? 0 : (detail.round ?? 0) },
      { "data-read": "cut" },
      field(
        "They cut for",
        select(
          "purpose",
          [
            ["move", "who moves"],
            ["deal", "who deals"],
          ],
          table.cut && !table.result ? "deal" : "move",
        ),
      ),
      tied &&
        table.result?.last_dealer == null &&
        field("Who dealt the last hand?", select("last_dealer", [["", "Choose"], ...names.map(asOption)], "")),
      names.map((name) => field(name, text(`card-${name}`, { maxlength: 3, placeholder: "for example Kh" }))),
      tick("draw", "Nobody cut: draw the two cards"),
      field("Why an earlier cut is replaced", text("reason", { maxlength: 200 })),
      h("button", {}, "Save the cut"),
    ),
  );
}

/** @param {Desk} desk @param {Detail} detail @param {Table} table */
function chores(desk, detail, table) {
  const on = inProgress(desk, detail);
  if (desk.role !== "director") return null;
  const here = everyoneAt(table);
  return h(
    "section",
    { class: "chores" },
    h(
      "div",
      { class: "row" },
      opens("A ruling here", "ruling", { table: table.number }),
      on && opens("Someone is missing", "who-is-missing", { table: table.number }),
      on &&
        !table.result && [
          !table.boards.length && opens("Enter the draw", "draw", { table: table.number }),
          placeButton(),
        ],
      table.online &&
        table.result &&
        h("a", { class: "button", href: table.online, target: "_blank" }, "Watch the table"),
      table.result?.status === "waiting" &&
        opens("Dispute it", "dispute", { round: detail.round, table: table.number }),
    ),
    on &&
      h(
        "details",
        { "data-key": "swap" },
        h("summary", {}, "Swap two people"),
        form(
          { what: "swap" },
          {},
          field(
            "Who",
            select(
              "first",
              table.seats.map(({ name }) => asOption(name)),
              here[0],
            ),
          ),
          field("Swaps with", nameSelect(desk, "second", { required: true })),
          field("Why", text("reason", { maxlength: 200 })),
          sureField(desk),
          h("button", {}, "Swap them"),
        ),
      ),
    on &&
      h(
        "details",
        { "data-key": "sub" },
        h("summary", {}, "Add a sub"),
        form(
          { what: "sub" },
          {},
          field(
            "For",
            select(
              "name",
              table.seats.map(({ name }) => asOption(name)),
              here[0],
            ),
          ),
          field("Sub", text("by", { required: true, maxlength: 60, list: "names" })),
          zoneAndAge(desk.view.entry),
          sureField(desk),
          h("button", {}, "Add the sub"),
        ),
      ),
    cutForm(detail, table, on),
    on &&
      table.state !== "stood down" &&
      h(
        "details",
        { "data-key": "down" },
        h("summary", {}, "Stand this table down"),
        form(
          { what: "stand-down", table: table.number },
          { "data-then": "close" },
          field("Why", text("reason", { required: true, maxlength: 200 })),
          h("button", {}, "Stand the table down"),
        ),
      ),
  );
}

/**
 * A round as the club names it: `Round 3`, or `Week 1, game 3`.
 * @param {Desk} desk
 * @param {number | undefined} round
 */
const roundName = ({ view }, round) => view.rounds.find(({ number }) => number === round)?.name ?? `Round ${round}`;

/** @type {import("../page-types.js").DrawerPart<Round | null>} */
export const tableDrawer = {
  title: (desk, detail) => {
    const table = tableOf(desk.view, detail);
    return `Table ${detail.table}${table ? `: ${table.words}` : `, ${roundName(desk, detail.round).toLowerCase()}`}`;
  },
  load: loadRound,
  content: (desk, detail, data) => {
    const table = tableOf(desk.view, detail, data);
    if (!table) return h("p", { class: "quiet" }, "Loading…");
    return [
      claims(detail, table),
      waiting(detail, table),
      online(desk, table),
      rulingsHere(desk, table),
      seats(table),
      table.cut && h("p", { class: "sentence" }, table.cut),
      table.state !== "stood down" && scoreForm(desk, detail, table),
      history(table),
      phones(desk, detail, table),
      chores(desk, detail, table),
    ];
  },
};

/** @type {import("../page-types.js").DrawerPart} */
export const disputeDrawer = {
  title: (_, detail) => `Table ${detail.table}: dispute the score`,
  content: (_, detail) =>
    form(
      { what: "dispute", round: detail.round, table: detail.table },
      { "data-then": "close" },
      field("What is wrong?", text("reason", { required: true, maxlength: 200, autofocus: true })),
      h("button", { "data-main": true }, "Dispute the score"),
    ),
};

/** @type {import("../page-types.js").DrawerPart} */
export const roundsDrawer = {
  title: () => "Rounds and corrections",
  content: (desk) =>
    desk.view.rounds.length
      ? h(
          "div",
          { class: "name-buttons" },
          [...desk.view.rounds].reverse().map(({ number, name }) => opens(name, "round", { round: number })),
        )
      : h("p", {}, "No rounds played yet."),
};

/** @param {number | undefined} round @param {Table} table */
function roundLine(round, table) {
  const versus = `${pairNames(table, 0)} against ${pairNames(table, 1)}`;
  const words = table.result ? scoreWords(table, table.result) : `${versus}: ${table.words}`;
  return h(
    "li",
    { "data-key": table.number },
    opens(
      [h("b", {}, `Table ${table.number}`), ` ${words}`],
      "table",
      { round, table: table.number },
      { class: "plain-button" },
    ),
  );
}

/** @type {import("../page-types.js").DrawerPart<Round | null>} */
export const roundDrawer = {
  title: (desk, detail) => roundName(desk, detail.round),
  load: loadRound,
  content: (desk, detail, data) => {
    const tables = desk.view.round?.number === detail.round ? desk.view.tables : data?.tables;
    if (!tables) return h("p", { class: "quiet" }, "Loading…");
    return [
      h(
        "ul",
        { class: "round-list" },
        tables.map((table) => roundLine(detail.round, table)),
      ),
      inProgress(desk, detail) && desk.role === "director" && canPlace(desk.view) && placeButton(),
    ];
  },
};

/**
 * @param {import("../page-types.js").Fields} fields
 * @returns {import("../page-types.js").Keyless<import("../../shared/wire.js").CutRequest>}
 */
export function readCut(fields) {
  /** @type {Record<string, string>} */
  const cards = {};
  for (const [name, card] of Object.entries(fields))
    if (name.startsWith("card-") && card) cards[name.slice("card-".length)] = String(card);
  return {
    what: "cut",
    table: Number(fields.table),
    round: Number(fields.round),
    purpose: fields.purpose === "deal" ? "deal" : "move",
    cards,
    last_dealer: String(fields.last_dealer ?? ""),
    draw: Boolean(fields.draw),
    reason: String(fields.reason),
  };
}
