// The page behind the code on a table card: "Who are you?" Four names; a tap gives that person's own page. A phone that
// has been told once is not asked again.

import { h, morphChildren } from "../dom.js";
import { SEATS, SEAT_WORDS } from "./phone-words.js";
import { Outbox, follow } from "./wire.js";

const page = document.querySelector("#phone");
const { token } = page.dataset;
const state = { view: null, said: "", waiting: 0, trouble: false, known: remembered(), refused: "" };

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

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(`bowerbird-me ${token.split(".")[0]}`));
  } catch {
    return null;
  }
}

function refuse(refusal) {
  state.said = refusal.message;
  draw();
}

page.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || state.waiting) return;
  state.said = "";
  if ("else" in button.dataset) state.known = null;
  else outbox.send({ what: "claim", name: button.dataset.name }).then(go, refuse);
  draw();
});

function knownScreen() {
  return [
    h("h1", {}, "This phone has a page already."),
    h(
      "div",
      { class: "phone-buttons" },
      h("a", { class: "button big-button main-button", href: state.known.link }, "To my page"),
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
  const wait = state.trouble ? "No connection now. I keep trying." : "One moment…";
  return [
    h("h1", {}, `Table ${table.number}. Who are you?`),
    h("div", { class: "who-buttons" }, names.map(nameButton)),
    h("p", { role: "status" }, state.waiting ? wait : ""),
    h("p", { role: "alert" }, state.said),
  ];
}

function emptyScreen() {
  return [
    h("h1", {}, "Nobody sits at this table now."),
    h("p", {}, "This page changes by itself when people are seated."),
  ];
}

function screen() {
  const { view } = state;
  if (state.refused) return [h("h1", {}, state.refused)];
  const title = h("p", { class: "who quiet" }, view.title);
  return [title, ...(state.known ? knownScreen() : view.table ? whoScreen(view) : emptyScreen())];
}

function draw() {
  if (state.view || state.refused) morphChildren(page, screen());
}
