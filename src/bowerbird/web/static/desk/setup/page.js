// The set-up of an event: rules, title and date, settings that the rules leave open (each with its default and its
// clause), what is unusual in them, the people. Everything has a default, so that a director in a hurry presses one
// button.

import { h } from "../../shared/dom.js";
import { fieldOf, textOf, textOfFile } from "../fields.js";
import { books, makeEvent, ownMembers, ownSeasons, prizesFor, setup } from "./create.js";
import { checkPrizes, isMoney, moneyWords, prizesOf, prizesRows, prizeTable } from "./prizes.js";
import { settingRow, settingsOf } from "./setting-rows.js";

/** @typedef {import("../../shared/wire.js").PrizeTable} PrizeTable */

const form = /** @type {HTMLFormElement} */ (document.querySelector("#new-event"));
const alert = /** @type {HTMLElement} */ (form.querySelector("p[role=alert]"));
/** @param {string} name */
const part = (name) => /** @type {HTMLElement} */ (document.querySelector(`#${name}`));
/** @param {string} name */
const field = (name) => /** @type {HTMLInputElement} */ (fieldOf(form, name));

/** @param {import("../../shared/wire.js").UnusualText[]} unusual */
function unusualPanel(unusual) {
  return h(
    "fieldset",
    { class: "panel unusual" },
    h("legend", {}, "Unusual in these rules"),
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

/** @type {Record<string, string>} */
const UNIT_WORDS = {
  people: "One name per line.",
  pairs: "One team per line: Ann & Cal.",
  "people or pairs": "One per line: Ann, or Ann & Cal for a team.",
};

const ZONE_WORDS = " To add zones, use CSV with column names in the first line: name,partner,zone";

/**
 * How many people the pasted text has, near enough to lay out tables.
 * @param {string} text
 */
function peopleIn(text) {
  /** @param {string} line */
  const cells = (line) => line.split(/[,;\t]/);
  const lines = text.split("\n").filter((line) => line.trim());
  const columns = cells((lines[0] ?? "").toLowerCase()).map((column) => column.trim());
  if (!columns.includes("name")) {
    return lines.flatMap((line) => line.split("&")).filter((name) => name.trim()).length;
  }
  const told = columns.flatMap((column, at) => (["name", "partner"].includes(column) ? [at] : []));
  return lines.slice(1).flatMap((line) => told.filter((at) => cells(line)[at]?.trim())).length;
}

const chosenRules = () => textOf(form, "rules");

/** As many tables as the people who are entered fill. */
const tables = () => Math.min(300, Math.max(1, Math.floor(peopleIn(field("names").value) / 4)));

/** @param {import("../../shared/wire.js").SetupForm} found */
function showChecklist({ checklist }) {
  part("checklist-part").hidden = !checklist.length;
  part("checklist").replaceChildren(...checklist.map((line) => h("li", {}, line)));
}

/** Other people, so perhaps other tables. The list is a help: without an answer the one that is there stays. */
async function countAgain() {
  sumUp();
  const asked = { rules: chosenRules(), tables: tables() };
  const found = await setup(asked).catch(() => null);
  if (found && asked.rules === chosenRules() && asked.tables === tables()) showChecklist(found);
}

/** What is about to be made, and what the answers still lack. */
function sumUp() {
  checkPrizes(form);
  const book = form.querySelector("[name=rules]:checked")?.closest("label")?.querySelector("b")?.textContent;
  const people = peopleIn(field("names").value);
  const lines = [
    `${field("title").value.trim() || "An event"}, by the rules of ${book ?? chosenRules()}.`,
    people ? `${people} ${people === 1 ? "person is" : "people are"} signed up.` : "Nobody is signed up yet.",
    moneyWords(form),
  ];
  part("summary").replaceChildren(...lines.map((line) => h("li", {}, line)));
  showPrizes();
}

let asked = 0;

/** The prizes for the people expected, worked out again whenever an answer changes. */
function showPrizes() {
  const mine = ++asked;
  const typed = peopleIn(field("names").value);
  const people = Number(field("expected").value) || typed || 24;
  field("expected").placeholder = String(typed || 24);
  setTimeout(async () => {
    if (mine !== asked || !shown) return;
    if (part("money").querySelector(":invalid")) {
      part("prize-table").replaceChildren(); // the field itself says what is wrong
      return;
    }
    const { rules, house_rules, settings } = eventOf();
    try {
      const found = await prizesFor({ rules, house_rules, settings, people: Math.min(3000, people) });
      if (mine === asked) part("prize-table").replaceChildren(...prizeTable(found));
    } catch (error) {
      if (mine === asked) part("prize-table").replaceChildren(/** @type {Error} */ (error).message);
    }
  }, 250);
}

/** @type {string | null} */
let shown = null;
let showing = Promise.resolve();

/** Questions of other rules are gone at once: an answer typed into them would be lost. */
function clear() {
  for (const name of ["settings", "money", "unusual"]) part(name).replaceChildren();
}

async function show() {
  const rules = chosenRules();
  if (shown === rules) return;
  shown = rules;
  alert.textContent = "";
  clear();
  try {
    const found = await setup({ rules, tables: tables() });
    if (shown !== rules) return;
    part("settings").replaceChildren(
      ...found.settings.filter((setting) => !isMoney(setting)).map((setting) => settingRow(setting)),
    );
    part("money").replaceChildren(...prizesRows(found));
    const unusual = part("unusual");
    unusual.hidden = !found.unusual.length;
    unusual.replaceChildren(...(found.unusual.length ? [unusualPanel(found.unusual)] : []));
    part("unit").textContent = UNIT_WORDS[found.units] + (found.zones ? ZONE_WORDS : "");
    part("age-part").hidden = !found.minimum_age;
    part("age-words").textContent = `They all say they are ${found.minimum_age} or older this year`;
    showChecklist(found);
    field("start").value ||= found.start;
    sumUp();
  } catch (error) {
    shown = null;
    alert.textContent = /** @type {Error} */ (error).message;
  }
}

function eventOf() {
  const { rounds: _, ...settings } = settingsOf(form);
  return {
    title: field("title").value.trim(),
    place: field("place").value.trim(),
    date: field("date").value,
    start: field("start").value,
    rules: chosenRules(),
    house_rules: field("house_rules").value.trim(),
    rounds: Number(textOf(form, "setting rounds")),
    settings: { ...settings, ...prizesOf(form) },
    trial: 0,
    season: field("season").value,
  };
}

async function fillSeasons() {
  const seasons = await ownSeasons();
  part("season-part").hidden = !seasons.length;
  part("season").replaceChildren(
    h("option", { value: "" }, "None"),
    ...seasons.map(({ season, title, rules }) => h("option", { value: season }, `${title} (${rules})`)),
  );
}

/** A club with a list of members starts from it. */
async function fillMembers() {
  const count = await ownMembers();
  part("members-part").hidden = !count;
  part("members-words").textContent = `Start with your club's people (${count}). Nobody is checked in yet.`;
  field("members").checked = count > 0;
}

async function start() {
  await Promise.all([fillSeasons(), fillMembers()]);
  const all = await books();
  part("books").replaceChildren(
    ...all.map(({ name, title, about }, at) =>
      h(
        "label",
        { class: "book" },
        h("input", { type: "radio", name: "rules", value: name, checked: at === 0 }),
        h("span", {}, h("b", {}, title), h("small", {}, about)),
      ),
    ),
  );
  const today = new Date();
  field("date").value = [today.getFullYear(), today.getMonth() + 1, today.getDate()]
    .map((each) => String(each).padStart(2, "0"))
    .join("-");
  field("title").value ||= `${today.toLocaleDateString("en", { weekday: "long" })} euchre`;
  await show();
}

form.addEventListener("change", async (event) => {
  const { name, id, files } = /** @type {HTMLInputElement} */ (event.target);
  if (name === "rules") showing = show();
  if (id === "file" && files?.[0]) {
    const text = await textOfFile(files[0]);
    field("names").value = [field("names").value.trim(), text].filter(Boolean).join("\n");
    countAgain();
  }
  if (name === "names") countAgain();
});

form.addEventListener("input", sumUp);

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (form.ariaBusy === "true") return;
  form.ariaBusy = "true";
  alert.textContent = "";
  try {
    await (shown ? showing : show());
    if (!shown) return;
    const names = field("names").value;
    const { link, refused } = await makeEvent(eventOf(), names, field("of_age").checked, field("members").checked);
    if (refused) {
      sessionStorage.setItem("bowerbird-said", `The event was created, but the names weren't added: ${refused}`);
      sessionStorage.setItem("bowerbird-names", names);
    }
    location.href = link;
  } catch (error) {
    alert.textContent = /** @type {Error} */ (error).message;
    alert.scrollIntoView({ block: "center" });
  } finally {
    form.ariaBusy = "false";
  }
});

start().catch((error) => {
  alert.textContent = error.message;
});
