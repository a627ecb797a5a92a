// The page of house rules: "What you have" follows every choice at once, and what is played is what the form says.
// The hall makes the page; this file only asks for it again with the choices of the moment.

import { keepHouseRules } from "./kept-rules.js";

const have = document.getElementById("have");
const byForm = document.getElementById("house-form");
const byText = () => document.getElementById("house-text");

// The one in which something was changed last; a text that was sent here stands above the form.
let speaks = new URLSearchParams(location.search).has("toml") ? byText() : byForm;
let asked = null;

const says = () => new URLSearchParams(new FormData(speaks)).toString();

/** Show what comes of the choices, and keep them in the address. */
async function refresh() {
  const wanted = says();
  asked = wanted;
  const answer = await fetch(`${new URL(speaks.action).pathname}?${wanted}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("have");
  if (!fresh || asked !== wanted) return;
  const name = have.querySelector("#name")?.value;
  const isOpen = have.querySelector("details").open;
  const text = byText().elements.toml.value;
  const spokeByText = speaks !== byForm;
  have.replaceChildren(...fresh.childNodes);
  have.querySelector("details").open = isOpen;
  if (name) have.querySelector("#name")?.setAttribute("value", name);
  if (spokeByText) {
    speaks = byText();
    speaks.elements.toml.value = text;
  }
  history.replaceState(null, "", answer.url);
}

document.addEventListener("change", ({ target }) => {
  if (target.form !== byForm && target.form !== byText()) return;
  speaks = target.form;
  // Another book is another form: the page comes anew by itself.
  if (!target.matches("[data-submit]")) refresh().catch(() => (asked = null));
});

// Pressed before the last choice has arrived: first that one, then play.
have.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.dataset.post) return;
  if (form.dataset.says === says()) {
    const link = location.pathname + location.search;
    keepHouseRules({ title: form.dataset.house, toml: form.elements.house_rules.value, link });
    return;
  }
  event.preventDefault();
  event.stopPropagation();
  const { value } = event.submitter;
  try {
    await refresh();
  } catch {
    form.querySelector("[role=alert]").textContent =
      "The hall does not answer. Nothing is lost: check the connection and try again.";
    return;
  }
  const fresh = have.querySelector("form[data-post]");
  if (fresh) {
    fresh.dataset.says = says();
    fresh.requestSubmit(fresh.querySelector(`button[value="${value}"]`));
  } else have.scrollIntoView();
});
