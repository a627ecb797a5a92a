// The page of one's own events and seasons, and the trial evening in one click.

import { h } from "../shared/dom.js";
import { books, makeEvent, makeSeason, ownEvents, ownSeasons } from "./new-make.js";

const practise = document.querySelector("#practise");
const season = document.querySelector("#season");
const alertOf = (form) => form.querySelector("[role=alert]");

const shownDate = (date) => {
  const [year, month, day] = (date ?? "").split("-").map(Number);
  if (!year) return "";
  const options = { weekday: "short", day: "numeric", month: "long", year: "numeric" };
  return new Date(year, month - 1, day).toLocaleDateString([], options);
};

const line = (link, title, about) =>
  h("li", {}, h("a", { href: link }, title), h("span", { class: "quiet" }, about.filter(Boolean).join(" · ")));

function fill(place, lines) {
  const shown = lines.length ? h("ul", { class: "event-list" }, lines) : h("p", {}, "None yet.");
  document.querySelector(place).replaceChildren(shown);
}

async function fillBooks() {
  const all = await books();
  for (const form of [practise, season]) {
    form.elements.rules.append(...all.map(({ name, title }) => h("option", { value: name }, title)));
  }
}

async function fillEvents() {
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

/** Send a form by `work`, once at a time, and say why not. */
function onSubmit(form, work) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.ariaBusy === "true") return;
    form.ariaBusy = "true";
    alertOf(form).textContent = "";
    try {
      await work(form.elements);
    } catch (error) {
      alertOf(form).textContent = error.message;
    } finally {
      form.ariaBusy = "false";
    }
  });
}

onSubmit(practise, async ({ rules, trial }) => {
  const { link } = await makeEvent({ title: "Practice evening", rules: rules.value, trial: Number(trial.value) });
  location.href = link;
});

onSubmit(season, async ({ title, rules }) => {
  await makeSeason(title.value.trim(), rules.value);
  location.reload();
});

for (const filling of [fillBooks(), fillEvents(), fillSeasons()]) {
  filling.catch((error) => {
    alertOf(practise).textContent = error.message;
  });
}
