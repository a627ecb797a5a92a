// Signing up for an event on one's own phone: a name, and only what this club asks besides.

import { h } from "../../shared/dom.js";
import { get, Outbox } from "../event-connection.js";
import { fieldOf, textOf } from "../fields.js";
import { largerBar, listenForLarger } from "./larger.js";
import { phoneNumber, sayYes } from "./this-phone.js";
import { dayWords, timeWords } from "./words.js";

/** @typedef {import("../../shared/wire.js").SignUpNeeds} Entry */

const page = /** @type {HTMLElement} */ (document.querySelector("#phone"));
const { token = "" } = page.dataset;

/** @type {HTMLFormElement | null} */
let form = null;

/** @param {import("../../shared/wire.js").Answer} answer */
const go = ({ link }) => {
  if (!link) return;
  sayYes(link.slice(link.lastIndexOf("/") + 1));
  location.href = link;
};

const outbox = new Outbox(token, { changed: waiting, leftover: (_, answer) => answer && go(answer) });

/** @param {import("../event-connection.js").Queued} queued */
function waiting({ waiting: count, trouble }) {
  if (!form) return;
  form.ariaBusy = count ? "true" : "false";
  const words = trouble ? "Not sent yet. Trying again…" : "Sending…";
  const status = form.querySelector("[role=status]");
  if (status) status.textContent = count ? words : "";
}

/** @param {string} name @param {string} words @param {import("../page-types.js").Attributes} marks */
function field(name, words, marks = {}) {
  return h(
    "p",
    {},
    h("label", { for: name }, words),
    h("input", { id: name, name, type: "text", maxlength: 60, autocomplete: "off", ...marks }),
  );
}

/** @param {number} minimum @param {string} whose @param {string} name */
function ageField(minimum, whose, name) {
  return h(
    "label",
    { class: "choice" },
    h("input", { type: "checkbox", name, required: true }),
    `${whose} ${minimum} or older this year`,
  );
}

/** @param {Entry} entry */
function fields({ unit, minimum_age: minimum, zones, zone_word: zone }) {
  const pair = unit !== "people";
  const partner = `Your partner’s name${unit === "pairs" ? "" : ", if you have one"}`;
  return [
    field("name", "Your name", { required: true, autocomplete: "name" }),
    pair ? field("partner", partner, { required: unit === "pairs" }) : null,
    zones ? field("zone", `Your ${zone}`, { required: true, maxlength: 40 }) : null,
    minimum ? ageField(minimum, pair ? "We are all" : "I am", "of_age") : null,
  ];
}

/** @param {HTMLFormElement} form @param {Entry} entry */
function person(form, entry) {
  /** @param {string} name */
  const of = (name) => textOf(form, name).trim() || undefined;
  /** @type {import("../../shared/wire.js").EntryForm} */
  const who = { name: of("name") ?? "", partner: of("partner"), zone: of("zone") };
  if (entry.minimum_age) who.of_age = fieldOf(form, "of_age")?.checked;
  return who;
}

/** @typedef {import("../../shared/wire.js").Alike} Alike */

/**
 * Somebody with this name, or nearly this name, is on the list: that may be the person who asks.
 * @param {HTMLFormElement} made
 * @param {Alike[]} near
 * @param {() => Promise<void>} enter
 */
function isItYou(made, near, enter) {
  const same = near.some((each) => each.same);
  /** @param {Alike} one */
  const card = ({ name, partner, taken }) =>
    h(
      "div",
      { class: "panel" },
      h("p", {}, h("b", {}, name), partner && `, with ${partner}`),
      taken
        ? h("p", {}, "This name has a phone already. If that wasn't you, ask the director.")
        : h("button", { type: "button", class: "big-button", "data-main": "", "data-name": name }, "That is me"),
    );
  const alert = h("p", { role: "alert" });
  page.replaceChildren(
    h("h1", { tabindex: "-1" }, near.length > 1 ? "Is one of these you?" : "Is this you?"),
    h("p", {}, near.length > 1 ? "These names are on the list already." : "This name is on the list already."),
    ...near.map(card),
    alert,
    h(
      "div",
      { class: "phone-buttons" },
      !same && h("button", { type: "button", class: "big-button", "data-other": "" }, "I am somebody else"),
      h("button", { type: "button", class: "big-button", "data-back": "" }, "Go back"),
    ),
    ...(same ? [h("p", {}, "Somebody else with the same name? Go back and add an initial.")] : []),
  );
  page.querySelector("h1")?.focus();
  page.onclick = async ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (!button || outbox.waiting) return;
    const { name, other, back } = button.dataset;
    try {
      if (name) go(await outbox.send({ what: "claim", name, phone: phoneNumber(token) }));
      else if (other !== undefined) await enter();
      else if (back !== undefined) {
        page.onclick = null;
        page.replaceChildren(...shown);
        fieldOf(made, "name")?.focus();
      }
    } catch (refusal) {
      alert.textContent = /** @type {Error} */ (refusal).message;
    }
  };
}

/** @type {ChildNode[]} the form and what stands above it */
let shown = [];

/** @param {import("../../shared/wire.js").SignUpView} view */
function show(view) {
  const lines = [view.place, dayWords(view.date), timeWords(view.start)].filter(Boolean).join(", ");
  /** @type {HTMLFormElement} */
  const made = h(
    "form",
    {},
    fields(view.entry),
    h("p", { role: "alert" }),
    h("p", { role: "status" }),
    h("div", { class: "phone-buttons" }, h("button", { class: "big-button", "data-main": "" }, "Sign up")),
  );
  form = made;
  page.replaceChildren(h("h1", {}, view.title), lines ? h("p", {}, lines) : "", made, largerBar());
  shown = [...page.childNodes];
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (outbox.waiting) return;
    const alert = /** @type {HTMLElement} */ (made.querySelector("[role=alert]"));
    alert.textContent = "";
    const who = person(made, view.entry);
    const enter = async () => go(await outbox.send({ what: "enter", people: [who], phone: phoneNumber(token) }));
    try {
      /** @type {Alike[]} */
      const near = await get(token, "alike", { name: who.name });
      if (near.length) isItYou(made, near, enter);
      else await enter();
    } catch (refusal) {
      alert.textContent = /** @type {Error} */ (refusal).message;
    }
  });
}

/** @param {string} words */
function closed(words) {
  const help = h("p", {}, "The director can still add you. Ask at the desk.");
  page.replaceChildren(h("h1", {}, words), help, largerBar());
}

// Only the button is drawn again: what was typed stays.
listenForLarger(() => page.querySelector(".phone-bar")?.replaceChildren(...largerBar().childNodes));

try {
  /** @type {import("../../shared/wire.js").SignUpView} */
  const view = await get(token, "view");
  if (!view.open) closed("Sign-up is closed.");
  else show(view);
} catch (error) {
  closed(/** @type {Error} */ (error).message);
}
