// The table page: frames come in, the page is drawn from the latest one shown, and actions go out.
// `ui` has the state of this page only (a lifted card, an open sheet); everything else comes from the server.

import { h, morphChildren, withStyle } from "../shared/dom.js";
import { agreeOnBird } from "../shared/own-bird.js";
import { switchNetwork } from "../shared/reach.js";
import { clockText, serverNow, serverSays } from "../shared/server-clock.js";
import { chooseBy, moves, settings, whenChosen } from "../shared/settings.js";
import { loadDeck, nameJoker } from "./cards.js";
import { Conductor } from "./conductor.js";
import { learnWords } from "./explained.js";
import { ownWords, Witness } from "./fair.js";
import { felt } from "./felt.js";
import { decisionOf, hintWords, whyNoHint } from "./hint.js";
import { cards, listenToKeys } from "./keys.js";
import { cardFact, cardPlayed, newPageState, ownPlace, tools, whyNot } from "./my-seat.js";
import { scoreBar } from "./score.js";
import { Line } from "./socket.js";
import { Speech } from "./speech.js";
import { talk } from "./talk.js";
import { isAsked, isPlayed } from "./words.js";

/** @typedef {import("../shared/wire.js").Fact} Fact */
/** @typedef {import("../shared/wire.js").Seat} Seat */
/** @typedef {import("../shared/wire.js").TableFrame} TableFrame */
/** @typedef {import("../shared/wire.js").ToTable} ToTable */
/** @typedef {import("./table-types.js").ShownFrame} ShownFrame */
/** @typedef {import("./table-types.js").PlayFrame} PlayFrame */

const LOST = "Connection lost. Your seat is saved, and this page will reconnect.";
const NOTICE_STAYS = 5000;
// The question is wanted again soon.
const UNDONE_STAYS = 2000;

const page = /** @type {HTMLElement} */ (document.getElementById("table-page"));
const speech = new Speech(/** @type {HTMLElement} */ (document.getElementById("live")));
const told = import("./told.js");
const sheet = /** @type {HTMLDialogElement} */ (document.getElementById("sheet"));
const ui = newPageState();
/** @type {Map<number, import("./table-types.js").Bubble>} */
const bubbles = new Map();
const witness = new Witness();
const drawWitness = new Witness();

/** @type {ShownFrame | null} */
let shown = null;
/** @type {Line} */
let line;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let noticeTimer;
/** @type {string | null} */
let heardPhrases = null;
/**
 * Loaded when the first sheet is opened, so that the table itself is there at once.
 * @type {typeof import("./sheets.js") | null}
 */
let sheets = null;
/**
 * Loaded only before the game.
 * @type {typeof import("./waiting.js") | null}
 */
let waiting = null;

/**
 * Loaded where things may move.
 * @type {typeof import("./motion.js") | null}
 */
let motion = null;
/**
 * Loaded while the first cards are played.
 * @type {typeof import("./moments.js") | null}
 */
let moments = null;
/** @type {typeof import("./ending.js") | null} */
let afterwards = null;
/** @type {typeof import("./take-seat.js") | null} */
let takeSeat = null;
/**
 * Loaded in a coached game.
 * @type {typeof import("./coach.js") | null}
 */
let coaching = null;
let coachCalled = false;
/**
 * Loaded where the table has a turn clock.
 * @type {typeof import("./turn-ring.js") | null}
 */
let ring = null;

const conductor = new Conductor({
  tell: (before, frame) => {
    shown = frame;
    settle(before, frame);
    told.then((words) => tellInWords(words, before, frame));
  },
  draw: (before, frame) => {
    if (navigator.userActivation?.hasBeenActive ?? true) import("./sound.js").then(({ tell }) => tell(before, frame));
    const places = motion?.ownPlaces();
    draw();
    if (places && isPlayed(frame) && moves()) motion?.move(before, frame, places);
    celebrate(before, frame);
  },
});

/**
 * Say what has changed. A few things are also to be read.
 * @param {Awaited<typeof told>} words
 * @param {ShownFrame | null} before
 * @param {ShownFrame} frame
 */
function tellInWords({ changes, notice }, before, frame) {
  const left = ui.leaves;
  if (frame.you.seat === null) ui.leaves = false;
  speech.say(changes(before, frame, left));
  const text = notice(before, frame, left);
  if (!text) return;
  note(text, frame.view?.undone ? UNDONE_STAYS : NOTICE_STAYS);
  draw();
}

