// The table page: frames come in, the page is drawn from the latest one shown, and what people do goes out.
// State that is the person's own (a lifted card, an open sheet) is in `ui`; all the rest belongs to the hall.

import { nameJoker } from "./cards.js";
import { h, morphChildren } from "./dom.js";
import { listed } from "./english.js";
import { ownWords, Witness } from "./fair.js";
import { felt, talk } from "./felt.js";
import { cards, listenToKeys } from "./keys.js";
import { cardFact, cardPlayed, ownPlace, tools, whyNot } from "./own.js";
import { Playback } from "./playback.js";
import { clockText, scoreBar } from "./score.js";
import { chooseBy, settings } from "./settings.js";
import { Line } from "./socket.js";
import { changes, isAsked } from "./words.js";

const BUBBLE_STAYS = 4000;
const NOTICE_STAYS = 5000;
const TOLD_TOGETHER = 200;

const page = document.getElementById("table-page");
const live = document.getElementById("live");
const sheet = document.getElementById("sheet");
const ui = {
  selected: null,
  alone: false,
  exchange: null,
  notice: null,
  ruling: null,
  pending: false,
  sheet: null,
  lost: false,
  fair: null,
};
const bubbles = new Map();
const witness = new Witness();

let shown = null;
let line = null;
let noticeTimer = null;
let heardPhrases = null;
let toldAt = -Infinity;
// Loaded when the first sheet is opened: the table itself should be there at once.
let sheets = null;
// Loaded for those who come before the game.
let waiting = null;

const playback = new Playback((frame) => {
  const before = shown;
  shown = frame;
  settle(before, frame);
  announce(changes(before, frame));
  if (settings.sound) import("./sound.js").then((sounds) => sounds.tell(before, frame));
  draw();
});

// Drawing.

async function draw() {
  if (!shown) return;
  if (!shown.view) waiting ??= await import("./waiting.js");
  const parts = shown.view
    ? [scoreBar(shown), felt(shown, { bubbles, ending: ending() }), ownPlace(shown, ui), aside()]
    : waiting.waitingRoom(shown, tools(shown));
  const kind = shown.view ? "game" : "waiting";
  for (const [place, part] of parts.entries()) part.setAttribute("data-key", `${kind}-${place}`);
  if (ui.lost)
    parts.push(
      h(
        "p",
        { class: "lost", role: "status", "data-key": "lost" },
        "The connection is gone. Your seat is kept; this page comes back by itself.",
        ui.pending ? " What you chose goes out then." : null,
      ),
    );
  keepingFocus(() => morphChildren(page, parts));
  page.classList.toggle("behind", playback.behind);
  document.title = titleOf(shown);
  drawSheet();
}

/** Draw without losing the keyboard: the card that takes a played card's place has the focus then, or else the hand. */
function keepingFocus(redraw) {
  const had = document.activeElement;
  const place = cards().indexOf(had);
  const own = had?.closest(".asks, .hand");
  redraw();
  const stays = had?.isConnected && !had.closest("[inert]");
  if (!own || (stays && document.activeElement === had)) return;
  const left = cards();
  const next = left[Math.min(place, left.length - 1)] ?? page.querySelector(".hand, .game-over");
  (stays ? had : next)?.focus({ preventScroll: true });
}

function aside() {
  return h("aside", { class: "aside", "aria-label": "Talk of the hand" }, talk(shown.talk));
}

function titleOf(frame) {
  return `${isAsked(frame) ? "Your turn" : frame.room.rules.title} – Bowerbird`;
}

function checkedWords() {
  const { size } = witness.checked;
  const deals = size === 1 ? "the deal" : `all ${size} deals`;
  return `Your browser has checked ${deals}: the cards were shuffled as the hall had promised before.`;
}

function ending() {
  const { room, you } = shown;
  const gone = room.chairs.filter(({ kind, here }) => kind === "person" && !here).map(({ name }) => name);
  const again = you.host
    ? h("button", { type: "button", "data-do": "start", "data-main": "" }, "Another game")
    : h("p", {}, "The host can start another game.");
  return h(
    "div",
    { class: "row ending" },
    again,
    gone.length ? h("p", {}, `Not at the table now: ${listed(gone)}. Another game calls them back.`) : null,
    h("a", { class: "button", href: `/t/${room.id}/replay` }, "Replay"),
    h("a", { class: "button", href: `/t/${room.id}/review` }, "Review"),
    witness.checked.size ? h("p", {}, checkedWords()) : null,
  );
}

