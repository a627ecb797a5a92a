// The page of house rules: "Your rules" follows every choice at once, and a game uses what the form says.
// The server renders the page; this script only fetches it again with the current choices.

import { NO_ANSWER } from "../shared/site.js";
import { keepHouseRules } from "./kept-rules.js";

const have = /** @type {HTMLElement} */ (document.getElementById("have"));
const byForm = /** @type {HTMLFormElement} */ (document.getElementById("house-form"));
const byText = () => /** @type {HTMLFormElement} */ (document.getElementById("house-text"));
const textOf = () => /** @type {HTMLTextAreaElement} */ (byText().elements.namedItem("toml"));
const fold = () => /** @type {HTMLDetailsElement} */ (have.querySelector("details"));
const name = () => /** @type {HTMLInputElement | null} */ (have.querySelector("#name"));

// The form that was changed last. A text in the address counts before the fields.
let speaks = new URLSearchParams(location.search).has("toml") ? byText() : byForm;
/** @type {string | null} */
let asked = null;

const says = () =>
  new URLSearchParams([...new FormData(speaks)].map(([field, value]) => [field, String(value)])).toString();

/** Show what comes of the choices, and keep them in the address. */
async function refresh() {
  const wanted = says();
  asked = wanted;
  const answer = await fetch(`${new URL(speaks.action).pathname}?${wanted}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("have");
  if (!fresh || asked !== wanted) return;
  const typed = name()?.value;
  const isOpen = fold().open;
  const text = textOf().value;
  const spokeByText = speaks !== byForm;
  have.replaceChildren(...fresh.childNodes);
  fold().open = isOpen;
  if (typed) name()?.setAttribute("value", typed);
  if (spokeByText) {
    speaks = byText();
    textOf().value = text;
  }
  history.replaceState(null, "", answer.url);
}

document.addEventListener("change", ({ target }) => {
  const field = /** @type {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} */ (target);
  if (field.form !== byForm && field.form !== byText()) return;
  speaks = field.form;
  // Another book has another form, and the browser loads that page anyway.
  if (field.matches("[data-submit]")) return;
  refresh().catch(() => {
    asked = null;
  });
});

// The button was pressed before the last choice arrived: refresh first, then play.
have.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.dataset.post) return;
  if (form.dataset.says === says()) {
    const link = location.pathname + location.search;
    const toml = /** @type {HTMLInputElement} */ (form.elements.namedItem("house_rules")).value;
    keepHouseRules({ title: form.dataset.house ?? "", toml, link });
    return;
  }
  event.preventDefault();
  event.stopPropagation();
  const { value } = /** @type {HTMLButtonElement} */ (event.submitter);
  try {
    await refresh();
  } catch {
    const alert = form.querySelector("[role=alert]");
    if (alert) alert.textContent = NO_ANSWER;
    return;
  }
  /** @type {HTMLFormElement | null} */
  const fresh = have.querySelector("form[data-post]");
  if (fresh) {
    fresh.dataset.says = says();
    /** @type {HTMLButtonElement | null} */
    const button = fresh.querySelector(`button[value="${value}"]`);
    fresh.requestSubmit(button);
  } else have.scrollIntoView();
});
