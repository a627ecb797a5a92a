// The director's desk: one screen with the clock, the room and the list of what needs attention, drawers for the rest.
// Hears the event, draws it, and sends what is done. Every button and form says itself what it does (parts.js).

import { h } from "../../shared/dom.js";
import { reading } from "../../shared/round-clock.js";
import { serverNow } from "../../shared/server-clock.js";
import { allow, ring } from "../bell.js";
import { follow, Outbox } from "../event-connection.js";
import * as cards from "./card.js";
import { changeDrawer, listenToChange } from "./change.js";
import { clockPart, soundFor } from "./clock.js";
import { directorsDrawer } from "./directors.js";
import { doorRail, listenToDoor, sureOf } from "./door.js";
import { drawDrawer, listenToDraw } from "./draw.js";
import { Drawer } from "./drawer.js";
import { Finder } from "./find.js";
import { bodyOf } from "./forms.js";
import { listenToKeys } from "./keys.js";
import * as more from "./more.js";
import { News, newsLine } from "./news.js";
import * as next from "./next.js";
import { show } from "./parts.js";
import * as people from "./people.js";
import { listenToPhones } from "./phones.js";
import { listenToPlaces, placeDrawer, planDrawer } from "./places.js";
import { Register, registerForm } from "./register.js";
import { arrange, roomPart } from "./room.js";
import * as rulings from "./rulings.js";
import { workOutOwnCards } from "./score.js";
import * as standings from "./standings.js";
import * as tables from "./table.js";
import { unpaidDrawer } from "./unpaid.js";

/** @typedef {import("../page-types.js").Desk} Desk */
/** @typedef {import("../../shared/wire.js").DirectorView} View */
/** @typedef {import("../page-types.js").Keyless<import("../../shared/wire.js").ToDesk>} Body */

/** @type {Record<string, import("../page-types.js").DrawerPart<unknown>>} */
const DRAWERS = {
  add: people.addDrawer,
  change: changeDrawer,
  card: cards.cardDrawer,
  directors: directorsDrawer,
  dispute: tables.disputeDrawer,
  draw: drawDrawer,
  files: more.filesDrawer,
  finish: next.finishDrawer,
  games: cards.gamesDrawer,
  history: more.historyDrawer,
  keys: more.keysDrawer,
  links: more.linksDrawer,
  meeting: next.meetingDrawer,
  missing: people.missingDrawer,
  money: standings.moneyDrawer,
  more: more.moreDrawer,
  next: next.nextDrawer,
  online: more.onlineDrawer,
  people: people.peopleDrawer,
  person: people.personDrawer,
  place: placeDrawer,
  plan: planDrawer,
  print: more.printDrawer,
  round: tables.roundDrawer,
  rounds: tables.roundsDrawer,
  "rule-person": rulings.rulePersonDrawer,
  ruling: rulings.rulingDrawer,
  rulings: rulings.rulingsDrawer,
  seat: next.seatDrawer,
  season: more.seasonDrawer,
  settings: more.settingsDrawer,
  standings: standings.standingsDrawer,
  sub: people.subDrawer,
  table: tables.tableDrawer,
  undo: more.undoDrawer,
  unpaid: unpaidDrawer,
  "who-is-missing": people.whoIsMissingDrawer,
};

const page = /** @type {HTMLElement} */ (document.querySelector("#desk"));
/** @param {string} name */
const part = (name) => /** @type {HTMLElement} */ (document.querySelector(`#desk-${name}`));

/** @param {string} name @param {string} usual */
function stored(name, usual) {
  try {
    return localStorage.getItem(name) ?? usual;
  } catch {
    return usual;
  }
}

/** @param {string} name @param {string} value */
function store(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A browser that stores nothing forgets it with the page.
  }
}

/** @type {View | null} */
let seen = null;