/**
 * A moment unfolds once, when it is first drawn.
 * @param {ShownFrame | null} before
 * @param {ShownFrame} frame
 */
function celebrate(before, { view }) {
  const kind = view?.moment?.kind;
  if (kind && kind !== before?.view?.moment?.kind) moments?.unfold();
  if (view && ["play", "over"].includes(view.phase) && !moments) loadTheEnd();
}

async function loadTheEnd() {
  [moments, afterwards] = await Promise.all([import("./moments.js"), import("./ending.js")]);
  if (shown?.view?.result) draw();
}

async function loadMotion() {
  if (moves()) motion ??= await import("./motion.js");
}

loadMotion();
whenChosen(["motion"], loadMotion);

/**
 * Loaded where the words beside the table are shown.
 * @type {typeof import("./company.js") | null}
 */
let company = null;

loadDeck();
if (matchMedia("(min-width: 900px)").matches)
  import("./company.js").then((found) => {
    company = found;
    draw();
  });

// Drawing.

/**
 * The parts of the page; with no room to wait in while its script is being loaded.
 * @param {ShownFrame} frame
 * @returns {HTMLElement[]}
 */
function partsOf(frame) {
  if (!isPlayed(frame)) return waiting?.waitingRoom(frame, tools(frame)) ?? [];
  const { moment } = frame.view;
  const picture = moment && moment.kind !== "trump" ? moments?.momentPicture(frame, moment) : moments?.laidDown(frame);
  return [
    scoreBar(frame),
    ...coachOf(frame),
    felt(frame, { bubbles, moment: picture }),
    ownPlace(frame, ui, afterwards && endOf(frame, afterwards), [takeSeat?.chairsToTake(frame), ring?.turnRing(frame)]),
    aside(frame),
  ];
}

/** @param {PlayFrame} frame @param {typeof import("./ending.js")} page */
const endOf = (frame, { ending, handByHand }) =>
  frame.view.result ? { buttons: ending(frame, witness.checked.size), hands: handByHand(frame) } : null;
async function loadCoach() {
  coachCalled = true;
  [coaching] = await Promise.all([import("./coach.js"), withStyle("table/coach")]);
  draw();
}

/**
 * The coach's place, in a coached game that is not over.
 * @param {PlayFrame} frame
 */
function coachOf(frame) {
  if (!frame.room.coached || frame.you.seat === null || frame.view.result) return [];
  if (!coachCalled) loadCoach();
  return [coaching?.coach(frame, draw, (text) => speech.say([text])) ?? h("section", { class: "coach silent" })];
}

async function draw() {
  if (shown && !isPlayed(shown)) waiting ??= await import("./waiting.js");
  else if (shown?.you.seat === null) takeSeat ??= await import("./take-seat.js");
  if (!shown) return;
  if (shown.you.seat !== null) agreeOnBird(shown.room.chairs[shown.you.seat].bird, say);
  const parts = partsOf(shown);
  const kind = isPlayed(shown) ? "game" : "waiting";
  for (const [place, part] of parts.entries()) part.setAttribute("data-key", `${kind}-${place}`);
  if (ui.lost)
    parts.push(
      h("p", { class: "lost", "data-key": "lost" }, LOST, ui.pending ? " Your choice will be sent then." : null),
    );
  keepingFocus(() => morphChildren(page, parts));
  document.title = titleOf(shown);
  drawSheet();
}

/**
 * Draw without losing the keyboard focus: it goes to the card in a played card's place, or else to the hand.
 * @param {() => void} redraw
 */
function keepingFocus(redraw) {
  const had = /** @type {HTMLElement | null} */ (document.activeElement);
  const place = had ? cards().indexOf(had) : -1;
  const own = had?.closest(".asks, .hand");
  redraw();
  const stays = had?.isConnected && !had.closest("[inert]");
  if (!own || (stays && document.activeElement === had)) return;
  const left = cards();
  /** @type {HTMLElement | null} */
  const next = left[Math.min(place, left.length - 1)] ?? page.querySelector(".hand, .game-over");
  (stays ? had : next)?.focus({ preventScroll: true });
}

/** @param {PlayFrame} frame */
function aside(frame) {
  return h(
    "aside",
    { class: "aside", "aria-label": "Calls and plays", tabindex: 0 },
    talk(frame.talk),
    company?.company(frame),
  );
}

/** @param {ShownFrame} frame */
function titleOf(frame) {
  return `${isAsked(frame) ? "Your turn" : frame.room.rules.title} – Bowerbird`;
}

