// What needs a person, and the one thing to do next: seat the players, start the clock, enter what is missing, go on to
// the next round with the choices that the book leaves open, or finish. Finishing is always possible. Says why when something cannot be done yet.

import { h } from "../dom.js";
import { listed, plural } from "../english.js";
import { segments } from "../segments.js";
import { act, field, form, number, opens, select, tick } from "./desk-parts.js";

/** Whether somebody must look before the next round: then it opens a drawer instead of going ahead. */
const hasChoices = ({ choices, next }) => choices.lines || choices.shifts || choices.extra || next.asks;

function mainButton(desk) {
  const { view } = desk;
  const main = { "data-main": true, class: "next-button" };
  if (view.phase === "over") return opens("Standings and prizes", "standings", {}, main);
  if (view.phase === "entry") {
    const ready = view.here >= 4;
    return opens("Seat the players", "seat", {}, ready ? main : { "aria-disabled": "true", class: "next-button" });
  }
  if (view.phase === "play-offs" || view.ties.length) return opens("Settle the tie", "standings", {}, main);
  if (!view.next.can)
    return opens(view.next.words || "Next round", "next", {}, { "aria-disabled": "true", class: "next-button" });
  if (view.next.last) return opens("Finish the event", "next", {}, main);
  if (hasChoices(view)) return opens(view.next.words, "next", {}, main);
  return act(view.next.words, { what: "next" }, main);
}

/** Where nobody has planned how many rounds there are, each may be the last: then the end is as near as the next one. */
const mayBeLast = ({ next, phase }) => next.open && next.can && (phase === "round" || phase === "between");

function why(view) {
  if (view.phase === "entry" && view.here < 4)
    return `Four people make a table; ${view.here} ${view.here === 1 ? "is" : "are"} here.`;
  if (view.phase === "entry") return "";
  return view.next.can ? view.next.asks : view.next.why;
}

function item(desk, { round, table, words, urgent }) {
  const attributes = { class: `need ${urgent ? "urgent" : ""}`, "data-key": `need ${round ?? ""} ${table} ${words}` };
  const inside = [urgent && h("span", { class: "need-sign", "aria-hidden": "true" }, "!"), h("span", {}, words)];
  if (!table) return h("p", attributes, inside);
  return h(
    "button",
    {
      type: "button",
      "data-open": "table",
      "data-detail": JSON.stringify({ round: round ?? desk.view.round?.number ?? 0, table }),
      ...attributes,
    },
    inside,
  );
}

/** The whole part of the screen. */
export function listPart(desk) {
  const { view } = desk;
  const reason = why(view);
  return [
    h("h2", {}, view.list.length ? `Needs a person (${view.list.length})` : "Needs a person"),
    h(
      "div",
      { class: "needs", "data-key": "needs" },
      view.list.length ? view.list.map((need) => item(desk, need)) : h("p", { class: "quiet" }, "Nothing just now."),
    ),
    desk.role === "director" &&
      h(
        "div",
        { class: "next-step", "data-key": "next" },
        mainButton(desk),
        mayBeLast(view) && opens("Finish the event", "finish"),
        reason && h("p", { class: "quiet" }, reason),
        view.trial &&
          view.phase === "round" &&
          !view.next.can &&
          act("Make up the missing scores", { what: "trial-scores" }, { class: "plain-button" }),
      ),
  ];
}

export const seatDrawer = {
  title: () => "Seat the players",
  content: (desk) => {
    const { view } = desk;
    const away = view.people.filter(({ presence }) => presence === "entered").map(({ name }) => name);
    const out = view.here % 4;
    return [
      h(
        "p",
        { class: "sentence" },
        `${plural(view.here, "person", "people")}, ${plural(Math.floor(view.here / 4), "table")}.`,
      ),
      out > 0 && h("p", {}, `${plural(out, "person sits", "people sit")} out each round; the book spreads it evenly.`),
      away.length > 0 &&
        h(
          "div",
          { class: "panel" },
          h("p", {}, `Not checked in: ${away.length > 8 ? plural(away.length, "person", "people") : listed(away)}.`),
          act("They are all here", { what: "check-in", names: "all" }),
        ),
      view.checklist?.length > 0 &&
        h(
          "details",
          {},
          h("summary", {}, "What should be ready"),
          h(
            "ul",
            {},
            view.checklist.map((line) => h("li", {}, line)),
          ),
        ),
      view.needs.target > 0 &&
        h(
          "details",
          {},
          h("summary", {}, `A game goes to ${view.needs.target} points`),
          form(
            { what: "target" },
            {},
            field("Points", number("points", { value: String(view.needs.target), maxlength: 3 })),
            h("button", {}, "Play to this number"),
          ),
        ),
      form(
        { what: "seat" },
        { "data-read": "seat", "data-then": "close" },
        view.choices.in_order &&
          segments(
            "order",
            "First places",
            [
              ["draw", "By a draw"],
              ["order", "In the order of entry"],
            ],
            "draw",
          ),
        h(
          "button",
          { "data-main": true, autofocus: true, "aria-disabled": view.here < 4 ? "true" : null },
          "Seat the players",
        ),
      ),
      h("details", {}, h("summary", {}, "Close the event without playing"), finishPart(view)),
    ];
  },
};

