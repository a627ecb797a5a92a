// A player's phone at an event: where to sit, the score of your own table, your place. One sentence, one picture,
// at most two buttons. The server decides what the phone may do; this page only asks and shows.

import { h, morphChildren } from "../../shared/dom.js";
import { serverNow } from "../../shared/server-clock.js";
import { follow, Outbox } from "../event-connection.js";
import { standingsList } from "../standings/list.js";
import { rankedWords } from "../standings/places.js";
import { OwnCard } from "./card.js";
import { largerButton, listenForLarger } from "./larger.js";
import { clockLine, scene } from "./scenes.js";
import { asked, ScoreEntry } from "./score.js";
import { nameIn, ownPage, phoneNumber, saidYes, sayYes } from "./this-phone.js";

/** @typedef {import("../page-types.js").PhoneView} View */
/** @typedef {import("../../shared/wire.js").ToDesk} ToDesk */
/** @typedef {import("./scenes.js").Button} Button */
/** @typedef {{ sentence: string, parts: unknown[] }} Screen */

const page = /** @type {HTMLElement} */ (document.querySelector("#phone"));
const live = /** @type {HTMLElement} */ (document.querySelector("#live"));
const { token = "" } = page.dataset;

const state = {
  view: /** @type {View | null} */ (null),
  line: /** @type {"live" | "lost" | "refused"} */ ("live"),
  refused: "", // why the link is dead
  entry: /** @type {ScoreEntry | null} */ (null), // a score on its way
  said: "", // the server's last refusal, until the next tap
  unsent: /** @type {ToDesk[]} */ ([]), // messages that are being sent
  trouble: false, // true while the server does not answer
  mine: saidYes(token), // true if somebody has said that this phone is theirs
  looks: false, // true if somebody only looks
};
// Which sentence is on the screen: a new one is read out, and takes the focus when the person's own tap brought it.
let shown = "";
let tapped = false;

const ownCard = new OwnCard(token, () => draw());

const outbox = new Outbox(token, {
  changed({ messages, trouble }) {
    state.unsent = messages.filter(({ what }) => what !== "claim");
    state.trouble = trouble;
    // The constructor tells about what is left from last time before there is anything to draw.
    if (state.view) draw();
  },
  leftover: (_, __, refusal) => refusal && refuse(refusal),
});

