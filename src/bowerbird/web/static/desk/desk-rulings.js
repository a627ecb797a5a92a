// @ts-check
// Rulings in three taps: what happened, what was so at that moment, write it down. The clause and the remedy come from
// the book; the director may overrule it with a reason. And the director's word about a person.

import { h } from "../dom.js";
import { capital } from "../english.js";
import { field, form, number, opens, select, sets, text } from "./desk-parts.js";
import { nameSelect } from "./desk-people.js";
import { everyoneAt } from "./desk-score.js";
import { get } from "./wire.js";

/** @typedef {import("./page-types.js").Desk} Desk */
/** @typedef {import("./page-types.js").Detail} Detail */
/** @typedef {import("../wire.js").RemedyShown} Remedy */
/** @typedef {Partial<import("../wire.js").RulingAnswer> & { all?: import("../wire.js").Irregular[] }} Data */

/**
 * @param {Desk} desk
 * @param {Detail} detail
 * @returns {Promise<Data>}
 */
async function load(desk, detail) {
  if (!detail.irregularity) return { all: await get(desk.token, "rulings") };
  const { irregularity, answers = [] } = detail;
  /** @param {boolean} yes */
  const given = (yes) =>
    answers
      .filter((answer) => answer.yes === yes)
      .map(({ condition }) => condition)
      .join(",");
  return get(desk.token, "ruling", { irregularity, holds: given(true), lacks: given(false) });
}

/** @param {Data | null} data */
function whatHappened(data) {
  if (!data?.all) return h("p", { class: "quiet" }, "Looking it up…");
  return [
    h("p", {}, "What happened?"),
    h(
      "div",
      { class: "name-buttons" },
      data.all.map(({ irregularity, words }) =>
        sets(capital(words), { irregularity, words, answers: [] }, { "data-key": irregularity }),
      ),
    ),
  ];
}

/**
 * What was answered so far, and the question that the book asks next.
 * @param {Detail} detail
 * @param {import("../wire.js").Question[]} asked
 */
function questions(detail, [question]) {
  const { answers = [] } = detail;
  return [
    answers.length > 0 &&
      h(
        "ul",
        { class: "answers", "data-key": "answers" },
        answers.map(({ words, yes }) => h("li", {}, words, h("b", {}, yes ? " Yes" : " No"))),
      ),
    question &&
      h(
        "div",
        { "data-key": `question ${question.condition}` },
        h("p", { class: "sentence" }, question.words),
        h(
          "div",
          { class: "yes-no" },
          [true, false].map((yes) => sets(yes ? "Yes" : "No", { answers: [...answers, { ...question, yes }] })),
        ),
      ),
  ];
}

/**
 * Remedies whose points belong on the score of the table: then it must be known which side did it.
 * @param {Remedy} remedy
 */
const onTheScore = ({ kind }) => ["points", "hand lost", "choice", "game lost"].includes(kind);

/** @param {string} value @param {string} words @returns {[string, string]} */
const pair = (value, words) => [value, words];

/** @param {Desk} desk @param {Detail} detail @param {Remedy} remedy */
function where(desk, detail, remedy) {
  const named = onTheScore(remedy);
  const table = desk.view.tables.find(({ number: at }) => at === Number(detail.table));
  return [
    h(
      "div",
      { class: "row", "data-key": "where" },
      field(
        "Table",
        select(
          "table",
          [["0", "No table"], ...desk.view.tables.map(({ number: at }) => pair(String(at), `Table ${at}`))],
          String(detail.table ?? 0),
          { "data-live": "table" },
        ),
      ),
      table &&
        field(
          "Who did it",
          select(
            "offender",
            [["", named ? "Choose" : "Not said"], ...everyoneAt(table).map((name) => pair(name, name))],
            "",
            { required: named },
          ),
        ),
    ),
  ];
}

/** What points come off: the person's own card, the game in progress, or both. @type {[string, string][]} */
const OFF = [
  ["card", "The person's own total"],
  ["game", "The game in progress"],
  ["both", "Both"],
];

