// A table's sheet: who sits there, its score and how it came about, and everything that a director can do about it.
// It shows any round: a round that is over can still be corrected, with a reason.

import { h } from "../shared/dom.js";
import { act, field, form, opens, pairNames, phoneWords, SEATS, select, text, withdrawPhone } from "./desk-parts.js";
import { lostByRuling, openRulings, rulingsHere } from "./desk-penalties.js";
import { nameSelect } from "./desk-people.js";
import { everyoneAt, scoreFields, scoreWords } from "./desk-score.js";
import { get } from "./wire.js";

/** A round with its tables; a large event's older rounds are read when they are asked for. */
async function loadRound(desk, { round }) {
  const { view } = desk;
  if (view.round?.number === round) return null;
  const known = view.rounds.find(({ number }) => number === round);
  return known?.tables ? known : get(desk.token, `round/${round}`);
}

/** The table that the sheet is about, or null while its round is being read. */
function tableOf(view, detail, data) {
  const tables = view.round?.number === detail.round ? view.tables : data?.tables;
  return tables?.find(({ number }) => number === detail.table) ?? null;
}

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
        opens(name || "empty", "person", { name }, { class: "plain-button" }),
        plays && plays !== name && h("span", {}, `${plays} plays`),
        table.dealer === seat && h("span", { class: "quiet" }, "deals first"),
      );
    }),
  );
}

/** Whose phones are at the table, so that a name in the wrong hands is seen and taken back. */
function phones(desk, detail, table) {
  const known = table.seats.filter(({ phone }) => phone);
  if (desk.role !== "director" || !known.length || desk.view.round?.number !== detail.round) return null;
  return h(
    "details",
    { "data-key": "phones" },
    h("summary", {}, `Phones: ${known.map(({ plays }) => plays).join(", ")}`),
    known.map(({ plays, phone }) =>
      h("p", { class: "row" }, h("span", {}, `${plays}. ${phoneWords(phone)}.`), withdrawPhone("Take it back", plays)),
    ),
  );
}

