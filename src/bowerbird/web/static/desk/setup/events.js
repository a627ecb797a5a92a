// The page of your own events and seasons: a practice run in one click, seasons, the recovery code.

import { h } from "../../shared/dom.js";
import { post } from "../../shared/site.js";
import { fieldOf, textOf } from "../fields.js";
import { books, makeEvent, makeSeason, ownSeasons } from "./create.js";
import { codeShown, newRecoveryCode, recoveryCode, SURE_NEW_CODE } from "./recovery.js";

const practise = /** @type {HTMLFormElement} */ (document.querySelector("#practise"));
const season = /** @type {HTMLFormElement} */ (document.querySelector("#season"));

/** @param {HTMLFormElement} form @param {string} words */
const alertIn = (form, words) => form.querySelector("[role=alert]")?.replaceChildren(words);

async function fillBooks() {
  const all = await books();
  for (const form of [practise, season]) {
    fieldOf(form, "rules")?.append(...all.map(({ name, title }) => h("option", { value: name }, title)));
  }
}

/**
 * A ladder of the season's people is shown only if its director wants it.
 * @param {import("../../shared/wire.js").OwnSeason} own
 */
function ladderSwitch({ season: key, title, ladder, link }) {
  const place = h("span", { class: "row" });
  const button = h("button", { type: "button" }, ladder ? "Hide the ladder" : "Show a ladder");
  button.setAttribute("aria-label", `${button.textContent} of ${title}`);
  button.addEventListener("click", () =>
    tried(place, async () => {
      await post(`/api/seasons/${key}/ladder`, { shown: !ladder });
      await fillSeasons();
    }),
  );
  const page = link.replace("/season/", "/ladder/");
  place.append(...(ladder ? [h("a", { href: page }, "Ladder")] : []), button);
  return place;
}

async function fillSeasons() {
  const seasons = await ownSeasons();
  const lines = seasons.map((own) => h("li", {}, h("a", { href: own.link }, own.title), ladderSwitch(own)));
  const shown = lines.length ? h("ul", { class: "event-list" }, lines) : h("p", {}, "None yet.");
  document.querySelector("#seasons")?.replaceChildren(shown);
}

/** @param {string} code */
function showCode(code) {
  const place = /** @type {HTMLElement} */ (document.querySelector("#recovery .recovery-code"));
  const again = h("button", { type: "button" }, "Make a new one");
  again.addEventListener("click", async () => {
    if (!confirm(SURE_NEW_CODE)) return;
    await tried(place, async () => showCode((await newRecoveryCode()).code));
  });
  place.replaceChildren(codeShown(code), again);
}

/**
 * Do something, and say why not in its place.
 * @param {HTMLElement} place
 * @param {() => Promise<void>} work
 */
async function tried(place, work) {
  try {
    await work();
  } catch (error) {
    place.replaceChildren(h("p", { role: "alert" }, /** @type {Error} */ (error).message));
  }
}

/** @type {HTMLButtonElement | null} */
const codeButton = document.querySelector("[data-show-code]");
codeButton?.addEventListener("click", () =>
  tried(/** @type {HTMLElement} */ (codeButton.previousElementSibling), async () => {
    showCode((await recoveryCode()).code);
    codeButton.remove();
  }),
);
// From here on a click is heard.
codeButton?.removeAttribute("disabled");

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

for (const filling of [fillBooks(), fillSeasons()]) {
  filling.catch((error) => alertIn(practise, error.message));
}