/** The end, with what becomes of games that have no score. */
function finishPart(view, attributes = {}) {
  return [
    view.next.finish.map((sentence) => h("p", {}, sentence)),
    act("Finish the event", { what: "finish" }, { "data-then": "close", ...attributes }),
  ];
}

export const finishDrawer = {
  title: () => "Finish the event",
  content: ({ view }) => [
    h("p", { class: "sentence" }, "The standings are final. You can undo this."),
    view.next.asks && rulingsLeft(view),
    finishPart(view, { "data-main": true, autofocus: true }),
  ],
};

const LINES = [
  ["A up", "The A line, up one table"],
  ["B down", "The B line, down one table"],
  ["both", "Both lines"],
];

/** Tables whose winners may change chairs: who of the two does. */
function shifts(view) {
  const winners = view.tables
    .filter(({ result }) => result?.winner)
    .map(({ number, seats, result }) => ({
      table: number,
      names: (result.winner === "NS" ? [0, 2] : [1, 3]).map((seat) => seats[seat].name),
    }));
  return h(
    "details",
    {},
    h("summary", {}, "Which winner changes chairs"),
    winners.map(({ table, names }) =>
      field(
        `Table ${table}`,
        select(`shift-${table}`, [["", "As the book has it"], ...names.map((name) => [name, name])], ""),
      ),
    ),
  );
}

/** Rulings that are not answered yet: they can be now, or later. */
function rulingsLeft(view) {
  const left = view.list.filter(({ round }) => round);
  return h(
    "div",
    { class: "panel" },
    h("p", {}, view.next.asks, " You can also answer later: it stays on the list."),
    left.slice(0, 12).map(({ round, table, words }) => opens(words, "table", { round, table })),
  );
}

export const nextDrawer = {
  title: (desk) => (desk.view.next.last ? "The last round" : "The next round"),
  content: (desk) => {
    const { view } = desk;
    const last = view.next.last;
    const { choices } = view;
    return [
      !view.next.can && [
        h("p", { class: "sentence" }, "Not yet."),
        h("p", {}, view.next.why),
        h(
          "div",
          { class: "row" },
          view.list
            .filter(({ table }) => table)
            .slice(0, 12)
            .map(({ table, round = view.round.number }) => opens(`Table ${table}`, "table", { round, table })),
        ),
      ],
      view.next.can && view.next.asks && rulingsLeft(view),
      view.next.can &&
        last &&
        h("p", { class: "sentence" }, `Round ${view.round.number} of ${view.round.of} is played.`),
      view.plan_says && h("p", { class: "quiet" }, view.plan_says),
      view.next.can && last && finishPart(view, { "data-main": true, autofocus: true }),
      view.next.can &&
        form(
          { what: "next" },
          { "data-read": "next", "data-then": "close", class: last ? "panel" : null },
          last && h("h3", {}, "Or play one more round"),
          choices.lines && segments("lines", "Which line moves", LINES, "A up"),
          choices.shifts && shifts(view),
          choices.extra && tick("extra", "Go round again for fun: it does not count"),
          h("button", { "data-main": !last, autofocus: !last }, view.next.words || "Seat the next round"),
        ),
      (!last || !view.next.can) &&
        view.rounds.length > 0 &&
        h(
          "details",
          {},
          h("summary", {}, view.next.can ? "Finish early" : "Finish without the missing scores"),
          finishPart(view),
        ),
    ];
  },
};

export function readNext(fields) {
  const body = { what: "next" };
  if (fields.lines) body.lines = fields.lines;
  if (fields.extra) body.extra = true;
  const chosen = Object.entries(fields).filter(([name, value]) => name.startsWith("shift-") && value);
  if (chosen.length) body.shifts = Object.fromEntries(chosen.map(([name, value]) => [name.slice(6), value]));
  return body;
}

export const readSeat = (fields) => ({ what: "seat", in_order: fields.order === "order" });
