// Rulings in three taps: what happened, the circumstances, save. The clause and the remedy come from the rulebook; the
// director may overrule it with a reason. Also notes and penalties for a player.

import { h } from "../../shared/dom.js";
import { capital } from "../../shared/english.js";
import { get } from "../event-connection.js";
import { asOption, field, form, number, opens, select, sets, text } from "./parts.js";
import { nameSelect } from "./people.js";
import { everyoneAt } from "./score.js";

/** @typedef {import("../page-types.js").Desk} Desk */
/** @typedef {import("../page-types.js").Detail} Detail */
/** @typedef {import("../../shared/wire.js").RemedyShown} Remedy */
/** @typedef {Partial<import("../../shared/wire.js").RulingAnswer> & { all?: import("../../shared/wire.js").Irregular[] }} Data */

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
  if (!data?.all) return h("p", { class: "quiet" }, "Loading…");
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
 * The answers so far, and the rulebook's next question.
 * @param {Detail} detail
 * @param {import("../../shared/wire.js").Question[]} asked
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

/** @param {{ number: number }} table @returns {[string, string]} */
const tableOption = ({ number: at }) => [String(at), `Table ${at}`];

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
        select("table", [["0", "No table"], ...desk.view.tables.map(tableOption)], String(detail.table ?? 0), {
          "data-live": "table",
        }),
      ),
      table &&
        field(
          "Who did it",
          select("offender", [["", named ? "Choose" : "Not said"], ...everyoneAt(table).map(asOption)], "", {
            required: named,
          }),
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
        field("Points off for this player", number("points", { value: String(remedy.points) })),
        field("Off", select("off", OFF, "card")),
      ],
      h(
        "details",
        { open: !remedy.clause },
        h("summary", {}, remedy.clause ? "Overrule it" : "Your decision"),
        field(remedy.clause ? "What happens instead" : "What happens", text("overruled", { maxlength: 200 })),
        field("Why", text("reason", { maxlength: 200 })),
        !pointsOff && field("Points off for this player", number("points", { placeholder: "none" })),
      ),
      h("button", { "data-main": true, autofocus: true }, "Save the ruling"),
    ),
  ];
}

/** @type {import("../page-types.js").DrawerPart<Data>} */
export const rulingDrawer = {
  title: (_, detail) => (detail.irregularity ? capital(detail.words ?? "") : "A ruling"),
  load,
  content: (desk, detail, data) => {
    if (!detail.irregularity) {
      return [
        whatHappened(data),
        h(
          "div",
          { class: "row" },
          opens("Note or penalty for a player", "rule-person"),
          opens("Rulings so far", "rulings"),
        ),
      ];
    }
    if (!data || data.all) return h("p", { class: "quiet" }, "Loading…");
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
  ["removed", "Removed from the event"],
];

/** @type {import("../page-types.js").DrawerPart} */
export const rulePersonDrawer = {
  title: () => "Note or penalty for a player",
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
      field("Clause, if the rules have one", text("clause", { maxlength: 20 })),
      h("button", { "data-main": true }, "Save"),
    ),
};

/** @param {import("../../shared/wire.js").RulingShown} ruled @param {boolean} director */
function rulingLine({ round, name, action, reason, points, clause, ruling, overruled }, director) {
  const what = action === "note" ? "" : `${capital(action)}${points ? `: ${points}` : ""}. `;
  return h(
    "li",
    {},
    h("span", { class: "quiet" }, round ? `Round ${round}. ` : ""),
    name && h("b", {}, `${name}. `),
    what,
    reason,
    clause && h("span", { class: "quiet" }, ` ${clause}`),
    director && !overruled && overruleForm(ruling),
  );
}

/** @param {number} ruling */
const overruleForm = (ruling) =>
  h(
    "details",
    { "data-key": `overrule ${ruling}` },
    h("summary", {}, "Overrule"),
    form(
      { what: "overrule", ruling },
      { class: "row" },
      field("Why", text("reason", { required: true, maxlength: 300 })),
      h("button", {}, "Overrule this ruling"),
    ),
  );

/** @type {import("../page-types.js").DrawerPart} */
export const rulingsDrawer = {
  title: () => "Rulings so far",
  content: (desk) => {
    const { rulings } = desk.view;
    return [
      rulings.length
        ? h(
            "ul",
            { class: "history" },
            rulings.map((each) => rulingLine(each, desk.role === "director")),
          )
        : h("p", {}, "None yet."),
      desk.role === "director" && opens("A ruling", "ruling"),
    ];
  },
};

/** @param {import("../page-types.js").Fields} fields */
export const readRuling = (fields) => ({ ...fields, table: Number(fields.table) });