/** @type {Desk} */
const desk = {
  token: page.dataset.token ?? "",
  role: page.dataset.role === "director" ? "director" : "helper",
  get view() {
    if (!seen) throw new Error("There is no view yet.");
    return seen;
  },
  get hasView() {
    return seen !== null;
  },
  sending: [],
  typed: {},
  sound: false,
  size: stored("bowerbird-paper", "letter"),
  words: [],
  mood: "",
  saidAt: "",
  saidSeq: 0,
  room: {
    segment: "out",
    page: 0,
    layout: { kind: "wide", columns: 3, type: 16 },
    below: { columns: 3, rows: 2, type: 16 },
  },
  news: false, // something was said since the drawer was opened
  now: serverNow,
  qr: (link) =>
    `/api/desk/${desk.token}/qr.svg?to=${encodeURIComponent(link)}#${encodeURIComponent(desk.view.links.origin ?? "")}`,
  paper: (what) => `/paper/${desk.token}/${what}.pdf?size=${desk.size}`,
  file: (name) => `/api/desk/${desk.token}/${name}`,
  open: async (name, detail) => {
    // While a refused score is in the bar, no other table opens.
    const table = name === "table" && detail && "table" in detail ? Number(detail.table) : null;
    if (table === null || !register.keeps(table)) await drawer.open(desk, name, detail);
  },
  said: () =>
    desk.words.length
      ? [h("p", { class: desk.mood, role: desk.mood === "wrong" ? "alert" : "status" }, desk.words.join(" "))]
      : [],
  tell,
  act,
};

const drawer = new Drawer(/** @type {HTMLDialogElement} */ (document.querySelector("#drawer")), DRAWERS);
const register = new Register(makeRegister(), desk);
const finder = new Finder(part("find"), desk);
const news = new News(part("news"), part("room"), desk);
const outbox = new Outbox(desk.token, {
  changed: (state) => {
    desk.sending = state.messages;
    showSaved(state);
    if (state.trouble) register.letGo();
    if (drawer.isOpen) drawer.draw(desk);
    if (seen) drawRoom();
  },
  leftover: (message, answer, refusal) => {
    if (!refusal) tell(["Sent what was still waiting.", ...(answer?.says ?? [])]);
    else if (message.what === "score" && message.table)
      register.refuse({ round: message.round, table: message.table, body: message, why: refusal.message });
    else tell([refusal.message], "wrong");
  },
});

function makeRegister() {
  const form = /** @type {HTMLFormElement} */ (document.querySelector("#register"));
  form.append(...registerForm());
  return form;
}

/**
 * What was said last stays until something else is said, here and in the drawer.
 * @param {string[]} words
 */
function tell(words, mood = "", seq = 0) {
  desk.words = words.filter(Boolean);
  desk.mood = mood;
  desk.saidAt = new Date(desk.now()).toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit" }).toLowerCase();
  desk.saidSeq = Math.max(seq, seen?.news?.seq ?? 0);
  desk.news = true;
  showSaid();
}

function showSaid() {
  if (seen) show(part("said"), newsLine(desk, news.isOpen));
  part("said").classList.toggle("wrong-news", desk.mood === "wrong" && desk.words.length > 0);
  if (drawer.isOpen) drawer.draw(desk);
}

/** @type {"live" | "lost" | "refused"} */
let line = "live";

function showSaved({ waiting, trouble } = { waiting: outbox.waiting, trouble: outbox.trouble }) {
  let words = seen?.news ? `Saved ${seen.news.time}` : "Saved";
  let mood = "saved";
  if (trouble || line === "lost") {
    words = waiting ? `No connection. ${waiting} waiting. Trying again…` : "No connection. Trying again…";
    mood = "lost";
  } else if (waiting) {
    words = waiting > 1 ? `Sending ${waiting}…` : "Sending…";
    mood = "sending";
  }
  const place = part("saved");
  if (place.textContent !== words) place.textContent = words;
  place.className = mood;
}

/**
 * Send something; gives the refusal, if there is one. With `quiet`, whoever asked says it.
 * @param {Body} body
 * @returns {Promise<Error | null>}
 */
