// The first page: one name for three ways in, the rules that were played last, and the way back to an event that this
// browser has a player's page for. The picture of a table comes when everything else is there.

import { h } from "../shared/dom.js";
import { post } from "../shared/site.js";
import { keepBook, keepHouseRules, keptRules } from "./kept-rules.js";

/** @typedef {import("../shared/wire.js").TableMade} TableMade */

/** @template {HTMLElement} Kind @param {string} id */
const found = (id) => /** @type {Kind} */ (document.getElementById(id));

const play = /** @type {HTMLFormElement} */ (found("play"));
const join = /** @type {HTMLFormElement} */ (found("join"));
const name = /** @type {HTMLInputElement} */ (found("name"));
const code = /** @type {HTMLInputElement} */ (found("code"));
const rules = /** @type {HTMLSelectElement} */ (found("rules"));

/** Something that a person can correct: where, and what to do. */
class Wrong extends Error {
  /** @param {HTMLInputElement | null} field @param {string} message */
  constructor(field, message) {
    super(message);
    this.field = field;
  }
}

/** @param {HTMLInputElement | HTMLFormElement} at */
const alertOf = (at) => found(at === code || at === join ? "code-wrong" : "name-wrong");

/** @param {HTMLInputElement} field */
function isRight(field) {
  field.removeAttribute("aria-invalid");
  alertOf(field).textContent = "";
}

for (const field of [name, code]) field.addEventListener("input", () => isRight(field));

/**
 * Have the server know the person by the name in the field. Only the host of a table needs one.
 * @param {boolean} needed
 */
async function introduce(needed) {
  const typed = name.value.trim();
  if (!typed && needed) throw new Wrong(name, "Enter your name first. The people at the table will see it.");
  const wanted = typed || name.dataset.known || "Guest";
  if (wanted === name.dataset.known) return;
  try {
    const me = /** @type {import("../shared/wire.js").Me} */ (await post("/api/guest", { name: wanted }));
    name.dataset.known = me.name;
  } catch (error) {
    throw new Wrong(name, /** @type {Error} */ (error).message);
  }
}

/**
 * Do what a form asks for, once at a time, and go where it leads. What was typed stays if it can't be done.
 * @param {HTMLFormElement} form
 * @param {() => Promise<TableMade>} ask
 */
async function send(form, ask) {
  if (form.ariaBusy === "true") return;
  form.ariaBusy = "true";
  isRight(name);
  isRight(code);
  try {
    location.href = (await ask()).link;
  } catch (error) {
    form.ariaBusy = "false";
    const field = error instanceof Wrong ? error.field : null;
    alertOf(field ?? form).textContent = /** @type {Error} */ (error).message;
    field?.setAttribute("aria-invalid", "true");
    field?.focus();
  }
}

window.addEventListener("pageshow", () => {
  for (const form of [play, join]) form.ariaBusy = "false";
});

// The rules. House rules of this browser are one more choice.

const OURS = "house rules of one's own";
const kept = keptRules();
const { house } = kept;
const look = /** @type {HTMLElement} */ (document.querySelector(".house-rules"));

if (house) {
  rules.prepend(h("option", { value: OURS }, house.title));
  if (house.link?.startsWith("/house-rules")) look.querySelector("a")?.setAttribute("href", house.link);
}
const last = kept.rules || (house ? OURS : "");
if ([...rules.options].some(({ value }) => value === last)) rules.value = last;

const isOurs = () => rules.value === OURS;
/** The guided hand follows the rules, if lessons do: house rules have none of their own. */
const guided = [.../** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('a[href^="/learn"]'))];
const chosen = () => {
  look.hidden = !isOurs();
  for (const link of guided) link.search = isOurs() ? "" : `?rules=${encodeURIComponent(rules.value)}`;
};
rules.addEventListener("change", chosen);
chosen();

// Three ways in.

/** @param {boolean} withFriends */
function wantedTable(withFriends) {
  const fields = new FormData(play);
  const has = /** @param {string} field */ (field) => fields.has(field);
  return {
    ...(house && isOurs() ? { house_rules: house.toml } : { rules: rules.value }),
    mode: fields.get("mode"),
    pace: fields.get("pace"),
    bots_slip: has("bots_slip"),
    ...(withFriends ? { private: has("private") } : { bots: fields.get("bots") }),
  };
}

play.addEventListener("submit", (event) => {
  event.preventDefault();
  const pressed = /** @type {HTMLButtonElement | null} */ (event.submitter);
  const withFriends = pressed?.value === "friends";
  send(play, async () => {
    await introduce(withFriends);
    if (house && isOurs()) keepHouseRules(house);
    else keepBook(rules.value);
    return post("/api/tables", wantedTable(withFriends));
  });
});

found("by-code").addEventListener("click", ({ currentTarget }) => {
  join.hidden = !join.hidden;
  /** @type {HTMLElement} */ (currentTarget).setAttribute("aria-expanded", String(!join.hidden));
  if (!join.hidden) code.focus();
});

join.addEventListener("submit", (event) => {
  event.preventDefault();
  send(join, async () => {
    if (!code.value.trim()) throw new Wrong(code, "Enter the join code. The host of the table has it.");
    await introduce(false);
    try {
      return await post("/api/join", { code: code.value });
    } catch (error) {
      throw new Wrong(code, /** @type {Error} */ (error).message);
    }
  });
});

// When everything else is there and the browser has nothing to do, or soon: a browser may never say that it is idle.

const later = () => {
  const draw = () => import("./home-later.js");
  if ("requestIdleCallback" in window) requestIdleCallback(draw, { timeout: 500 });
  else setTimeout(draw);
};
if (document.readyState === "complete") later();
else window.addEventListener("load", later);
