// The page of your own events and seasons, and a practice run in one click.

import { h } from "../../shared/dom.js";
import { fieldOf, textOf } from "../fields.js";
import { books, makeEvent, makeSeason, ownEvents, ownSeasons } from "./create.js";

const practise = /** @type {HTMLFormElement} */ (document.querySelector("#practise"));
const season = /** @type {HTMLFormElement} */ (document.querySelector("#season"));

/** @param {HTMLFormElement} form @param {string} words */
const alertIn = (form, words) => form.querySelector("[role=alert]")?.replaceChildren(words);

/** @param {string} date */
const shownDate = (date) => {
  const [year, month, day] = date.split("-").map(Number);
  if (!year) return "";
  /** @type {Intl.DateTimeFormatOptions} */
  const options = { weekday: "short", day: "numeric", month: "long", year: "numeric" };
  return new Date(year, month - 1, day).toLocaleDateString([], options);
};

/** @param {string} link @param {string} title @param {(string | false)[]} about */
const line = (link, title, about) =>
  h("li", {}, h("a", { href: link }, title), h("span", { class: "quiet" }, about.filter(Boolean).join(" · ")));

/** @param {string} place @param {unknown[]} lines */
function fill(place, lines) {
  const shown = lines.length ? h("ul", { class: "event-list" }, lines) : h("p", {}, "None yet.");
  document.querySelector(place)?.replaceChildren(shown);
}

async function fillBooks() {
  const all = await books();
  for (const form of [practise, season]) {
    fieldOf(form, "rules")?.append(...all.map(({ name, title }) => h("option", { value: name }, title)));
  }
}

async function fillEvents() {
  /** @param {import("../../shared/wire.js").EventLine} event */
  const about = ({ date, rules, place, trial }) => [shownDate(date), rules, place, trial && "practice"];
  fill(
    "#events",
    (await ownEvents()).map((event) => line(event.link, event.title, about(event))),
  );
}

async function fillSeasons() {
  fill(
    "#seasons",
    (await ownSeasons()).map(({ link, title }) => line(link, title, [])),
  );
}

/**
 * Send a form by `work`, once at a time, and say why not.
 * @param {HTMLFormElement} form
 * @param {() => Promise<void>} work
 */
function onSubmit(form, work) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.ariaBusy === "true") return;
    form.ariaBusy = "true";
    alertIn(form, "");
    try {
      await work();
    } catch (error) {
      alertIn(form, /** @type {Error} */ (error).message);
    } finally {
      form.ariaBusy = "false";
    }
  });
}

onSubmit(practise, async () => {
  const rules = textOf(practise, "rules");
  const trial = Number(textOf(practise, "trial"));
  const { link } = await makeEvent({ title: "Practice run", rules, trial });
  location.href = link;
});

onSubmit(season, async () => {
  await makeSeason(textOf(season, "title").trim(), textOf(season, "rules"));
  location.reload();
});

for (const filling of [fillBooks(), fillEvents(), fillSeasons()]) {
  filling.catch((error) => alertIn(practise, error.message));
}