follow(token, {
  /** @param {import("../../shared/wire.js").PlayerView} view */
  heard(view) {
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

/** @param {Error} refusal */
function refuse(refusal) {
  state.said = refusal.message;
  draw();
}

/** @typedef {import("../../shared/wire.js").ScoreRequest | import("../../shared/wire.js").AcceptRequest} ScoreOrYes */

/** @param {import("../page-types.js").Keyless<ScoreOrYes | import("../../shared/wire.js").DisputeRequest>} body */
function send(body) {
  state.said = "";
  outbox.send({ round: state.view?.round?.number, ...body }).catch(refuse);
}

// What the buttons do.

/** @type {Record<string, (value: string) => void>} */
const acts = {
  mine: () => {
    state.mine = true;
    sayYes(token);
    const name = state.view?.you.name ?? "";
    outbox.send({ what: "claim", name, phone: phoneNumber(token) }).catch(refuse);
  },
  look: () => {
    state.looks = true;
  },
  enter: () => {
    const { table, needs, round } = state.view ?? {};
    if (table && needs && round) state.entry = new ScoreEntry(table, needs, round.number);
  },
  accept: () => send({ what: "accept", phone: phoneNumber(token) }),
  // If you say no, you enter your own score, where you may: the director needs both.
  wrong: () => acts[state.view?.may.enter ? "enter" : "dispute"](""),
  dispute: () => send({ what: "dispute" }),
  send: () => {
    const score = state.entry?.score();
    state.entry = null;
    if (score) send({ what: "score", ...score, phone: phoneNumber(token) });
  },
  back: () => {
    if (!state.entry?.back()) state.entry = null;
  },
  next: () => state.entry?.next(),
  number: (value) => state.entry?.number(Number(value)),
  digit: (value) => state.entry?.digit(value),
  rub: () => state.entry?.rub(),
  typed: () => state.entry?.typedNumber(),
  more: (value) => state.entry?.step(1, Number(value)),
  fewer: (value) => state.entry?.step(-1, Number(value)),
};

page.addEventListener("click", (event) => {
  /** @type {HTMLElement | null} */
  const button = /** @type {Element} */ (event.target).closest("[data-act]");
  if (!button || button.ariaDisabled === "true") return;
  const { act = "", value = "" } = button.dataset;
  if (act !== "send") state.said = "";
  tapped = true;
  acts[act](value);
  draw();
});

addEventListener("keydown", (event) => {
  if (!state.entry || event.ctrlKey || event.metaKey || event.altKey) return;
  const pad = page.querySelector(".pad");
  if (pad && /^[0-9]$/.test(event.key)) acts.digit(event.key);
  else if (pad && event.key === "Backspace") acts.rub("");
  else if (pad && event.key === "Enter" && !(/** @type {Element} */ (event.target).closest("button"))) acts.typed("");
  else if (event.key === "Escape") acts.back("");
  else return;
  draw();
});

listenForLarger(draw);

addEventListener("hashchange", () => {
  tapped = true;
  draw();
});

// Drawing.

/** @param {Button} button */
function buttonOf({ act, words, main, href }) {
  const marks = { class: "big-button", "data-main": main ? "" : null };
  if (href) return h("a", { ...marks, class: `button big-button${main ? " main-button" : ""}`, href }, words);
  return h("button", { ...marks, type: "button", "data-act": act }, words);
}

/** @param {View} view */
function bar(view) {
  const place = view.your_line?.games ? rankedWords(view.standings.lines, view.your_line) : "";
  return h(
    "nav",
    { class: "phone-bar", "aria-label": "More" },
    location.hash !== "" && h("a", { href: "#" }, "Back to my table"),
    location.hash !== "#standings" &&
      h("a", { href: "#standings" }, "Standings", place ? h("span", { class: "bar-place" }, ` (${place})`) : null),
    location.hash !== "#card" && h("a", { href: "#card" }, "My card"),
    view.boards ? h("a", { href: view.boards }, "Boards") : null,
    view.rules_link ? h("a", { href: view.rules_link }, "Rules") : null,
    largerButton(),
  );
}

/** @param {string} words @param {string} [yours] the part that is the reader's alone, in blue */
function heading(words, yours = "") {
  const at = yours ? words.indexOf(yours) : -1;
  if (at < 0) return h("h1", { tabindex: -1 }, words);
  return h("h1", { tabindex: -1 }, words.slice(0, at), h("em", {}, yours), words.slice(at + yours.length));
}

/** @param {View} view @param {unknown[]} parts @param {Button[]} buttons */
function frame(view, parts, buttons) {
  const trouble = state.line === "lost" ? h("p", { class: "lost" }, "No connection. Trying again…") : null;
  const said = h("p", { role: "alert" }, state.said);
  const who = h("p", { class: "who" }, h("b", {}, view.you.name), h("span", {}, view.title));
  return [
    who,
    h("div", { class: "phone-middle" }, parts),
    trouble,
    said,
    h("div", { class: "phone-buttons" }, buttons.map(buttonOf)),
    bar(view),
  ];
}

/** @param {View} view @param {ScoreEntry} entry @returns {Screen} */
function entryScreen(view, entry) {
  const { sentence, line, body, buttons, step } = asked(entry);
  const words = [h("p", { class: "quiet" }, `Question ${step}`), heading(sentence), line ? h("p", {}, line) : null];
  return {
    sentence,
    parts: frame(view, [words, h("div", { "data-key": step }, body)], [...buttons, { act: "back", words: "Back" }]),
  };
}

/** @param {View} view @returns {Screen} */
function standingsScreen(view) {
  const parts = [heading("Standings"), standingsList(view.standings, { own: view.your_line?.name, ownFirst: true })];
  return { sentence: "Standings", parts: frame(view, parts, []) };
}

/** @param {View} view @returns {Screen} */
function cardScreen(view) {
  return { sentence: "My card", parts: frame(view, [heading("My card"), ownCard.parts(view)], []) };
}

/**
 * Opening a link does nothing by itself. The phone is asked once whose it is.
 * @param {View} view
 * @returns {Screen}
 */
function whoseScreen(view) {
  const { name } = view.you;
  const own = ownPage(token);
  const other = own ? nameIn(own) : "";
  const sentence = other ? `This is ${name}'s page. You are ${other} on this phone.` : `Are you ${name}?`;
  const words = other
    ? `If you are ${name}, you can use this phone too. ${other}'s page stays as it is.`
    : "You'll use this phone to find your seat and enter scores. After that, nobody else can take your name at a table.";
  /** @type {Button[]} */
  const buttons = other
    ? [
        { href: own ?? "", words: `Go to ${other}'s page`, main: true },
        { act: "mine", words: `Yes, I'm ${name}` },
      ]
    : [
        { act: "mine", words: `Yes, I'm ${name}`, main: true },
        { act: "look", words: "Just look" },
      ];
  const parts = [heading(sentence), h("p", {}, words)];
  return { sentence, parts: frame(view, parts, buttons) };
}

/** @param {View} view @returns {Screen} */
function mainScreen(view) {
  const { sentence, lines, picture, buttons: all } = scene({ view, unsent: state.unsent, trouble: state.trouble });
  const buttons = state.mine ? all : [{ act: "mine", words: `I'm ${view.you.name}` }];
  const parts = [heading(sentence, view.yours), clockLine(view), picture, lines.map((line) => h("p", {}, line))];
  return { sentence: [sentence, ...lines].join(" "), parts: frame(view, parts, buttons) };
}

/** @returns {Screen} */
function deadScreen() {
  const sentence = state.refused || "This link no longer works. Ask the director for a new one.";
  const help = h("p", {}, "Your scores are safe. The director can print or show you a new QR code.");
  return { sentence, parts: [heading(sentence), help] };
}

/** @param {View} view */
function screen(view) {
  if (state.entry) return entryScreen(view, state.entry);
  if (!state.mine && !state.looks) return whoseScreen(view);
  if (location.hash === "#card") return cardScreen(view);
  return location.hash === "#standings" ? standingsScreen(view) : mainScreen(view);
}

function draw() {
  if (state.line === "refused") put(deadScreen());
  else if (state.view) put(screen(state.view));
  else if (state.line === "lost") live.textContent = "No connection. Trying again…";
}

/** @param {Screen} screen */
function put({ sentence, parts }) {
  morphChildren(page, [...h("div", {}, parts).childNodes]);
  if (sentence !== shown) {
    if (shown && !tapped) live.textContent = sentence;
    if (tapped) {
      page.querySelector("h1")?.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    shown = sentence;
  }
  tapped = false;
}

// The clock goes on between two messages; drawn again is what reads otherwise than before.
let ticked = "";
/** @param {View} view */
const tick = (view) => `${clockLine(view)?.textContent} ${view.table?.bots && Math.floor(serverNow() / 1000)}`;
setInterval(() => {
  if (!state.view || state.entry || tick(state.view) === ticked) return;
  ticked = tick(state.view);
  draw();
}, 250);
