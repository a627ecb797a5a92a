// The page of one's own events, and the trial evening in one click.

import { h } from "../dom.js";
import { books, makeEvent, ownEvents } from "./new-make.js";

const practise = document.querySelector("#practise");
const alert = practise.querySelector("[role=alert]");

const shownDate = (date) => {
  const [year, month, day] = (date ?? "").split("-").map(Number);
  if (!year) return "";
  return new Date(year, month - 1, day).toLocaleDateString([], { weekday: "short", day: "numeric", month: "long", year: "numeric" });
};

async function fillBooks() {
  const all = await books();
  practise.elements.rules.append(...all.map(({ name, title }) => h("option", { value: name }, title)));
}

async function fillEvents() {
  const place = document.querySelector("#events");
  const events = await ownEvents();
  place.replaceChildren(
    events.length
      ? h(
          "ul",
          { class: "event-list" },
          events.map(({ link, title, date, place: where, trial }) =>
            h(
              "li",
              {},
              h("a", { href: link }, title),
              h("span", { class: "quiet" }, [shownDate(date), where, trial && "practice"].filter(Boolean).join(" · ")),
            ),
          ),
        )
      : h("p", {}, "None yet."),
  );
}

practise.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (practise.ariaBusy === "true") return;
  practise.ariaBusy = "true";
  alert.textContent = "";
  try {
    const { link } = await makeEvent({ title: "Practice evening", rules: practise.elements.rules.value, trial: Number(practise.elements.trial.value) });
    location.href = link;
  } catch (error) {
    alert.textContent = error.message;
  } finally {
    practise.ariaBusy = "false";
  }
});

for (const filling of [fillBooks(), fillEvents()]) filling.catch((error) => (alert.textContent = error.message));
