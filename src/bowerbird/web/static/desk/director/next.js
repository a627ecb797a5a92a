// The list that needs attention, and the one thing to do next: open the meeting, seat the players, enter what is
// missing, seat the next round with the choices that the movement leaves open, close, or finish. Finishing is always
// possible. Says why when something can't be done yet.

import { h } from "../../shared/dom.js";
import { listed, plural } from "../../shared/english.js";
import { segments } from "../../shared/segments.js";
import { againNextWeek } from "./directors.js";
import { act, asOption, field, form, number, opens, select, tick } from "./parts.js";
import { comesAgain, sameAgain } from "./people.js";
import { canPlace, placeButton, planButton } from "./places.js";
import { unpaidNeed, unpaidNote } from "./unpaid.js";

/** @typedef {import("../page-types.js").Attributes} Attributes */
/** @typedef {import("../page-types.js").Desk} Desk */
/** @typedef {import("../page-types.js").DrawerPart} DrawerPart */
/** @typedef {import("../../shared/wire.js").SeatPeopleRequest | import("../../shared/wire.js").NextRequest} Request */
/** @typedef {import("../page-types.js").Keyless<Request>} Seating */
/** @typedef {import("../../shared/wire.js").DirectorView} View */

/**
 * True if the director must choose before the next step: then it opens a drawer instead of going ahead.
 * @param {View} view
 */
const hasChoices = ({ choices, next }) => choices.length > 0 || next.asks;

/**
 * An event of one evening is finished with it; where there are weeks, the event is more than this one.
 * @param {View} view
 */
export const finishWords = ({ meeting }) => (meeting?.several ? "Finish the event" : "Finish the evening");

/** @param {View} view */
export const isOver = ({ phase }) => phase === "over" || phase === "play-offs";

/**
 * Tables whose score is still to come.
 * @param {View} view
 */
export const missing = ({ tables }) => tables.filter(({ state }) => state !== "in" && state !== "stood down");

/**
 * How far the round is, for the button that waits for it.
 * @param {View} view
 */
function progress(view) {
  if (view.phase === "entry") return Math.min(1, view.here / 4);
  const playing = view.tables.filter(({ state }) => state !== "stood down").length;
  return playing ? 1 - missing(view).length / playing : 0;
}

/** @param {Desk} desk */
function mainButton(desk) {
  const { view } = desk;
  const main = { "data-main": true, class: "next-button" };
  const { step, words } = view.next;
  /** @param {string} label @param {string} drawer */
  const notYet = (label, drawer) =>
    opens(
      [h("span", {}, label), h("progress", { value: progress(view).toFixed(3), max: 1, "aria-hidden": "true" })],
      drawer,
      {},
      { "aria-disabled": "true", class: "next-button" },
    );
  if (view.phase === "over")
    return opens(view.announcing.next > 0 ? "Announce the places" : "Standings and prizes", "standings", {}, main);
  if (view.phase === "play-offs" || view.ties.length) return opens("Settle the tie", "standings", {}, main);
  if (view.phase === "entry")
    return view.here >= 4 ? opens(seatWords(view), "seat", {}, main) : notYet("Seat the players", "seat");
  if (step === "open") return opens(words, "meeting", {}, main);
  if (step === "finish") return opens(finishWords(view), "finish", {}, main);
  if (!view.next.can || !step) return notYet(words || "Next round", "next");
  if (view.next.last) return opens(finishWords(view), "next", {}, main);
  if (hasChoices(view)) return opens(words, "next", {}, main);
  return act(words, { what: step }, main);
}

/** @param {View} view */
const seatWords = ({ here }) => `Seat the players: ${plural(Math.floor(here / 4), "table")}`;

/**
 * Beside the main button, in every state: the way to the end. In the last round it is the other way round, and after
 * the end it leads to the next event.
 * @param {Desk} desk
 */
function otherButton(desk) {
  const { view } = desk;
  const { next, phase } = view;
  if (phase === "over") return againNextWeek(desk);
  if (isOver(view) || next.step === "finish") return null;
  if (next.last && next.can) return [opens("Play one more round", "next", {}, OTHER), h("p", {}, view.moves)];
  // Closing the week is the way to its end; its page has the rest.
  if (next.step === "close") return null;
  if (view.meeting?.several && (phase === "round" || phase === "between"))
    return opens(`Finish ${view.meeting.name.toLowerCase()} here`, "finish", {}, OTHER);
  return [opens(finishWords(view), "finish", {}, OTHER), next.can && h("p", {}, finishNote(view))];
}

const OTHER = { class: "other-button" };

const FINAL_WITH_BOARDS =
  "This makes the standings final, and shows everybody every card. You can't undo it, but you can still correct scores.";

/** @param {View} view */
function finishNote({ rounds, phase }) {
  if (phase === "entry") return "";
  const counted = rounds.length === 1 ? "Counts round 1" : `Counts rounds 1 to ${rounds.length}`;
  return `${counted}, then shows places and prizes.`;
}

/**
 * A number that opens its table where scores are entered.
 * @param {number} table
 */
