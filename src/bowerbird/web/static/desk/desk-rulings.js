// Rulings in three taps: what happened, what was so at that moment, write it down. The clause and the remedy come from
// the book; the director may overrule it with a reason. And the director's word about a person.

import { h } from "../dom.js";
import { field, form, number, opens, select, sets, text } from "./desk-parts.js";
import { nameSelect } from "./desk-people.js";
import { everyoneAt } from "./desk-score.js";
import { get } from "./wire.js";

const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

async function load(desk, detail) {
  if (!detail.irregularity) return { all: await get(desk.token, "rulings") };
  const { irregularity, holds = [] } = detail;
  return get(desk.token, "ruling", { irregularity, holds: holds.join(",") });
}

function whatHappened(detail, data) {
  if (!data?.all) return h("p", { class: "quiet" }, "Looking it up…");
  return [
    h("p", {}, "What happened?"),
    h(
      "div",
      { class: "name-buttons" },
      data.all.map(({ irregularity, words }) =>
        sets(capital(words), { irregularity, holds: [] }, { "data-key": irregularity }),
      ),
    ),
  ];
}

function questions(detail, data) {
  const holds = detail.holds ?? [];
  const asked = data.questions ?? [];
  if (!asked.length && !holds.length) return null;
  const known = new Map((detail.asked ?? []).map((question) => [question.condition, question.words]));
  for (const { condition, words } of asked) known.set(condition, words);
  detail.asked = [...known].map(([condition, words]) => ({ condition, words }));
  return h(
    "fieldset",
    { "data-key": "questions" },
    h("legend", {}, "What was so?"),
    detail.asked.map(({ condition, words }) => {
      const yes = holds.includes(condition);
      const next = yes ? holds.filter((each) => each !== condition) : [...holds, condition];
      return h(
        "p",
        { class: "question-row", "data-key": condition },
        h("span", {}, words),
        sets(yes ? "✓ Yes" : "Yes", { holds: next }, { "aria-pressed": String(yes), "aria-label": `${words} ${yes ? "Yes, chosen" : "Yes"}` }),
      );
    }),
  );
}

function where(desk, detail) {
  const table = desk.view.tables.find(({ number: at }) => at === Number(detail.table));
  return [
    h(
      "div",
      { class: "row", "data-key": "where" },
      field(
        "Table",
        select(
          "table",
          [["0", "No table"], ...desk.view.tables.map(({ number: at }) => [String(at), `Table ${at}`])],
          String(detail.table ?? 0),
          { "data-live": "table" },
        ),
      ),
      table && field("Who did it", select("offender", [["", "Not said"], ...everyoneAt(table).map((name) => [name, name])], "")),
    ),
  ];
}

function decide(desk, detail, data) {
  const { remedy } = data;
  const body = { what: "ruling", irregularity: detail.irregularity, holds: detail.holds ?? [] };
  return [
    h(
      "section",
      { class: "panel remedy", "data-key": "remedy" },
      remedy
        ? [
            h("p", { class: "sentence" }, capital(remedy.sentence)),
            remedy.clause && h("p", { class: "quiet" }, h("b", {}, remedy.clause), remedy.clause_says ? `: ${remedy.clause_says}` : ""),
          ]
        : h("p", { class: "sentence" }, "The book does not say. You decide; write down what you decided."),
    ),
    form(
      body,
      { "data-read": "ruling", "data-then": "close", "data-key": "decide" },
      where(desk, detail),
      h(
        "details",
        { open: !remedy },
        h("summary", {}, remedy ? "Overrule it" : "Your decision"),
        field("What happens instead", text("overruled", { maxlength: 200, required: !remedy })),
        field("Why", text("reason", { maxlength: 200, required: !remedy })),
        field("Points off for whoever did it", number("points", { placeholder: "none" })),
      ),
      h("button", { "data-main": true, autofocus: true }, "Write it down"),
    ),
  ];
}

export const rulingDrawer = {
  title: (_, detail) => (detail.irregularity ? capital(detail.irregularity) : "A ruling"),
  load,
  content: (desk, detail, data) => {
    if (!detail.irregularity) {
      return [
        whatHappened(detail, data),
        h("div", { class: "row" }, opens("A word about a person", "rule-person"), opens("Rulings so far", "rulings")),
      ];
    }
    if (!data || data.all) return h("p", { class: "quiet" }, "Looking it up…");
    return [
      questions(detail, data),
      decide(desk, detail, data),
      sets("Something else happened", { irregularity: "", holds: [], asked: [] }, { class: "plain-button", "data-key": "else" }),
    ];
  },
};

const ACTIONS = [
  ["note", "A note for the record"],
  ["warning", "A warning"],
  ["points off", "Points off"],
  ["removed", "Out of the event"],
];

export const rulePersonDrawer = {
  title: () => "A word about a person",
  content: (desk, detail) =>
    form(
      { what: "rule", ...(detail.name ? { name: detail.name } : {}) },
      { "data-then": "close" },
      detail.name ? h("p", { class: "sentence" }, detail.name) : field("Who", nameSelect(desk, "name", { required: true })),
      field("What", select("action", ACTIONS, "note")),
      field("Points off, if any", number("points", { placeholder: "0" })),
      field("Why", text("reason", { required: true, maxlength: 200 })),
      field("Clause, if the book has one", text("clause", { maxlength: 20 })),
      h("button", { "data-main": true }, "Write it down"),
    ),
};

export const rulingsDrawer = {
  title: () => "Rulings so far",
  content: (desk) => {
    const all = desk.view.rulings ?? [];
    return [
      all.length
        ? h(
            "ul",
            { class: "history" },
            all.map((ruling) =>
              h(
                "li",
                {},
                h("span", { class: "quiet" }, ruling.round ? `Round ${ruling.round}. ` : ""),
                ruling.words ??
                  `${ruling.name}: ${ruling.action}${ruling.points ? ` (${ruling.points})` : ""}. ${ruling.reason}${ruling.clause ? ` (${ruling.clause})` : ""}`,
              ),
            ),
          )
        : h("p", {}, "None yet."),
      opens("A ruling", "ruling"),
    ];
  },
};

export const readRuling = (fields) => ({ ...fields, table: Number(fields.table) });

