// The list that needs attention, and the one thing to do next: open the meeting, seat the players, enter what is
// missing, seat the next round with the choices that the movement leaves open, close, or finish. Finishing is always
// possible. Says why when something can't be done yet.

import { h } from "../shared/dom.js";
import { listed, plural } from "../shared/english.js";
import { segments } from "../shared/segments.js";
import { act, field, form, number, opens, select, tick } from "./desk-parts.js";
import { sameAgain } from "./desk-people.js";

/** True if somebody must look before the next step: then it opens a drawer instead of going ahead. */
const hasChoices = ({ choices, next }) => choices.length > 0 || next.asks;

function mainButton(desk) {
  const { view } = desk;
  const main = { "data-main": true, class: "next-button" };
  const notYet = { "aria-disabled": "true", class: "next-button" };
  const { step, words } = view.next;
  if (view.phase === "over") return opens("Standings and prizes", "standings", {}, main);
  if (view.phase === "play-offs" || view.ties.length) return opens("Settle the tie", "standings", {}, main);
  if (view.phase === "entry") return opens("Seat the players", "seat", {}, view.here >= 4 ? main : notYet);
  if (step === "open") return opens(words, "meeting", {}, main);
  if (step === "finish") return opens(words, "finish", {}, main);
  if (!view.next.can) return opens(words || "Next round", "next", {}, notYet);
  if (view.next.last) return opens("Finish the event", "next", {}, main);
  if (hasChoices(view)) return opens(words, "next", {}, main);
  return act(words, { what: step }, main);
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
    h("h2", {}, view.list.length ? `Needs attention (${view.list.length})` : "Needs attention"),
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
          h(
            "div",
            { class: "row" },
            act("They are all here", { what: "check-in", names: "all" }),
            view.meeting?.number > 1 && sameAgain(),
          ),
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
        { "data-read": "choices", "data-then": "close" },
        choiceParts(view),
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
    view.meeting?.several &&
      !view.meeting.closed &&
      act(`Close ${view.meeting.name.toLowerCase()} only`, { what: "close" }, { "data-then": "close" }),
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

/** Tables with a winner, and the two names of that side: one of them is chosen. */
function winners(view) {
  return view.tables
    .filter(({ result }) => result?.winner)
    .map(({ number, seats, result }) => ({
      table: number,
      names: (result.winner === "NS" ? [0, 2] : [1, 3]).map((seat) => seats[seat].name),
    }));
}

/** One of the movement's choices: a switch, one of several, or a winner at each table. */
function choicePart(view, { name, label, options, each_table }) {
  if (each_table)
    return h(
      "details",
      {},
      h("summary", {}, label),
      winners(view).map(({ table, names }) =>
        field(
          `Table ${table}`,
          select(`choice ${name} ${table}`, [["", "As the rules have it"], ...names.map((each) => [each, each])], ""),
        ),
      ),
    );
  if (options.length) return segments(`choice ${name}`, label, options, options[0][0]);
  return tick(`choice ${name}`, label, view.next.step === "close");
}

const choiceParts = (view) => view.choices.map((choice) => choicePart(view, choice));

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
  title: ({ view: { next } }) => (next.last ? "The last round" : next.step === "close" ? next.words : "The next round"),
  content: (desk) => {
    const { view } = desk;
    const { last, step, words, can } = view.next;
    return [
      !can && [
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
      can && view.next.asks && rulingsLeft(view),
      can && last && h("p", { class: "sentence" }, `${view.round.name} is played, the last of ${view.round.of}.`),
      view.plan_says && h("p", { class: "quiet" }, view.plan_says),
      can && last && finishPart(view, { "data-main": true, autofocus: true }),
      can &&
        step === "close" &&
        act(words, { what: "close" }, { "data-main": !last, "data-then": "close", autofocus: !last }),
      can && (step !== "close" || view.choices.length > 0) && again(view),
      (!last || !can) &&
        view.rounds.length > 0 &&
        h(
          "details",
          {},
          h("summary", {}, can ? "Finish early" : "Finish without the missing scores"),
          finishPart(view),
        ),
    ];
  },
};

/** One more round, with what the director may choose. */
function again(view) {
  const { last, step, words } = view.next;
  const main = !last && step !== "close";
  const button = step === "close" ? "Play on" : words || "Seat the next round";
  return form(
    { what: step === "seat" ? "seat" : "next" },
    { "data-read": "choices", "data-then": "close", class: main ? null : "panel" },
    !main && h("h3", {}, "Or play one more round"),
    choiceParts(view),
    h("button", { "data-main": main, autofocus: main }, button),
  );
}

/** Between two meetings: open the next one. */
export const meetingDrawer = {
  title: ({ view }) => view.next.words,
  content: ({ view }) => [
    h("p", { class: "sentence" }, `${view.meeting.name} is closed.`),
    form(
      { what: "open" },
      { "data-then": "close" },
      field("Date", h("input", { type: "date", name: "date", value: new Date().toISOString().slice(0, 10) })),
      h("button", { "data-main": true, autofocus: true }, view.next.words),
    ),
    h("details", {}, h("summary", {}, "Finish the event now"), finishPart(view)),
  ],
};

/** The movement's choices from a form, by name; an unticked switch is left out. */
export function readChoices({ what, ...fields }) {
  const chosen = Object.entries(fields).filter(([name, value]) => name.startsWith("choice ") && value);
  const choices = chosen.map(([name, value]) => [name.slice(7), value === true ? "yes" : String(value)]);
  return { what, choices: Object.fromEntries(choices) };
}