function drawSheet() {
  if (!ui.sheet) return;
  const [title, content] = sheets.SHEETS[ui.sheet];
  const body = [content(shown, ui)].flat(Infinity).filter(Boolean);
  morphChildren(sheet, [
    h(
      "div",
      { class: "sheet-head" },
      h("h2", { id: "sheet-title" }, title),
      h("button", { type: "button", class: "plain-button", "data-do": "close", "aria-label": "Close" }, "✕"),
    ),
    h("div", { class: "sheet-body", "data-key": ui.sheet }, body),
  ]);
}

/** Tell those who listen. What comes at once is told together: a text that is replaced is never heard. */
function announce(sentences) {
  if (!sentences.length) return;
  const now = performance.now();
  live.textContent = [now - toldAt < TOLD_TOGETHER ? live.textContent : "", ...sentences].join(" ").trim();
  toldAt = now;
}

/** Tell the person something in the place of the question: mostly why not. */
function say(text) {
  ui.notice = text;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => {
    ui.notice = null;
    draw();
  }, NOTICE_STAYS);
  live.textContent = text;
  draw();
}

/** A new frame may take away what the person was about to do. */
function settle(before, frame) {
  const { view, you } = frame;
  ui.pending = false;
  if (!view) return;
  nameJoker(view.joker);
  if (ui.selected && !view.hand.includes(ui.selected)) ui.selected = null;
  const mine = view.turn === you.seat;
  if (!mine || view.phase !== before?.view?.phase) {
    ui.exchange = null;
    ui.alone = false;
    if (view.guarded && before?.view?.turn !== view.turn && !mine) ui.selected = null;
  }
  if (before?.view?.turn !== view.turn) ui.notice = null;
  const ruled = view.rulings.length - (before?.view?.rulings.length ?? view.rulings.length);
  if (ruled > 0) ui.ruling = view.rulings.at(-1);
  else if (ruled < 0) ui.ruling = null;
}

// What comes in.

function hear(message) {
  if (message.type === "error") {
    say(message.why);
    return;
  }
  if (message.type !== "table") return;
  hearPhrases(message);
  watchTheDeal(message);
  playback.add(message);
}

function hearPhrases(frame) {
  const said = frame.room.said ?? [];
  const known = JSON.stringify(said);
  const last = said.at(-1);
  if (heardPhrases !== null && known !== heardPhrases && last) {
    bubbles.set(last.seat, last.phrase);
    announce([`${frame.room.chairs[last.seat].name} says: ${last.phrase}.`]);
    setTimeout(() => {
      if (bubbles.get(last.seat) === last.phrase) bubbles.delete(last.seat);
      draw();
    }, BUBBLE_STAYS);
  }
  heardPhrases = known;
}

function watchTheDeal(frame) {
  const { fair } = frame.room;
  if (!fair) return;
  witness.saw(fair);
  if (fair.your_words_wanted && !witness.words.has(fair.hand)) {
    const words = ownWords();
    witness.words.set(fair.hand, words);
    line.send("words", { words }).then(({ ok, dropped }) => (ok && !dropped) || witness.words.delete(fair.hand));
  }
  ui.fair = fair.last ? witness.fits(fair.last) : null;
  if (ui.fair === false) say("The last deal does not fit its digest: see More, Is the deal fair?");
}

function lineChanged(state, reason) {
  ui.lost = state !== "open";
  if (state === "refused") {
    page.replaceChildren(
      h(
        "div",
        { class: "panel alone-panel" },
        h("h1", {}, "This table cannot be shown"),
        h("p", {}, reason || "This table is private, or its link is wrong. Ask the host for a new link."),
        h("a", { class: "button", href: "/" }, "Home"),
      ),
    );
    return;
  }
  if (state === "open") announce(["Connected."]);
  draw();
}

const SAID_AGAIN = ["start", "sit", "pause", "pace", "bot", "remove", "give-back", "stand"];

/** After a break: is what was not answered still to be done? Phrases and questions are not said twice. */
function stillWanted(frame, message) {
  if (message.do === "words") return Boolean(frame.room.fair?.your_words_wanted);
  if (message.do !== "act") return SAID_AGAIN.includes(message.do);
  const { view, you } = frame;
  if (!view) return false;
  if (message.fact.card) return view.hand.includes(message.fact.card) && view.turn === you.seat;
  return view.actions.some((action) => JSON.stringify(action.fact) === JSON.stringify(message.fact));
}

// What goes out.

async function send(what, rest) {
  const answer = await line.send(what, rest);
  if (!answer.ok) {
    ui.pending = false;
    ui.selected = null;
    say(answer.why ?? "That did not work. Please try again.");
  }
  return answer;
}

function act(fact) {
  if (ui.pending) return;
  playback.catchUp();
  ui.pending = true;
  ui.selected = null;
  ui.exchange = null;
  ui.notice = null;
  draw();
  send("act", { fact });
}