const enterLink = (table) =>
  h(
    "button",
    { type: "button", class: "plain-button enter-link", "data-enter": table, "aria-label": `Table ${table}` },
    String(table),
  );

const LINKED = 9;

/** @param {Desk} desk */
function why({ view }) {
  if (view.phase === "entry" && view.here < 4)
    return h("p", {}, `Four people make a table. ${view.here} ${view.here === 1 ? "is" : "are"} here.`);
  if (view.phase === "entry" || isOver(view)) return null;
  if (view.phase !== "round")
    return (view.next.can ? view.next.asks : view.next.why) && h("p", {}, view.next.asks || view.next.why);
  const out = missing(view);
  const playing = view.tables.filter(({ state }) => state !== "stood down").length;
  return [
    h(
      "p",
      {},
      `${playing - out.length} of ${plural(playing, "score")} in. `,
      out.length > 0 && out.length <= LINKED && ["Missing: ", out.map(({ number: table }) => [enterLink(table), " "])],
      out.length > LINKED &&
        h(
          "button",
          {
            type: "button",
            class: "plain-button enter-link",
            "data-room": JSON.stringify({ segment: "out", page: 0 }),
          },
          `${out.length} missing`,
        ),
      !out.length && !view.next.last && view.moves,
    ),
    view.next.can ? view.next.asks && h("p", {}, view.next.asks) : !out.length && h("p", {}, view.next.why),
  ];
}

/** @param {Desk} desk @param {import("../../shared/wire.js").NeedsAttention} need */
function item(desk, { round, table, words, urgent, names = [] }) {
  const now = round ?? desk.view.round?.number ?? 0;
  const state = round ? null : desk.view.tables.find(({ number: each }) => each === table)?.state;
  const inside = [urgent && h("span", { class: "need-sign", "aria-hidden": "true" }, "!"), h("span", {}, words)];
  return h(
    "li",
    {
      class: `need ${urgent ? "urgent" : ""} ${words.length > 44 ? "long" : ""}`,
      "data-key": `need ${round ?? ""} ${table} ${words}`,
    },
    table ? opens(inside, "table", { round: now, table }, { class: "plain-button need-words" }) : h("p", {}, inside),
    table && state === "waiting" && act("Confirm it", { what: "accept", round: now, table }),
    table && state !== "waiting" && opens(`Open table ${table}`, "table", { round: now, table }),
    desk.role === "director" &&
      names.map((name) => act(`${name} is here`, { what: "check-in", names: [name] }, { "data-key": `here ${name}` })),
  );
}

/**
 * What needs attention.
 * @param {Desk} desk
 */
export function listPart(desk) {
  const { list } = desk.view;
  const unpaid = unpaidNeed(desk);
  const count = list.length + (unpaid ? 1 : 0);
  return [
    h("h2", {}, "Needs attention ", h("span", { class: count ? "count some" : "count" }, String(count))),
    h(
      "ul",
      { class: "needs", "data-key": "needs" },
      count ? [list.map((need) => item(desk, need)), unpaid] : h("li", { class: "none" }, "Nothing right now."),
    ),
  ];
}

/** What a helper's page is for, in the place of the button that it does not have. */
const helperNote = () =>
  h(
    "p",
    { class: "helper-note", "data-key": "next" },
    h("b", {}, "You are a helper. "),
    "You can enter, confirm and correct scores. The director checks people in, seats the rounds and rules.",
  );

/**
 * The one thing to do next, and what else may be done instead.
 * @param {Desk} desk
 */
export function nextPart(desk) {
  const { view } = desk;
  if (desk.role !== "director") return helperNote();
  return h(
    "div",
    { class: "next-step", "data-key": "next" },
    mainButton(desk),
    h("div", { class: "next-why", "data-key": "why" }, why(desk)),
    otherButton(desk),
    view.trial &&
      view.phase === "round" &&
      !view.next.can &&
      act("Make up the missing scores", { what: "trial-scores" }, { class: "plain-button" }),
  );
}

/** @type {DrawerPart} */
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
      out > 0 && h("p", {}, `${plural(out, "person sits", "people sit")} out each round.`),
      away.length > 0 &&
        h(
          "div",
          { class: "panel" },
          h("p", {}, `Not checked in: ${away.length > 8 ? plural(away.length, "person", "people") : listed(away)}.`),
          h(
            "div",
            { class: "row" },
            act("They're all here", { what: "check-in", names: "all" }),
            comesAgain(view) && sameAgain(),
          ),
        ),
      view.checklist.length > 0 &&
        h(
          "details",
          {},
          h("summary", {}, "What to have ready"),
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
      planButton(view),
      h(
        "details",
        {},
        h("summary", {}, view.rounds.length ? "Finish the event now" : "Close the event without playing"),
        finishPart(view),
      ),
    ];
  },
};

/**
 * The end, with what becomes of games that have no score.
 * @param {View} view
 * @param {Attributes} attributes
 */
