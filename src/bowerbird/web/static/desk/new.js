// The set-up of an event: the book, the evening, what the book leaves open (each with its default and its clause), what
// is unusual in its text, the people. Everything has a default, so that a director in a hurry presses one button.

import { h } from "../shared/dom.js";
import { books, makeEvent, ownSeasons, setup } from "./new-make.js";
import { checkPrizes, moneyWords, prizesRow, sharesOf } from "./new-prizes.js";

const form = document.querySelector("#new-event");
const alert = form.querySelector("p[role=alert]");
const part = (name) => document.querySelector(`#${name}`);

const optionOf = (choice) =>
  choice !== null && typeof choice === "object" ? choice : { value: choice, words: String(choice) };

function clauseWords({ clause, clause_says: says }) {
  if (!clause) return h("small", { class: "quiet" }, "The book does not say.");
  return h("small", { class: "quiet" }, h("b", {}, clause), says ? `: ${says}` : "");
}

function yesNo(setting, name) {
  return h(
    "select",
    { id: name, name, "data-kind": "json" },
    [true, false].map((value) =>
      h("option", { value: JSON.stringify(value), selected: value === setting.default }, value ? "Yes" : "No"),
    ),
  );
}

function control(setting, name) {
  if (setting.choices?.length) {
    return h(
      "select",
      { id: name, name, "data-kind": "json" },
      setting.choices
        .map(optionOf)
        .map(({ value, words }) =>
          h(
            "option",
            { value: JSON.stringify(value), selected: JSON.stringify(value) === JSON.stringify(setting.default) },
            words,
          ),
        ),
    );
  }
  if (typeof setting.default === "boolean") return yesNo(setting, name);
  if (setting.cents) {
    const dollars = (cents) => (cents / 100).toFixed(2);
    return h("input", {
      id: name,
      name,
      type: "number",
      min: dollars(setting.min),
      max: dollars(setting.max),
      step: "0.01",
      value: dollars(setting.default),
      "data-kind": "cents",
    });
  }
  if (typeof setting.default === "number") {
    return h("input", {
      id: name,
      name,
      type: "number",
      min: setting.min,
      max: setting.max,
      value: String(setting.default),
      "data-kind": "number",
    });
  }
  return h("input", {
    id: name,
    name,
    type: "text",
    maxlength: "80",
    value: setting.default ?? "",
    "data-kind": "text",
  });
}

function settingRow(setting) {
  const name = `setting ${setting.key}`;
  const field = control(setting, name);
  field.dataset.usual = field.dataset.kind === "json" ? JSON.stringify(setting.default) : field.getAttribute("value");
  return h("div", { class: "setting" }, h("label", { for: name }, setting.words), field, clauseWords(setting));
}

function unusualPanel(unusual) {
  return h(
    "fieldset",
    { class: "panel unusual" },
    h("legend", {}, "Unusual in this book"),
    unusual.map((text) =>
      h(
        "fieldset",
        {},
        h("legend", {}, text.asks),
        h("p", {}, text.says, " ", text.clause && h("b", {}, `(${text.clause})`)),
        text.options.map(({ value, words }, at) =>
          h(
            "label",
            { class: "choice" },
            h("input", {
              type: "radio",
              name: `unusual ${text.key}`,
              value: JSON.stringify(value),
              "data-usual": JSON.stringify(text.options[0].value),
              checked: at === 0,
            }),
            words,
          ),
        ),
      ),
    ),
  );
}

const UNIT_WORDS = {
  people: "One name a line.",
  pairs: "One pair a line: Ann & Cal.",
  "people or pairs": "One a line: Ann, or Ann & Cal for a pair that stays together.",
};

const ZONE_WORDS =
  " Where entries come from zones, write columns instead, with a first line that names them: name,partner,zone";

/** How many people the pasted text has, near enough to lay out tables. */
function peopleIn(text) {
  const cells = (line) => line.split(/[,;\t]/);
  const lines = text.split("\n").filter((line) => line.trim());
  const columns = cells((lines[0] ?? "").toLowerCase()).map((column) => column.trim());
  if (!columns.includes("name")) {
    return lines.flatMap((line) => line.split("&")).filter((name) => name.trim()).length;
  }
  const told = columns.flatMap((column, at) => (["name", "partner"].includes(column) ? [at] : []));
  return lines.slice(1).flatMap((line) => told.filter((at) => cells(line)[at]?.trim())).length;
}

/** As many tables as the people who are entered fill. */
const tables = () => Math.min(300, Math.max(1, Math.floor(peopleIn(form.elements.names.value) / 4)));

function showChecklist({ checklist }) {
  part("checklist-part").hidden = !checklist.length;
  part("checklist").replaceChildren(...checklist.map((line) => h("li", {}, line)));
}

/** Other people, so perhaps other tables. The list is a help: without an answer the one that is there stays. */
async function countAgain() {
  sumUp();
  const asked = { rules: form.elements.rules.value, tables: tables() };
  const found = await setup(asked).catch(() => null);
  if (found && asked.rules === form.elements.rules.value && asked.tables === tables()) showChecklist(found);
}