function exchangeCard(name) {
  if (ui.exchange.has(name)) ui.exchange.delete(name);
  else ui.exchange.add(name);
  if (ui.exchange.size < 3) {
    draw();
    return;
  }
  const wanted = [...ui.exchange];
  const found = shown.view.actions.find(
    ({ fact }) => fact.fact === "exchange" && wanted.every((card) => fact.cards.includes(card)),
  );
  if (found) act(found.fact);
}

function tapCard(name) {
  if (ui.pending) return;
  if (ui.exchange) {
    exchangeCard(name);
    return;
  }
  const why = whyNot(shown, name);
  if (why) {
    ui.selected = null;
    say(why);
    return;
  }
  ui.notice = null;
  const sure = ui.selected === name || (settings.tap === "one" && shown.view.turn === shown.you.seat);
  if (sure) {
    cardPlayed();
    act(cardFact(shown, name));
    return;
  }
  ui.selected = name;
  draw();
}

async function openSheet(name) {
  sheets ??= await import("./sheets.js");
  ui.sheet = name;
  drawSheet();
  sheet.setAttribute("aria-labelledby", "sheet-title");
  if (!sheet.open) sheet.showModal();
}

function closeSheet() {
  if (sheet.open) sheet.close();
}

sheet.addEventListener("close", () => {
  ui.sheet = null;
  sheet.replaceChildren();
});

function fillWithBots() {
  for (const [seat, { kind }] of shown.room.chairs.entries())
    if (kind === "empty") send("bot", { seat, level: "club" });
}

const DOES = {
  act: (data) => {
    closeSheet();
    act(JSON.parse(data.fact));
  },
  card: (data) => tapCard(data.card),
  "say-why": (data) => say(data.why),
  alone: () => {
    ui.alone = !ui.alone;
    draw();
  },
  exchange: () => {
    ui.exchange = ui.exchange ? null : new Set();
    draw();
  },
  open: (data) => openSheet(data.sheet),
  close: closeSheet,
  say: (data) => {
    closeSheet();
    send("say", { phrase: data.phrase });
  },
  undo: () => send("undo"),
  "answer-undo": (data) => send("answer-undo", { agrees: data.agrees === "true" }),
  sit: (data) => send("sit", { seat: Number(data.seat) }),
  stand: () => {
    closeSheet();
    send("stand");
  },
  start: () => send("start"),
  fill: fillWithBots,
  bot: (data, value) => value !== "" && send("bot", { seat: Number(data.seat), level: value ?? "club" }),
  "give-back": (data) => send("give-back", { seat: Number(data.seat) }),
  remove: (data) => send("remove", { seat: Number(data.seat) }),
  pause: (data) => send("pause", { paused: data.paused === "true" }),
  pace: (_, value) => send("pace", { pace: value }),
  share: (data) => navigator.share({ title: "Euchre at Bowerbird", url: data.link }).catch(() => null),
  expose: (data) => {
    closeSheet();
    act({ fact: "expose", seat: shown.you.seat, card: data.card });
  },
  "go-on": () => playback.goOn(),
  "ruling-read": () => {
    ui.ruling = null;
    draw();
  },
};

document.addEventListener("click", (event) => {
  const pressed = event.target.closest?.("[data-do]");
  if (pressed && pressed.getAttribute("aria-busy") !== "true") DOES[pressed.dataset.do]?.(pressed.dataset);
  else if (event.target === sheet) closeSheet();
});

document.addEventListener("change", (event) => {
  const field = event.target;
  if (field.dataset.doChange) DOES[field.dataset.doChange](field.dataset, field.value);
  if (field.dataset.setting) {
    const name = chooseBy(field);
    draw();
    if (settings.sound && name === "sound") import("./sound.js").then((sounds) => sounds.play("turn"));
  }
});

document.addEventListener("submit", (event) => {
  const submits = sheets?.SUBMITS[event.target.dataset.doSubmit];
  if (!submits) return;
  event.preventDefault();
  closeSheet();
  submits(Object.fromEntries(new FormData(event.target)), { act, send, seat: shown.you.seat });
});

listenToKeys({
  frame: () => (sheet.open ? null : shown),
  enabled: () => settings.letters,
  actions: DOES,
  putBack: () => {
    ui.selected = null;
    ui.exchange = null;
    draw();
  },
});

// The clock to the bell runs between frames.
setInterval(() => {
  for (const clock of page.querySelectorAll("[data-ends]"))
    clock.textContent = clockText(Number(clock.dataset.ends), Date.now());
}, 1000);

// Coming in: a name first, then the line.

function connect() {
  const address = new URL(`/ws/${page.dataset.table}`, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  line = new Line(address.href, { heard: hear, changed: lineChanged, stillWanted });
}

if (page.dataset.known) connect();
else (await import("./entry.js")).askForName(page, connect);
