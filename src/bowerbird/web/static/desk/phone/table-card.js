// The page behind the code on a table card: "Who are you?" Four names; a tap, and a yes, give that person's own page. A
// phone that has been told once is not asked again.

import { h, morphChildren } from "../../shared/dom.js";
import { follow, Outbox } from "../event-connection.js";
import { largerBar, listenForLarger } from "./larger.js";
import { ownPage, phoneNumber, sayYes } from "./this-phone.js";
import { SEAT_WORDS, SEATS } from "./words.js";

/** @typedef {import("../../shared/wire.js").TableCardView} View */
/** @typedef {View & { table: import("../../shared/wire.js").TableNamed }} SeatedView */

const page = /** @type {HTMLElement} */ (document.querySelector("#phone"));
const { token = "" } = page.dataset;
const state = {
  view: /** @type {View | null} */ (null),
  meant: "", // the name that was tapped, until the person says yes
  said: "",
  waiting: 0,
  trouble: false,
  known: ownPage(token),
  refused: "",
};

/** @param {import("../../shared/wire.js").Answer} answer */
const go = ({ link }) => {
  if (!link) return;
  sayYes(link.slice(link.lastIndexOf("/") + 1));
  location.href = link;
};

// A claim whose answer got lost is asked again with its own key: a new one would find the name taken.
const outbox = new Outbox(token, {
  changed({ waiting, trouble }) {
    state.waiting = waiting;
    state.trouble = trouble;
    draw();
  },
  leftover: (_, answer, refusal) => (answer ? go(answer) : refusal && refuse(refusal)),
});

follow(token, {
  /** @param {View} view */
  heard(view) {
    state.view = view;
    draw();
  },
  changed(line, why = "") {
    if (line !== "refused") return;
    state.refused = why;
    draw();
  },
});

/** @param {Error} refusal */
function refuse(refusal) {
  state.meant = "";
  state.said = refusal.message;
  draw();
}

page.addEventListener("click", (event) => {
  const button = /** @type {Element} */ (event.target).closest("button");
  if (!button || state.waiting || "larger" in button.dataset) return;
  state.said = "";
  const { name = "" } = button.dataset;
  if ("else" in button.dataset) state.known = null;
  else if ("yes" in button.dataset)
    outbox.send({ what: "claim", name: state.meant, phone: phoneNumber(token) }).then(go, refuse);
  else if (isTaken(name)) state.said = `${name} already has a phone. If it isn't yours, tell the director.`;
  else state.meant = name;
  draw();
  page.querySelector("h1")?.focus();
});

listenForLarger(draw);

/** @param {string} wanted */
const isTaken = (wanted) => state.view?.names.some(({ name, taken }) => name === wanted && taken);

/** @param {string} words */
const heading = (words) => h("h1", { tabindex: -1 }, words);

function knownScreen() {
  return [
    heading("This phone already has a page."),
    h(
      "div",
      { class: "phone-buttons" },
      h("a", { class: "button big-button main-button", href: state.known }, "Go to my page"),
      h("button", { type: "button", class: "big-button", "data-else": "" }, "I'm someone else"),
    ),
  ];
}

/** @param {import("../../shared/wire.js").PhoneTaken} person @param {number} place */
function nameButton({ name, taken }, place) {
  const where = ` · ${SEAT_WORDS[SEATS[place]]}${taken ? ", has a phone" : ""}`;
  const words = h("span", {}, name, h("span", { class: "quiet" }, where));
  return h("button", { type: "button", "data-name": name, "data-key": name }, words);
}

/** @param {SeatedView} view */
function whoScreen({ table, names }) {
  return [
    heading(`Table ${table.number}. Who are you?`),
    h("div", { class: "who-buttons" }, names.map(nameButton)),
    h("p", { role: "alert" }, state.said),
  ];
}

/**
 * Ask once more: a wrong tap would give this phone to someone else.
 * @param {SeatedView} view
 */
function sureScreen({ table, names }) {
  const seat = SEAT_WORDS[SEATS[names.findIndex(({ name }) => name === state.meant)]];
  const wait = state.trouble ? "No connection. Trying again…" : "One moment…";
  return [
    heading(`Are you ${state.meant}, ${seat} at table ${table.number}?`),
    h(
      "p",
      { class: "phone-middle" },
      "You'll use this phone for scores. One side enters the score; the other side confirms it.",
    ),
    h("p", { role: "status" }, state.waiting ? wait : ""),
    h(
      "div",
      { class: "phone-buttons" },
      h("button", { type: "button", class: "big-button", "data-main": "", "data-yes": "" }, `Yes, I'm ${state.meant}`),
      h("button", { type: "button", class: "big-button" }, "No"),
    ),
  ];
}

function emptyScreen() {
  return [
    heading("Nobody is seated at this table right now."),
    h("p", {}, "This page updates when people are seated."),
  ];
}

/** @param {View} view */
function screen(view) {
  const { table } = view;
  const stillSits = view.names.some(({ name }) => name === state.meant);
  const parts = state.known
    ? knownScreen()
    : table
      ? (stillSits ? sureScreen : whoScreen)({ ...view, table })
      : emptyScreen();
  return [h("p", { class: "who" }, h("b", {}, view.title)), ...parts, largerBar()];
}

function draw() {
  if (state.refused) morphChildren(page, [heading(state.refused)]);
  else if (state.view) morphChildren(page, screen(state.view));
}