function claims(detail, table) {
  const { result } = table;
  if (result?.status !== "disputed") return null;
  const given = result.claims ?? [];
  return h(
    "section",
    { class: "panel dispute" },
    h("p", {}, h("b", {}, result.note || "The sides disagree. Ask them and enter the right score.")),
    h(
      "div",
      { class: "row" },
      given.map((claim) =>
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

function waiting(detail, table) {
  const { result } = table;
  if (result?.status !== "waiting") return null;
  return h(
    "section",
    { class: "panel" },
    h("p", {}, `${result.by} entered ${scoreWords(table, result)}. The other side has not accepted it yet.`),
    act("Accept it", { what: "accept", round: detail.round, table: table.number }, { "data-main": true }),
  );
}

function lostBy(table) {
  return field(
    "Was the game lost by a ruling?",
    select(
      "lost_by",
      [["", "No"], ...["NS", "EW"].map((side, at) => [side, `${pairNames(table, at)} lost it by a ruling`])],
      table.result ? "" : lostByRuling(table),
    ),
  );
}

function scoreForm(desk, detail, table) {
  const status = table.result?.status;
  const settled = status === "accepted";
  const disputed = status === "disputed";
  const old = desk.view.round?.number !== detail.round || desk.view.round.closed;
  const correcting = settled || old;
  if (correcting && desk.role === "helper" && old) return null;
  const body = { what: correcting ? "correct" : "score", round: detail.round, table: table.number };
  return form(
    body,
    { class: "score-form", "data-read": "score", "data-then": "close", "data-key": `score ${correcting}` },
    h("h3", {}, correcting ? "Correct the score" : "Score"),
    // While something waits for a yes or no, that question stays in sight; and of two scores neither is the usual one.
    scoreFields(
      table,
      desk.view.needs,
      disputed ? null : table.result,
      !disputed && status !== "waiting" && !openRulings(table).length,
    ),
    correcting &&
      field(
        "Why is it corrected?",
        text("reason", { required: true, maxlength: 200, placeholder: "for example: misread the card" }),
      ),
    h(
      "details",
      { open: !table.result && lostByRuling(table) !== "" },
      h("summary", {}, "More about this game"),
      lostBy(table),
      field(
        "Who dealt the last hand?",
        select(
          "last_dealer",
          [["", "Not written down"], ...SEATS.map((word, seat) => [String(seat), table.seats[seat].name || word])],
          "",
        ),
      ),
    ),
    h("button", { "data-main": true }, correcting ? "Correct it" : "Save"),
  );
}

function history(table) {
  const replaced = table.result?.replaced ?? [];
  if (!replaced.length) return null;
  return h(
    "section",
    {},
    h("h3", {}, "What it was before"),
    h(
      "ul",
      {},
      replaced.map((was) => h("li", {}, `${was.ns}–${was.ew}${was.why ? `: ${was.why}` : ""}`)),
    ),
  );
}

/** A table that plays on screens: when bots sit in, and that they may at once. */
function online(desk, table) {
  if (!table.online || table.result || desk.role !== "director") return null;
  if (table.unopened)
    return h(
      "section",
      { class: "panel dispute" },
      h("p", {}, h("b", {}, "Not open online yet: "), `${table.unopened} It is tried again by itself.`),
    );
  const waits = table.bots && table.bots.at > desk.now();
  const words = waits
    ? `Bots sit in at ${table.bots.time} for whoever is not there by then.`
    : table.bots
      ? "Bots sit in for whoever is not there."
      : "Play begins when all four are there.";
  return h(
    "section",
    { class: "panel" },
    h("p", {}, `Plays online. ${words}`),
    h(
      "div",
      { class: "row" },
      h("a", { class: "button", href: table.online, target: "_blank" }, "Watch the table"),
      (waits || !table.bots) && act("Start with bots now", { what: "sit-in", tables: [table.number] }),
    ),
  );
}

function chores(desk, detail, table) {
  const on = desk.view.round?.number === detail.round && !desk.view.round.closed;
  if (desk.role !== "director") return null;
  const here = everyoneAt(table);
  return h(
    "section",
    { class: "chores" },
    h(
      "div",
      { class: "row" },
      opens("A ruling here", "ruling", { table: table.number }),
      on && opens("Somebody is missing", "who-is-missing", { table: table.number }),
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
        h("summary", {}, "Two people change places"),
        form(
          { what: "swap" },
          {},
          field(
            "Who",
            select(
              "first",
              table.seats.map(({ name }) => [name, name]),
              here[0],
            ),
          ),
          field("Changes places with", nameSelect(desk, "second", { required: true })),
          field("Why", text("reason", { maxlength: 200 })),
          h("button", {}, "Let them change places"),
        ),
      ),
    on &&
      h(
        "details",
        { "data-key": "sub" },
        h("summary", {}, "A sub plays for somebody"),
        form(
          { what: "sub" },
          {},
          field(
            "For",
            select(
              "name",
              table.seats.map(({ name }) => [name, name]),
              here[0],
            ),
          ),
          field("Who plays", text("by", { required: true, maxlength: 60, list: "names" })),
          h("button", {}, "Let them play"),
        ),
      ),
    on &&
      h(
        "details",
        { "data-key": "cut" },
        h("summary", {}, "Write down a cut"),
        form(
          { what: "cut", table: table.number },
          { "data-read": "cut" },
          field(
            "They cut for",
            select(
              "purpose",
              [
                ["move", "who moves"],
                ["deal", "who deals"],
              ],
              "move",
            ),
          ),
          table.seats.map(({ name }, seat) =>
            field(name, text(`card-${seat}`, { maxlength: 3, placeholder: "for example Kh" })),
          ),
          h("button", {}, "Write it down"),
        ),
      ),
    on &&
      table.state !== "stood down" &&
      h(
        "details",
        { "data-key": "down" },
        h("summary", {}, "This table stands down"),
        form(
          { what: "stand-down", table: table.number },
          { "data-then": "close" },
          field("Why", text("reason", { required: true, maxlength: 200 })),
          h("button", {}, "Stand the table down"),
        ),
      ),
  );
}

export const tableDrawer = {
  title: (desk, detail) => {
    const table = tableOf(desk.view, detail);
    return `Table ${detail.table}${table ? `: ${table.words}` : `, round ${detail.round}`}`;
  },
  load: loadRound,
  content: (desk, detail, data) => {
    const table = tableOf(desk.view, detail, data);
    if (!table) return h("p", { class: "quiet" }, "Looking it up…");
    return [
      claims(detail, table),
      waiting(detail, table),
      online(desk, table),
      rulingsHere(desk, table),
      seats(table),
      table.state !== "stood down" && scoreForm(desk, detail, table),
      history(table),
      phones(desk, detail, table),
      chores(desk, detail, table),
    ];
  },
};

export const disputeDrawer = {
  title: (_, detail) => `Table ${detail.table}: dispute the score`,
  content: (_, detail) =>
    form(
      { what: "dispute", round: detail.round, table: detail.table },
      { "data-then": "close" },
      field("What is wrong with it?", text("reason", { required: true, maxlength: 200, autofocus: true })),
      h("button", { "data-main": true }, "It does not count until it is settled"),
    ),
};

export const roundsDrawer = {
  title: () => "Rounds and corrections",
  content: (desk) =>
    desk.view.rounds.length
      ? h(
          "div",
          { class: "name-buttons" },
          [...desk.view.rounds].reverse().map(({ number }) => opens(`Round ${number}`, "round", { round: number })),
        )
      : h("p", {}, "No round has been played yet."),
};

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

export const roundDrawer = {
  title: (_, detail) => `Round ${detail.round}`,
  load: loadRound,
  content: (desk, detail, data) => {
    const tables = desk.view.round?.number === detail.round ? desk.view.tables : data?.tables;
    if (!tables) return h("p", { class: "quiet" }, "Looking it up…");
    return h(
      "ul",
      { class: "round-list" },
      tables.map((table) => roundLine(detail.round, table)),
    );
  },
};

export function readCut(fields, desk) {
  const table = desk.view.tables.find(({ number }) => number === fields.table);
  const cards = {};
  table.seats.forEach(({ name }, seat) => {
    if (fields[`card-${seat}`]) cards[name] = fields[`card-${seat}`];
  });
  return { what: "cut", table: fields.table, purpose: fields.purpose, cards };
}