function drawSheet() {
  if (!ui.sheet || !sheets || !shown) return;
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

/**
 * Show something in the place of the question for a while.
 * @param {string} text
 * @param {number} [stays]
 */
function note(text, stays = NOTICE_STAYS) {
  ui.notice = text;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => {
    ui.notice = null;
    draw();
  }, stays);
}

/**
 * Tell the person something there, mostly why not.
 * @param {string} text
 */
function say(text) {
  note(text);
  speech.answer(text);
  draw();
}

/**
 * Forget what the person was about to do if a new frame does not allow it.
 * @param {ShownFrame | null} before
 * @param {ShownFrame} frame
 */
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
  // While others act, a notice stays for its time; and people without a seat have no turn.
  if (you.seat !== null && mine !== (before?.view?.turn === you.seat)) ui.notice = null;
  if (ui.hint && (!isPlayed(frame) || ui.hint.decision !== decisionOf(frame))) {
    ui.hint = null;
    if (ui.sheet === "hint") closeSheet();
  }
  const ruled = view.rulings.length - (before?.view?.rulings.length ?? view.rulings.length);
  if (ruled > 0) ui.ruling = view.rulings.at(-1) ?? null;
  else if (ruled < 0) ui.ruling = null;
}

// What comes in.

/** @param {TableFrame | import("../shared/wire.js").Trouble} message */
function hear(message) {
  if (message.type === "error") {
    say(message.why);
    return;
  }
  serverSays(message.now);
  hearPhrases(message);
  watchTheDeal(message);
  conductor.add(message);
}

/** @param {TableFrame} frame */
function hearPhrases(frame) {
  const { said } = frame.room;
  const known = JSON.stringify(said);
  const last = said.at(-1);
  if (heardPhrases !== null && known !== heardPhrases && last) {
    import("./people.js").then(({ hear }) => hear(frame.room, last, shared));
  }
  heardPhrases = known;
}

/** @param {TableFrame} frame */
function watchTheDeal(frame) {
  const { fair, hand_on: dealt } = frame.room;
  const { draw: drawn } = fair;
  const chair = frame.you.seat ?? frame.you.next_seat;
  witness.saw(fair.hand, fair.digest);
  if (drawn) drawWitness.saw(drawn.game, drawn.digest);
  const drawing = drawn !== null && !drawn.secret;
  const [now, number] = drawing ? [drawWitness, drawn.game] : [witness, fair.hand];
  if (!dealt) now.sitsIn(number, chair);
  if (fair.your_words_wanted && !now.words.has(number)) {
    const words = ownWords();
    now.adds(number, chair, words);
    line
      .send("words", { words, draw: drawing })
      .then(({ ok, dropped }) => (ok && !dropped) || now.words.delete(number));
  }
  ui.fair = fair.last ? witness.fits(fair.last.hand, fair.last) : null;
  if (ui.fair === false) say("The last deal doesn't match its digest. Open More, then “Is the deal fair?”.");
  ui.fairDraw = drawn?.secret ? drawWitness.fits(drawn.game, drawn) : null;
  if (ui.fairDraw === false) say("The draw doesn't match its digest. Open More, then “Is the deal fair?”.");
}

/** @param {"open" | "lost" | "refused"} state @param {string} [reason] */
function lineChanged(state, reason) {
  const lost = state !== "open";
  if (lost !== ui.lost) speech.say([lost ? LOST : "Connected."]);
  if (ui.lost && !lost) import("../shared/site.js").then(({ renewIfUpdated }) => renewIfUpdated());
  ui.lost = lost;
  if (state === "refused") {
    page.replaceChildren(
      h(
        "div",
        { class: "panel alone-panel" },
        h("h1", {}, "You can't open this table"),
        h("p", {}, reason || "This table is private, or its link is wrong. Ask the host for a new link."),
        h("a", { class: "button", href: "/" }, "Home"),
      ),
    );
    return;
  }
  draw();
}

const SAID_AGAIN = ["start", "sit", "pause", "pace", "bot", "remove", "give-back", "stand"];

/**
 * True if a message that was not answered is to be sent again after a break. Phrases and questions are not.
 * @param {TableFrame} frame
 * @param {ToTable} message
 */
function stillWanted(frame, message) {
  if (message.do === "words") {
    const { your_words_wanted: wanted, draw: drawn } = frame.room.fair;
    return wanted && message.draw === (drawn !== null && !drawn.secret);
  }
  if (message.do !== "act") return SAID_AGAIN.includes(message.do);
  const { view, you } = frame;
  if (!view) return false;
  const { fact } = message;
  if ("card" in fact) return view.hand.includes(fact.card) && view.turn === you.seat;
  return view.actions.some((action) => JSON.stringify(action.fact) === JSON.stringify(fact));
}