function finishPart(view, attributes = {}) {
  return [
    view.boards && h("p", { class: "sentence" }, FINAL_WITH_BOARDS),
    view.next.finish.map((sentence) => h("p", {}, sentence)),
    view.meeting?.several &&
      !view.meeting.closed &&
      !(view.next.step === "close" && view.next.can) &&
      act(`Close ${view.meeting.name.toLowerCase()} only`, { what: "close" }, { "data-then": "close" }),
    act(finishWords(view), { what: "finish" }, { "data-then": "close", ...attributes }),
  ];
}

/** @type {DrawerPart} */
export const finishDrawer = {
  title: ({ view }) => finishWords(view),
  content: (desk) => [
    !desk.view.boards && h("p", { class: "sentence" }, "This makes the standings final. You can undo it."),
    desk.view.next.asks && rulingsLeft(desk.view),
    unpaidNote(desk),
    finishPart(desk.view, { "data-main": true, autofocus: true }),
  ],
};

/**
 * Tables with a winner, and the two names of that side: one of them is chosen.
 * @param {View} view
 */
function winners(view) {
  return view.tables
    .filter(({ result }) => result?.winner)
    .map(({ number, seats, result }) => ({
      table: number,
      names: (result?.winner === "NS" ? [0, 2] : [1, 3]).map((seat) => seats[seat].name),
    }));
}

/**
 * One of the movement's choices: a switch, one of several, or a winner at each table.
 * @param {View} view
 * @param {import("../../shared/wire.js").Choice} choice
 */
function choicePart(view, { name, label, options, each_table }) {
  if (each_table)
    return h(
      "details",
      {},
      h("summary", {}, label),
      winners(view).map(({ table, names }) =>
        field(
          `Table ${table}`,
          select(`choice ${name} ${table}`, [["", "As the rules say"], ...names.map(asOption)], ""),
        ),
      ),
    );
  if (options.length) return segments(`choice ${name}`, label, options, options[0][0]);
  return tick(`choice ${name}`, label, view.next.step === "close");
}

/** @param {View} view */
const choiceParts = (view) => view.choices.map((choice) => choicePart(view, choice));

/**
 * Rulings that are not answered yet: they can be now, or later.
 * @param {View} view
 */
function rulingsLeft(view) {
  const left = view.list.filter(({ round }) => round);
  return h(
    "div",
    { class: "panel" },
    h("p", {}, view.next.asks, " You can also answer later. It stays on the list."),
    left.slice(0, 12).map(({ round, table, words }) => opens(words, "table", { round, table })),
  );
}

/** @type {DrawerPart} */
export const nextDrawer = {
  title: ({ view: { next } }) => (next.last ? "Last round" : next.step === "close" ? next.words : "Next round"),
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
            .map(({ table, round = view.round?.number }) => opens(`Table ${table}`, "table", { round, table })),
        ),
      ],
      can && view.next.asks && rulingsLeft(view),
      can &&
        last &&
        view.round &&
        h("p", { class: "sentence" }, `${view.round.name} is over. It was the last of ${view.round.of}.`),
      view.plan_says && h("p", { class: "quiet" }, view.plan_says),
      can && last && unpaidNote(desk),
      can && last && finishPart(view, { "data-main": true, autofocus: true }),
      can &&
        step === "close" &&
        act(words, { what: "close" }, { "data-main": !last, "data-then": "close", autofocus: !last }),
      can && (step !== "close" || view.choices.length > 0) && again(view),
      can && step !== "close" && !last && planButton(view),
      canPlace(view) && placeButton(),
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

/**
 * One more round, with what the director may choose.
 * @param {View} view
 */
function again(view) {
  const { last, step, words } = view.next;
  const main = !last && step !== "close";
  const button = step === "close" ? "Keep playing" : words || "Seat the next round";
  return form(
    { what: step === "seat" ? "seat" : "next" },
    { "data-read": "choices", "data-then": "close", class: main ? null : "panel" },
    !main && h("h3", {}, "Or play one more round"),
    choiceParts(view),
    h("button", { "data-main": main, autofocus: main }, button),
  );
}

/**
 * Between two meetings: open the next one.
 * @type {DrawerPart}
 */
export const meetingDrawer = {
  title: ({ view }) => view.next.words,
  content: ({ view }) => [
    h("p", { class: "sentence" }, `${view.meeting?.name} is closed.`),
    form(
      { what: "open" },
      { "data-then": "close" },
      field("Date", h("input", { type: "date", name: "date", value: new Date().toISOString().slice(0, 10) })),
      h("button", { "data-main": true, autofocus: true }, view.next.words),
    ),
    planButton(view),
    h("details", {}, h("summary", {}, "Finish the event now"), finishPart(view)),
  ],
};

/**
 * The movement's choices from a form, by name; an unticked switch is left out.
 * @param {import("../page-types.js").Fields} fields
 */
export function readChoices({ what, ...fields }) {
  const chosen = Object.entries(fields).filter(([name, value]) => name.startsWith("choice ") && value);
  const choices = chosen.map(([name, value]) => [name.slice(7), value === true ? "yes" : String(value)]);
  return /** @type {Seating} */ ({ what, choices: Object.fromEntries(choices) });
}