/** @param {Desk} desk @param {Detail} detail @param {Remedy} remedy */
function decide(desk, detail, remedy) {
  const pointsOff = remedy.kind === "points off";
  const holds = (detail.answers ?? []).filter(({ yes }) => yes).map(({ condition }) => condition);
  const body = { what: "ruling", irregularity: detail.irregularity, holds };
  return [
    h(
      "section",
      { class: "panel remedy", "data-key": "remedy" },
      h("p", { class: "sentence" }, capital(remedy.sentence)),
      remedy.clause &&
        h("p", { class: "quiet" }, h("b", {}, remedy.clause), remedy.clause_says ? `: ${remedy.clause_says}` : ""),
    ),
    form(
      body,
      { "data-read": "ruling", "data-then": onTheScore(remedy) ? "table" : "close", "data-key": "decide" },
      where(desk, detail, remedy),
      pointsOff && [
        field("Points off for whoever did it", number("points", { value: String(remedy.points) })),
        field("Off", select("off", OFF, "card")),
      ],
      h(
        "details",
        { open: !remedy.clause },
        h("summary", {}, remedy.clause ? "Overrule it" : "Your decision"),
        field(remedy.clause ? "What happens instead" : "What happens", text("overruled", { maxlength: 200 })),
        field("Why", text("reason", { maxlength: 200 })),
        !pointsOff && field("Points off for whoever did it", number("points", { placeholder: "none" })),
      ),
      h("button", { "data-main": true, autofocus: true }, "Write it down"),
    ),
  ];
}

/** @type {import("./page-types.js").DrawerPart<Data>} */
export const rulingDrawer = {
  title: (_, detail) => (detail.irregularity ? capital(detail.words ?? "") : "A ruling"),
  load,
  content: (desk, detail, data) => {
    if (!detail.irregularity) {
      return [
        whatHappened(data),
        h("div", { class: "row" }, opens("A word about a person", "rule-person"), opens("Rulings so far", "rulings")),
      ];
    }
    if (!data || data.all) return h("p", { class: "quiet" }, "Looking it up…");
    return [
      questions(detail, data.questions ?? []),
      data.remedy && decide(desk, detail, data.remedy),
      h(
        "div",
        { class: "row", "data-key": "else" },
        Boolean(detail.answers?.length) && sets("Answer again", { answers: [] }, { class: "plain-button" }),
        sets("Something else happened", { irregularity: "", answers: [] }, { class: "plain-button" }),
      ),
    ];
  },
};

/** @type {[string, string][]} */
const ACTIONS = [
  ["note", "A note for the record"],
  ["warning", "A warning"],
  ["points off", "Points off"],
  ["removed", "Out of the event"],
];

/** @type {import("./page-types.js").DrawerPart} */
export const rulePersonDrawer = {
  title: () => "A word about a person",
  content: (desk, detail) =>
    form(
      { what: "rule", ...(detail.name ? { name: detail.name } : {}) },
      { "data-then": "close" },
      detail.name
        ? h("p", { class: "sentence" }, detail.name)
        : field("Who", nameSelect(desk, "name", { required: true })),
      field("What", select("action", ACTIONS, "note")),
      field("Points off, if any", number("points", { placeholder: "0" })),
      field("Off", select("off", OFF, "card")),
      field("Why", text("reason", { required: true, maxlength: 200 })),
      field("Clause, if the book has one", text("clause", { maxlength: 20 })),
      h("button", { "data-main": true }, "Write it down"),
    ),
};

/** @param {import("../wire.js").RulingShown} ruling */
function rulingLine({ round, name, action, reason, points, clause }) {
  const what = action === "note" ? "" : `${capital(action)}${points ? `: ${points}` : ""}. `;
  return h(
    "li",
    {},
    h("span", { class: "quiet" }, round ? `Round ${round}. ` : ""),
    name && h("b", {}, `${name}. `),
    what,
    reason,
    clause && h("span", { class: "quiet" }, ` ${clause}`),
  );
}

/** @type {import("./page-types.js").DrawerPart} */
export const rulingsDrawer = {
  title: () => "Rulings so far",
  content: (desk) => {
    const { rulings } = desk.view;
    return [
      rulings.length ? h("ul", { class: "history" }, rulings.map(rulingLine)) : h("p", {}, "None yet."),
      desk.role === "director" && opens("A ruling", "ruling"),
    ];
  },
};

/** @param {import("./page-types.js").Fields} fields */
export const readRuling = (fields) => ({ ...fields, table: Number(fields.table) });