/** What is about to be made, and what the answers still lack. */
function sumUp() {
  checkPrizes(form);
  const { title, rules, names } = form.elements;
  const book = form.querySelector("[name=rules]:checked")?.closest("label").querySelector("b").textContent;
  const people = peopleIn(names.value);
  const lines = [
    `${title.value.trim() || "An event"}, by the rules of ${book ?? rules.value}.`,
    people ? `${people} ${people === 1 ? "person is" : "people are"} entered.` : "Nobody is entered yet.",
    moneyWords(form),
  ];
  part("summary").replaceChildren(...lines.map((line) => h("li", {}, line)));
}

let shown = null;

async function show() {
  const rules = form.elements.rules.value;
  if (shown === rules) return;
  shown = rules;
  alert.textContent = "";
  try {
    const found = await setup({ rules, tables: tables() });
    if (shown !== rules) return;
    part("settings").replaceChildren(
      ...found.settings.flatMap((setting) =>
        setting.key === "event.money.pot" ? [settingRow(setting), prizesRow(found.prizes)] : [settingRow(setting)],
      ),
    );
    const unusual = part("unusual");
    unusual.hidden = !found.unusual.length;
    unusual.replaceChildren(...(found.unusual.length ? [unusualPanel(found.unusual)] : []));
    part("unit").textContent = UNIT_WORDS[found.units] + (found.zones ? ZONE_WORDS : "");
    part("age-part").hidden = !found.minimum_age;
    part("age-part").querySelector("span").textContent =
      `They are all ${found.minimum_age} or older this year, as they told me`;
    showChecklist(found);
    if (found.start && !form.elements.start.value) form.elements.start.value = found.start;
    sumUp();
  } catch (error) {
    shown = null;
    alert.textContent = error.message;
  }
}

function answerOf({ dataset, value }) {
  if (dataset.kind === "text") return value;
  return dataset.kind === "cents" ? Math.round(Number(value) * 100) : JSON.parse(value);
}

/** What the director wants otherwise than the book has it. */
function settingsOf() {
  const settings = {};
  for (const field of form.elements) {
    const [, key] = field.name?.split(" ") ?? [];
    if (!key || field.value === "" || field.value === field.dataset.usual || (field.type === "radio" && !field.checked))
      continue;
    settings[key] = answerOf(field);
  }
  return settings;
}

function eventOf() {
  const { title, place, date, start, rules, house_rules: house } = form.elements;
  const { rounds, ...settings } = settingsOf();
  return {
    title: title.value.trim(),
    place: place.value.trim(),
    date: date.value,
    start: start.value,
    rules: rules.value,
    house_rules: house.value.trim(),
    rounds: rounds ?? 0,
    settings: { ...settings, ...sharesOf(form) },
    trial: 0,
    season: form.elements.season.value,
  };
}

async function fillSeasons() {
  const seasons = await ownSeasons();
  part("season-part").hidden = !seasons.length;
  part("season").replaceChildren(
    h("option", { value: "" }, "None"),
    ...seasons.map(({ season, title }) => h("option", { value: season }, title)),
  );
}

async function start() {
  await fillSeasons();
  const all = await books();
  part("books").replaceChildren(
    ...all.map(({ name, title, about }, at) =>
      h(
        "label",
        { class: "book" },
        h("input", { type: "radio", name: "rules", value: name, checked: at === 0 }),
        h("span", {}, h("b", {}, title), h("small", {}, about ?? "")),
      ),
    ),
  );
  const today = new Date();
  form.elements.date.value = [today.getFullYear(), today.getMonth() + 1, today.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
  form.elements.title.value ||= `${today.toLocaleDateString("en", { weekday: "long" })} euchre`;
  await show();
}

form.addEventListener("change", (event) => {
  if (event.target.name === "rules") show();
  if (event.target.id === "file" && event.target.files[0]) {
    event.target.files[0].text().then((text) => {
      form.elements.names.value = [form.elements.names.value.trim(), text].filter(Boolean).join("\n");
      countAgain();
    });
  }
  if (event.target.name === "names") countAgain();
});

form.addEventListener("input", sumUp);

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (form.ariaBusy === "true") return;
  form.ariaBusy = "true";
  alert.textContent = "";
  try {
    const names = form.elements.names.value;
    const { link, refused } = await makeEvent(eventOf(), names, form.elements.of_age.checked);
    if (refused) {
      sessionStorage.setItem("bowerbird-said", `The event is made, but the names were not taken: ${refused}`);
      sessionStorage.setItem("bowerbird-names", names);
    }
    location.href = link;
  } catch (error) {
    alert.textContent = error.message;
    alert.scrollIntoView({ block: "center" });
  } finally {
    form.ariaBusy = "false";
  }
});

start().catch((error) => (alert.textContent = error.message));