async function act(body, { after = "", quiet = false } = {}) {
  // The next view may come before the answer, and no longer say who "you" are.
  const handsOver =
    body.what === "remove-director" && desk.view.directors.some(({ name, you }) => you && name === body.name);
  try {
    const answer = await outbox.send(body);
    if (after && drawer.isOpen) drawer.close();
    if (body.what === "paste") desk.typed.names = "";
    // If you cancel the link of this page, the page continues with the new one.
    if (body.what === "withdraw" && body.role === desk.role && answer.link) location.replace(answer.link);
    // Nothing more can be done here by somebody who handed the event over.
    if (handsOver) location.replace("/events");
    tell(answer.says ?? [], "", answer.seq);
    if (!quiet && (body.what === "score" || body.what === "correct")) register.settle(body.table ?? 0);
    if (after === "table" && body.what === "ruling" && body.table) leadTo(body.table, answer.seq);
    return null;
  } catch (error) {
    const refusal = /** @type {Error} */ (error);
    const about = body.what === "score" && !drawer.isOpen ? `Table ${body.table}, ${body.ns}–${body.ew}: ` : "";
    if (!quiet) tell([about + refusal.message], "wrong");
    return refusal;
  }
}

/**
 * A ruling with points leads on to its table where the score is in: then it is answered whether it has them.
 * @param {number} number
 * @param {number} seq
 */
async function leadTo(number, seq) {
  if (desk.view.seq < seq) await new Promise((done) => comers.push({ seq, done: () => done(null) }));
  const table = desk.view.tables.find((each) => each.number === number);
  if (table?.state === "in" && !drawer.isOpen) desk.open("table", { round: desk.view.round?.number, table: number });
}

// Drawing

function drawRoom() {
  const room = part("room");
  show(room, roomPart(desk));
  // What is drawn says how high the rest is: once more, where that makes a difference.
  if (desk.view.tables.length && arrange(room, desk)) {
    show(room, roomPart(desk));
    arrange(room, desk);
  }
  register.markTile();
}

function drawClock() {
  show(part("clock"), clockPart(desk));
}

function draw() {
  const { view } = desk;
  document.title = `${view.title}: director's desk`;
  part("title").textContent = view.title;
  part("title").title = view.title;
  part("about").textContent = [view.place || view.rules.title, view.trial && "practice"].filter(Boolean).join(" · ");
  drawClock();
  drawRoom();
  page.dataset.seq = String(view.seq);
  part("here").textContent = view.tables.length ? "Room" : "Check-in";
  show(part("list"), doorRail(desk), next.listPart(desk));
  show(part("next"), next.nextPart(desk));
  showSaid();
  showSaved();
  news.draw();
  show(
    /** @type {HTMLElement} */ (document.querySelector("#names")),
    view.people.map(({ name }) => h("option", { value: name })),
  );
  register.draw();
}

/** @type {number | null} */
let rungFor = null;
// Everything that waits until the view has come so far.
/** @type {{ seq: number, done: () => void }[]} */
let comers = [];

/** Between two views only the figures move; the bell is heard when the time is over, before the server has said so. */
function tickOn() {
  if (!seen) return;
  drawClock();
  const { clock } = seen;
  if (reading(clock, desk.now()).mood === "up" && rungFor !== clock.ends_at) {
    rungFor = clock.ends_at;
    ring(3);
  }
}

/** @param {View} view */
function heard(view) {
  const before = seen;
  const start = performance.now();
  seen = view;
  if (!(before && rungFor === before.clock.ends_at && view.clock.state === "rung")) soundFor(before, view);
  draw();
  drawer.refresh(desk);
  for (const { done } of comers.filter(({ seq }) => seq <= view.seq)) done();
  comers = comers.filter(({ seq }) => seq > view.seq);
  if (!before) {
    document.querySelector(".desk-nav")?.removeAttribute("inert");
    finder.draw(); // what was typed while the desk opened
    saidBefore();
  }
  // How long this desk takes for one update, for everybody who wants to know.
  performance.clearMeasures("desk");
  performance.measure("desk", { start });
}

