// The page behind the code on a table card: "Who are you?" Four names; a tap, and a yes, give that person's own page. A
// phone that has been told once is not asked again.

import { h, morphChildren } from "../shared/dom.js";
import { SEAT_WORDS, SEATS } from "./phone-words.js";
import { ownPage, phoneNumber } from "./this-phone.js";
import { follow, Outbox } from "./wire.js";

const page = document.querySelector("#phone");
const { token } = page.dataset;
const state = {
  view: null,
  meant: "", // the name that was tapped, until the person says yes
  said: "",
  waiting: 0,
  trouble: false,
  known: ownPage(token),
  refused: "",
};

const go = ({ link }) => (location.href = link);

// A claim whose answer got lost is asked again with its own key: a new one would find the name taken.
const outbox = new Outbox(token, {
  changed({ waiting, trouble }) {
    state.waiting = waiting;
    state.trouble = trouble;
    draw();
  },
  leftover: (_, answer, refusal) => (answer ? go(answer) : refuse(refusal)),
});

follow(token, {
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

function refuse(refusal) {
  state.meant = "";
  state.said = refusal.message;
  draw();
}

page.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || state.waiting) return;
  state.said = "";
  const { name } = button.dataset;
  if ("else" in button.dataset) state.known = null;
  else if ("yes" in button.dataset)
    outbox.send({ what: "claim", name: state.meant, phone: phoneNumber(token) }).then(go, refuse);
  else if (isTaken(name)) state.said = `${name} has a phone already. If that is not you, tell the director.`;
  else state.meant = name ?? "";
  draw();
  page.querySelector("h1").focus();
});

const isTaken = (wanted) => state.view.names.some(({ name, taken }) => name === wanted && taken);

const heading = (words) => h("h1", { tabindex: -1 }, words);

function knownScreen() {
  return [
    heading("This phone has a page already."),
    h(
      "div",
      { class: "phone-buttons" },
      h("a", { class: "button big-button main-button", href: state.known }, "To my page"),
      h("button", { type: "button", class: "big-button", "data-else": "" }, "I am somebody else"),
    ),
  ];
}

function nameButton({ name, taken }, place) {
  const where = ` · ${SEAT_WORDS[SEATS[place]]}${taken ? ", has a phone" : ""}`;
  const words = h("span", {}, name, h("span", { class: "quiet" }, where));
  return h("button", { type: "button", "data-name": name, "data-key": name }, words);
}

function whoScreen({ table, names }) {
  return [
    heading(`Table ${table.number}. Who are you?`),
    h("div", { class: "who-buttons" }, names.map(nameButton)),
    h("p", { role: "alert" }, state.said),
  ];
}

/** A wrong tap would make somebody else of this phone: it is asked back. */
function sureScreen({ table, names }) {
  const seat = SEAT_WORDS[SEATS[names.findIndex(({ name }) => name === state.meant)]];
  const wait = state.trouble ? "No connection now. I keep trying." : "One moment…";
  return [
    heading(`You are ${state.meant}, at ${seat} of table ${table.number}?`),
    h("p", { class: "phone-middle" }, "This phone then speaks for you. One side enters the score, the other says yes."),
    h("p", { role: "status" }, state.waiting ? wait : ""),
    h(
      "div",
      { class: "phone-buttons" },
      h("button", { type: "button", class: "big-button", "data-main": "", "data-yes": "" }, `Yes, I am ${state.meant}`),
      h("button", { type: "button", class: "big-button" }, "No"),
    ),
  ];
}

function emptyScreen() {
  return [heading("Nobody sits at this table now."), h("p", {}, "This page changes by itself when people are seated.")];
}

function screen() {
  const { view } = state;
  if (state.refused) return [heading(state.refused)];
  const title = h("p", { class: "who quiet" }, view.title);
  if (state.known) return [title, ...knownScreen()];
  if (!view.table) return [title, ...emptyScreen()];
  const stillSits = view.names.some(({ name }) => name === state.meant);
  return [title, ...(stillSits ? sureScreen(view) : whoScreen(view))];
}

function draw() {
  if (state.view || state.refused) morphChildren(page, screen());
}
