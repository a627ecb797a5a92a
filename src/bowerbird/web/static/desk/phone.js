// A player's phone at an event: where to sit, the score of one's own table, how one stands. One sentence, one picture,
// at most two buttons. What the phone may do is decided by the hall; this page only asks and shows.

import { h, morphChildren } from "../shared/dom.js";
import { ordinal } from "../shared/english.js";
import { clockLine, scene } from "./phone-scenes.js";
import { asked, ScoreEntry } from "./phone-score.js";
import { standingsList } from "./standings-list.js";
import { phoneNumber, rememberOwnPage } from "./this-phone.js";
import { follow, Outbox } from "./wire.js";

const page = document.querySelector("#phone");
const live = document.querySelector("#live");
const { token } = page.dataset;

const state = {
  view: null,
  line: "live", // live, lost or refused
  refused: "", // why the link is dead
  entry: null, // a score on its way
  said: "", // the hall's last refusal, until the person does something else
  unsent: [], // messages that wait for the hall
  trouble: false, // whether the hall does not answer
};
// Which sentence is on the screen: a new one is read out, and takes the focus when the person's own tap brought it.
let shown = "";
let tapped = false;

// The table cards' page asks "who are you?" only once.
rememberOwnPage(token, location.pathname);

const outbox = new Outbox(token, {
  changed({ messages, trouble }) {
    state.unsent = messages;
    state.trouble = trouble;
    // The constructor tells about what is left from last time before there is anything to draw.
    if (state.view) draw();
  },
  leftover: (_, __, refusal) => refusal && refuse(refusal),
});

follow(token, {
  heard(view) {
    view.offset = view.now - Date.now();
    if (state.entry && state.entry.round !== view.round?.number) {
      state.entry = null;
      state.said = "That round is over. If your score is missing, tell the director.";
    }
    state.view = view;
    draw();
  },
  changed(line, why = "") {
    if (line === state.line) return;
    state.line = line;
    state.refused = why;
    draw();
  },
});

function refuse(refusal) {
  state.said = refusal.message;
  draw();
}

function send(body) {
  state.said = "";
  outbox.send({ round: state.view.round?.number, ...body }).catch(refuse);
}

// What the buttons do.

const acts = {
  enter: () => (state.entry = new ScoreEntry(state.view.table, state.view.needs, state.view.round.number)),
  accept: () => send({ what: "accept", phone: phoneNumber(token) }),
  // Whoever says no is asked for their own figures, where they may write any: the director needs both.
  wrong: () => (state.view.may.enter ? acts.enter() : acts.dispute()),
  dispute: () => send({ what: "dispute" }),
  send: () => {
    const score = state.entry.score();
    state.entry = null;
    send({ what: "score", ...score, phone: phoneNumber(token) });
  },
  back: () => {
    if (!state.entry.back()) state.entry = null;
  },
  next: () => state.entry.next(),
  number: (value) => state.entry.number(Number(value)),
  digit: (value) => state.entry.digit(value),
  rub: () => state.entry.rub(),
  typed: () => state.entry.typedNumber(),
  more: (value) => state.entry.step(1, Number(value)),
  fewer: (value) => state.entry.step(-1, Number(value)),
};

page.addEventListener("click", (event) => {
  const button = event.target.closest("[data-act]");
  if (!button || button.ariaDisabled === "true") return;
  if (button.dataset.act !== "send") state.said = "";
  tapped = true;
  acts[button.dataset.act](button.dataset.value);
  draw();
});

addEventListener("keydown", (event) => {
  if (!state.entry || event.ctrlKey || event.metaKey || event.altKey) return;
  const pad = page.querySelector(".pad");
  if (pad && /^[0-9]$/.test(event.key)) acts.digit(event.key);
  else if (pad && event.key === "Backspace") acts.rub();
  else if (pad && event.key === "Enter" && !event.target.closest("button")) acts.typed();
  else if (event.key === "Escape") acts.back();
  else return;
  draw();
});

addEventListener("hashchange", () => {
  tapped = true;
  draw();
});

// Drawing.

function buttonOf({ act, words, main, href }) {
  const marks = { class: "big-button", "data-main": main ? "" : null };
  if (href) return h("a", { ...marks, class: `button big-button${main ? " main-button" : ""}`, href }, words);
  return h("button", { ...marks, type: "button", "data-act": act }, words);
}

function bar() {
  const { view } = state;
  const place = view.your_line?.games ? ` (${ordinal(view.your_line.place)})` : "";
  return h(
    "nav",
    { class: "phone-bar", "aria-label": "More" },
    location.hash === "#standings"
      ? h("a", { href: "#" }, "Back to my table")
      : h("a", { href: "#standings" }, `Standings${place}`),
    view.rules_link ? h("a", { href: view.rules_link }, "Rules") : null,
  );
}

function heading(words) {
  return h("h1", { tabindex: -1 }, words);
}

function frame(parts, buttons) {
  const { view } = state;
  const trouble = state.line === "lost" ? h("p", { class: "lost" }, "No connection now. I keep trying.") : null;
  const said = h("p", { role: "alert" }, state.said);
  const who = h("p", { class: "who quiet" }, h("b", {}, view.you.name), ` · ${view.title}`);
  return [
    who,
    h("div", { class: "phone-middle" }, parts),
    trouble,
    said,
    h("div", { class: "phone-buttons" }, buttons.map(buttonOf)),
    bar(),
  ];
}

function entryScreen() {
  const { sentence, line, body, buttons, step } = asked(state.entry);
  const words = [h("p", { class: "quiet" }, `Question ${step}`), heading(sentence), line ? h("p", {}, line) : null];
  return {
    sentence,
    parts: frame([words, h("div", { "data-key": step }, body)], [...buttons, { act: "back", words: "Back" }]),
  };
}

function standingsScreen() {
  const { view } = state;
  const parts = [heading("Standings"), standingsList(view.standings, { own: view.your_line?.name, ownFirst: true })];
  return { sentence: "Standings", parts: frame(parts, []) };
}

function mainScreen() {
  const { sentence, lines = [], picture, buttons } = scene(state);
  const parts = [heading(sentence), clockLine(state.view), picture, lines.map((line) => h("p", {}, line))];
  return { sentence: [sentence, ...lines].join(" "), parts: frame(parts, buttons) };
}

function deadScreen() {
  const sentence = state.refused || "This link does not work any more. Ask the director for a new one.";
  const help = h("p", {}, "Your scores are safe. The director can print or show you a new code.");
  return { sentence, parts: [heading(sentence), help] };
}

function screen() {
  if (state.line === "refused") return deadScreen();
  if (state.entry) return entryScreen();
  return location.hash === "#standings" ? standingsScreen() : mainScreen();
}

function draw() {
  if (!state.view && state.line !== "refused") {
    if (state.line === "lost") live.textContent = "No connection now. I keep trying.";
    return;
  }
  const { sentence, parts } = screen();
  morphChildren(page, parts.flat(Infinity).filter(Boolean));
  if (sentence !== shown) {
    if (shown && !tapped) live.textContent = sentence;
    if (tapped) {
      page.querySelector("h1").focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    shown = sentence;
  }
  tapped = false;
}

// The clock goes on between two messages.
const clockRuns = ({ clock, table }) => clock?.state === "running" || table?.bots;
setInterval(() => state.view && clockRuns(state.view) && !state.entry && draw(), 1000);