// What goes out.

/**
 * Send a message; a refusal is shown.
 * @template {ToTable["do"]} What
 * @param {What} what
 * @param {import("./table-types.js").Fields<What>} rest
 */
async function send(what, rest) {
  const answer = await line.send(what, rest);
  if (!answer.ok) {
    ui.pending = false;
    ui.selected = null;
    say(answer.why ?? "That didn't work. Try again.");
  }
  return answer;
}

/** @param {Fact} fact */
function act(fact) {
  if (ui.pending) return;
  speech.hurry();
  conductor.catchUp();
  ui.pending = true;
  ui.selected = null;
  ui.exchange = null;
  ui.notice = null;
  draw();
  send("act", { fact });
}

/** @param {PlayFrame} frame @param {Set<string>} chosen @param {string} name */
function exchangeCard({ view }, chosen, name) {
  if (chosen.has(name)) chosen.delete(name);
  else chosen.add(name);
  if (chosen.size < 3) {
    draw();
    return;
  }
  const wanted = [...chosen];
  const found = view.actions.find(
    ({ fact }) => fact.fact === "exchange" && wanted.every((card) => fact.cards.includes(card)),
  );
  if (found) act(found.fact);
}

/** @param {string} name */
function tapCard(name) {
  if (ui.pending || !shown || !isPlayed(shown)) return;
  if (ui.exchange) {
    exchangeCard(shown, ui.exchange, name);
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
  const fact = cardFact(shown, name);
  if (sure && fact) {
    cardPlayed();
    act(fact);
    return;
  }
  ui.selected = name;
  draw();
}

/**
 * Say your cards, or how everything stands.
 * @param {"hand" | "table"} what
 */
async function readOut(what) {
  const { ownHand, tableWords } = await told;
  if (shown && isPlayed(shown)) speech.answer(what === "hand" ? ownHand(shown) : tableWords(shown).join(" "));
}

/** @param {string} name */
async function openSheet(name) {
  sheets ??= await import("./sheets.js");
  ui.sheet = name;
  drawSheet();
  sheet.setAttribute("aria-labelledby", "sheet-title");
  if (!sheet.open) sheet.showModal();
  speech.hold(true);
  if (name !== "last-trick") return;
  await learnWords(`/api/tables/${page.dataset.table}/words`);
  drawSheet();
}

/** Choose between a nudge and what the teacher would do at this turn. Asked again, the answer is shown again. */
function askTeacher() {
  if (!shown || !isPlayed(shown)) return;
  const why = whyNoHint(shown);
  if (why) {
    say(why);
    return;
  }
  const decision = decisionOf(shown);
  if (!ui.hint?.answer) ui.hint = { decision, wants: null, answer: null, why: "" };
  openSheet("hint");
}

/** @param {"nudge" | "show"} wants */
async function hearTeacher(wants) {
  if (!shown || !ui.hint) return;
  const { decision } = ui.hint;
  ui.hint = { decision, wants, answer: null, why: "" };
  draw();
  const { ask } = await import("./hint-sheet.js");
  const answer = await ask(shown.room.id, decision, wants);
  if (ui.hint?.decision !== decision) return;
  ui.hint = answer;
  draw();
  // The sheet says it itself, while it is open.
  if (answer.answer && !ui.sheet) speech.answer(hintWords(answer.answer));
}

function closeSheet() {
  if (sheet.open) sheet.close();
}

sheet.addEventListener("close", () => {
  ui.sheet = null;
  sheet.replaceChildren();
  speech.hold(false);
});

function fillWithBots() {
  for (const [seat, { kind }] of shown?.room.chairs.entries() ?? [])
    if (kind === "empty") send("bot", { seat: /** @type {Seat} */ (seat), level: "club" });
}

/** @param {DOMStringMap} data */
const seatOf = (data) => /** @type {Seat} */ (Number(data.seat));

/**
 * What buttons and fields do, by their `data-do`. They get the element's data, and a field's value.
 * @type {Record<string, (data: DOMStringMap, value: string) => void>}
 */
const DOES = {
  act: ({ fact = "" }) => {
    closeSheet();
    act(JSON.parse(fact));
  },
  card: ({ card = "" }) => tapCard(card),
  "say-why": ({ why = "" }) => say(why),
  alone: () => {
    ui.alone = !ui.alone;
    draw();
  },
  exchange: () => {
    ui.exchange = ui.exchange ? null : new Set();
    draw();
  },
  open: ({ sheet = "" }) => openSheet(sheet),
  hint: askTeacher,
  nudge: () => hearTeacher("nudge"),
  "show-me": () => hearTeacher("show"),
  close: closeSheet,
  say: ({ phrase = "" }) => {
    closeSheet();
    send("say", { phrase });
  },
  undo: () => {
    speech.hurry();
    send("undo", {});
  },
  "answer-undo": (data) => {
    speech.hurry();
    send("answer-undo", { agrees: data.agrees === "true" });
  },
  sit: (data) => send("sit", { seat: seatOf(data) }),
  stand: async () => {
    closeSheet();
    ui.leaves = true;
    ui.leaves = (await send("stand", {})).ok && ui.leaves;
  },
  start: () => send("start", {}),
  fill: fillWithBots,
  bot: (data) => send("bot", { seat: seatOf(data), level: "club" }),
  level: (data, level) => level && send("bot", { seat: seatOf(data), level }),
  bird: (data, bird) => send("bot", { seat: seatOf(data), level: data.level ?? "", bird }),
  "give-back": (data) => send("give-back", { seat: seatOf(data) }),
  remove: (data) => send("remove", { seat: seatOf(data) }),
  pause: (data) => send("pause", { paused: data.paused === "true" }),
  pace: (_, value) => send("pace", { pace: /** @type {import("./table-types.js").Fields<"pace">["pace"]} */ (value) }),
  "let-in": () =>
    switchNetwork(true).then(
      () => location.reload(),
      (error) => say(error.message),
    ),
  share: (data) => navigator.share({ title: "Euchre at Bowerbird", url: data.link }).catch(() => null),
  expose: ({ card = "" }) => {
    closeSheet();
    const seat = shown?.you.seat ?? null;
    if (seat !== null) act({ fact: "expose", seat, card });
  },
  "go-on": () => conductor.goOn(),
  "ruling-read": () => {
    ui.ruling = null;
    draw();
  },
};

/** What people do with each other is loaded when it is wanted. */
const shared = { bubbles, speech, draw, send, say, closeSheet, room: () => shown?.room };

/** @param {string} what @param {DOMStringMap} data @param {string} value */
async function perform(what, data, value) {
  const does = DOES[what] ?? (await import("./people.js")).DOES[what]?.(shared);
  does?.(data, value);
}

document.addEventListener("click", (event) => {
  /** @type {HTMLElement | null} */
  const pressed = event.target instanceof Element ? event.target.closest("[data-do]") : null;
  if (pressed && pressed.getAttribute("aria-busy") !== "true") perform(pressed.dataset.do ?? "", pressed.dataset, "");
  else if (event.target === sheet) closeSheet();
});

document.addEventListener("change", (event) => {
  const field = /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target);
  if (field.dataset.doChange) perform(field.dataset.doChange, field.dataset, field.value);
  if (field.dataset.setting) {
    chooseBy(field);
    draw();
  }
});

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const submits = sheets?.SUBMITS[form.dataset.doSubmit ?? ""];
  if (!submits || !shown) return;
  event.preventDefault();
  closeSheet();
  const fields = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  submits(fields, { act, send, seat: shown.you.seat });
});

listenToKeys({
  frame: () => (sheet.open ? null : shown),
  enabled: () => settings.letters,
  actions: { open: openSheet, goOn: () => conductor.goOn(), tell: readOut },
  putBack: () => {
    ui.selected = null;
    ui.exchange = null;
    draw();
  },
});

// The clock to the bell runs between frames.
setInterval(() => {
  /** @type {NodeListOf<HTMLElement>} */
  const clocks = page.querySelectorAll("[data-ends]");
  for (const clock of clocks) clock.textContent = clockText(Number(clock.dataset.ends), serverNow());
  if (shown?.room.turn_ends_at) drawRing(shown);
}, 1000);

/** @param {ShownFrame} frame */
async function drawRing(frame) {
  ring ??= await import("./turn-ring.js");
  if (isPlayed(frame) && ring.secondsLeft(frame) !== null) draw();
}

// Ask for a name first, then connect.

function connect() {
  const address = new URL(`/ws/${page.dataset.table}`, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  line = new Line(address.href, { heard: hear, changed: lineChanged, stillWanted });
}

if (page.dataset.known) connect();
else (await import("./entry.js")).askForName(page, connect);
