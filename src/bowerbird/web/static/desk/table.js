// The page behind the code on a table card: "Who are you?" Four names; a tap gives that person's own page. A phone that
// has been told once is not asked again.

import { h, morphChildren } from "../dom.js";
import { SEAT_WORDS, playing } from "./phone-words.js";
import { Refused, follow, newKey } from "./wire.js";

const page = document.querySelector("#phone");
const live = document.querySelector("#live");
const { token } = page.dataset;
const state = { view: null, said: "", busy: false, known: remembered(), refused: "" };

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(`bowerbird-me ${token.split(".")[0]}`));
  } catch {
    return null;
  }
}

follow(token, {
  heard(view) {
    state.view = view;
    draw();
  },
  changed(line, why = "") {
    if (line === "refused") {
      state.refused = why;
      draw();
    }
  },
});

/** Somebody waits for this answer with the phone in the hand: it is asked once, and a failure is said. */
async function claim(name) {
  const answer = await fetch(`/api/desk/${token}/do`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Bowerbird": "1" },
    body: JSON.stringify({ what: "claim", name, key: newKey() }),
  }).catch(() => null);
  if (!answer) throw new Error("No connection now. Please tap your name again.");
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(said.why ?? "That did not work. Please tap your name again.", answer.status);
  return said.link;
}

page.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button || state.busy) return;
  if ("else" in button.dataset) {
    state.known = null;
    draw();
    return;
  }
  state.busy = true;
  state.said = "";
  try {
    location.href = await claim(button.dataset.name);
  } catch (error) {
    state.said = error.message;
    live.textContent = error.message;
  }
  state.busy = false;
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

function whoScreen({ table, seats }) {
  const four = h(
    "div",
    { class: "who-buttons" },
    seats.map((seat) =>
      h(
        "button",
        { type: "button", "data-name": playing(seat), "data-key": playing(seat) },
        h("span", {}, playing(seat), h("span", { class: "quiet" }, ` · ${SEAT_WORDS[seat.seat]}${seat.taken ? ", has a phone" : ""}`)),
      ),
    ),
  );
  return [h("h1", {}, `Table ${table}. Who are you?`), four, h("p", { role: "alert" }, state.said)];
}

function screen() {
  if (state.refused) return [h("h1", {}, state.refused)];
  if (state.known) return knownScreen();
  if (!state.view.seats.length) {
    return [h("h1", {}, `Nobody sits at table ${state.view.table} now.`), h("p", {}, "This page changes by itself when people are seated.")];
  }
  return whoScreen(state.view);
}

function draw() {
  if (!state.view && !state.refused) return;
  const title = state.view ? h("p", { class: "who quiet" }, state.view.title) : null;
  morphChildren(page, [title, ...screen()].filter(Boolean));
}