// Hearing the person

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.dataset.act) return;
  event.preventDefault();
  if (form.ariaBusy === "true") return;
  /** @type {Body} */
  let body;
  try {
    body = bodyOf(form, desk);
  } catch (error) {
    tell([/** @type {Error} */ (error).message], "wrong");
    return;
  }
  form.ariaBusy = "true";
  const sure = body.what === "enter" ? await sureOf(desk, body).catch(() => body) : body;
  const refusal = sure ? await act(sure, { after: form.dataset.then }) : new Error("Not added.");
  form.ariaBusy = "false";
  // No key that follows a refused score may reach its fields.
  if (refusal && form.dataset.read === "score") drawer.heading?.focus();
  if (!refusal && form.isConnected && form.dataset.then !== "close") {
    form.reset();
    if (form.hasAttribute("data-again")) form.querySelector("input")?.focus();
  }
});

/** @type {Record<string, () => void>} */
const DOES = {
  back: () => drawer.back(desk),
  close: () => drawer.close(),
  drop: () => register.drop(),
  fold: () => register.fold(),
  hush: () => tell([]),
  mend: () => register.mend(),
  news: () => news.toggle().then(showSaid),
  room: () => news.close(),
  sheet: () => register.openSheet(),
  unfold: () => register.unfold(),
  sound: async () => {
    desk.sound = !desk.sound;
    if (desk.sound) {
      await allow();
      ring(1);
    }
    drawClock();
  },
};

document.addEventListener("click", async (event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (!button || !seen) return;
  const { dataset } = button;
  if (dataset.do) DOES[dataset.do]?.();
  else if (dataset.enter) register.choose(Number(dataset.enter));
  else if (dataset.room) {
    Object.assign(desk.room, JSON.parse(dataset.room));
    news.close();
    drawRoom();
    drawRoom();
  } else if (dataset.open) desk.open(dataset.open, JSON.parse(dataset.detail ?? "{}"));
  else if (dataset.set) drawer.set(desk, JSON.parse(dataset.set));
  else if (dataset.act && button.ariaBusy !== "true") {
    if (dataset.sure && !confirm(dataset.sure)) return;
    button.ariaBusy = "true";
    await act(JSON.parse(dataset.act), { after: dataset.then });
    button.ariaBusy = "false";
  }
});

document.addEventListener("input", (event) => {
  const target = /** @type {HTMLInputElement} */ (event.target);
  if (target.dataset.live) {
    const changes = { [target.dataset.live]: target.value };
    if (drawer.dialog.contains(target)) drawer.set(desk, changes);
    else {
      Object.assign(desk.typed, changes);
      drawRoom();
    }
  } else if (target.name === "size") {
    desk.size = target.value;
    store("bowerbird-paper", desk.size);
    drawer.draw(desk);
  } else if (target.form?.dataset.read === "score") {
    if (target.name.startsWith("personal")) target.removeAttribute("data-worked-out");
    workOutOwnCards(target.form, desk.view.needs);
  }
});

/** What the set-up page had to say when it came here; names that were refused are corrected where people are added. */
function saidBefore() {
  try {
    const words = sessionStorage.getItem("bowerbird-said");
    desk.typed.names = sessionStorage.getItem("bowerbird-names") ?? "";
    sessionStorage.removeItem("bowerbird-said");
    sessionStorage.removeItem("bowerbird-names");
    if (desk.typed.names) desk.open("add");
    if (words) tell([words], "wrong");
  } catch {
    // A browser that stores nothing has nothing to say.
  }
}

listenToDoor(desk, () => seen && drawRoom());
listenToDraw(drawer, desk);
listenToPlaces(drawer, desk);
listenToChange(drawer, desk);
listenToPhones(drawer, desk);
listenToKeys({ desk, register, finder, news, isOpen: () => drawer.isOpen });
new ResizeObserver(() => seen && drawRoom()).observe(part("room"));
setInterval(tickOn, 250);

follow(desk.token, {
  heard,
  same: ({ clock }) => {
    if (seen) seen.clock = clock;
  },
  changed: (state, why) => {
    line = state;
    if (state === "refused") {
      // The desk stays beneath: an answer that is still on its way may draw in it.
      page.hidden = true;
      page.after(
        h(
          "div",
          { class: "panel alone-panel" },
          h("h1", {}, "This link no longer works"),
          h("p", {}, why),
          h("a", { href: "/events" }, "My events"),
        ),
      );
      if (drawer.isOpen) drawer.close();
    } else showSaved();
  },
});
