// The director's desk: one screen with the clock, the room and the list of what needs a person, drawers for the rest.
// Hears the event, draws it, and sends what is done. Every button and form says itself what it does (desk-parts.js).

import { h } from "../shared/dom.js";
import { allow, ring } from "./bell.js";
import { clockPart, secondsLeft, soundFor } from "./desk-clock.js";
import { Drawer } from "./desk-drawer.js";
import { bodyOf } from "./desk-forms.js";
import { listenToKeys } from "./desk-keys.js";
import * as more from "./desk-more.js";
import * as next from "./desk-next.js";
import { show } from "./desk-parts.js";
import * as people from "./desk-people.js";
import { Register, registerForm } from "./desk-register.js";
import { arrange, roomPart } from "./desk-room.js";
import * as rulings from "./desk-rulings.js";
import { workOutOwnCards } from "./desk-score.js";
import * as standings from "./desk-standings.js";
import * as tables from "./desk-table.js";
import { follow, Outbox } from "./wire.js";

const DRAWERS = {
  add: people.addDrawer,
  dispute: tables.disputeDrawer,
  files: more.filesDrawer,
  finish: next.finishDrawer,
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
  table: tables.tableDrawer,
  undo: more.undoDrawer,
  "who-is-missing": people.whoIsMissingDrawer,
};

const page = document.querySelector("#desk");
const part = (name) => document.querySelector(`#desk-${name}`);

function stored(name, usual) {
  try {
    return localStorage.getItem(name) ?? usual;
  } catch {
    return usual;
  }
}

function store(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A browser that stores nothing forgets it with the page.
  }
}

const desk = {
  token: page.dataset.token,
  role: page.dataset.role,
  view: null,
  sending: [],
  typed: {},
  sound: false,
  size: stored("bowerbird-paper", "letter"),
  behind: 0,
  words: [],
  mood: "",
  news: false, // something was said since the drawer was opened
  now: () => Date.now() + desk.behind,
  qr: (link) => `/api/desk/${desk.token}/qr.svg?to=${encodeURIComponent(link)}`,
  paper: (what) => `/paper/${desk.token}/${what}.pdf?size=${desk.size}`,
  file: (name) => `/api/desk/${desk.token}/${name}`,
  open: (name, detail) => drawer.open(desk, name, detail),
  said: () =>
    desk.words.length
      ? [h("p", { class: desk.mood, role: desk.mood === "wrong" ? "alert" : "status" }, desk.words.join(" "))]
      : [],
  tell,
  act,
};

const drawer = new Drawer(document.querySelector("#drawer"), DRAWERS);
const register = new Register(makeRegister(), desk);
const outbox = new Outbox(desk.token, {
  changed: (state) => {
    desk.sending = state.messages;
    showSaved(state);
    if (desk.view) drawRoom();
  },
  leftover: (_message, answer, refusal) =>
    refusal ? tell([refusal.message], "wrong") : tell(["Sent what was left from before.", ...(answer.says ?? [])]),
});

function makeRegister() {
  const form = document.querySelector("#register");
  form.append(...registerForm());
  return form;
}

// What was said last stays until something else is said, here and in the drawer.
function tell(words, mood = "") {
  desk.words = words.filter(Boolean);
  desk.mood = mood;
  desk.news = true;
  showSaid();
}

function showSaid() {
  const undo = desk.role === "director" && desk.mood === "" && desk.words.length > 0;
  show(part("said"), [
    ...desk.said(),
    ...(undo ? [h("button", { type: "button", "data-open": "undo", "data-detail": "{}" }, "Undo")] : []),
    ...(desk.words.length
      ? [
          h(
            "button",
            { type: "button", class: "plain-button", "data-do": "hush", "aria-label": "Put this message away" },
            "×",
          ),
        ]
      : []),
  ]);
  if (drawer.isOpen) drawer.draw(desk);
}

let line = "live";

function showSaved({ waiting, trouble } = { waiting: outbox.waiting, trouble: outbox.trouble }) {
  let words = "Saved";
  let mood = "saved";
  if (trouble || line === "lost") {
    words = waiting ? `Not connected. ${waiting} waiting; I keep trying.` : "Not connected. I keep trying.";
    mood = "lost";
  } else if (waiting) {
    words = waiting > 1 ? `Sending ${waiting}…` : "Sending…";
    mood = "sending";
  }
  const place = part("saved");
  if (place.textContent !== words) place.textContent = words;
  place.className = mood;
}

/** Send something; gives the refusal, if there is one. */
async function act(body, { after = "" } = {}) {
  try {
    const answer = await outbox.send(body);
    if (after && drawer.isOpen) drawer.close();
    if (body.what === "paste") desk.typed.names = "";
    // Whoever withdraws the link of this very page goes on with the new one.
    if (body.what === "withdraw" && body.role === desk.role && answer.link) location.replace(answer.link);
    tell(answer.says ?? []);
    if (after === "table" && body.table) leadTo(body.table, answer.seq);
    return null;
  } catch (refusal) {
    const about = body.what === "score" && !drawer.isOpen ? `Table ${body.table}, ${body.ns}–${body.ew}: ` : "";
    tell([about + refusal.message], "wrong");
    return refusal;
  }
}

/** A ruling with points leads on to its table where the score is in: then it is answered whether it has them. */
async function leadTo(number, seq) {
  if (desk.view.seq < seq) await new Promise((done) => comers.push({ seq, done }));
  const table = desk.view.tables.find((each) => each.number === number);
  if (table?.state === "in" && !drawer.isOpen) desk.open("table", { round: desk.view.round.number, table: number });
}

// Drawing

function drawRoom() {
  const room = part("room");
  show(room, roomPart(desk));
  arrange(room, desk.view.tables.length || desk.view.people.length);
}

function drawClock() {
  show(part("clock"), clockPart(desk));
}

function draw() {
  const { view } = desk;
  document.title = `${view.title}: the desk`;
  part("title").textContent = view.title;
  part("about").textContent = [view.rules.title, view.place, view.trial && "practice"].filter(Boolean).join(" · ");
  drawClock();
  drawRoom();
  show(part("list"), next.listPart(desk));
  show(
    document.querySelector("#names"),
    view.people.map(({ name }) => h("option", { value: name })),
  );
  register.draw();
}

let rungFor = null;
let comers = []; // who waits until the view has come so far

/** Between two views only the figures move; the bell is heard when the time is over, before the hall has said so. */
function tickOn() {
  if (!desk.view) return;
  drawClock();
  const { clock } = desk.view;
  const left = secondsLeft(clock, desk.now());
  if (clock.state === "running" && left !== null && left <= 0 && rungFor !== clock.ends_at) {
    rungFor = clock.ends_at;
    ring(3);
  }
}

function heard(view) {
  const before = desk.view;
  desk.behind = view.now - Date.now();
  desk.view = view;
  if (!(before && rungFor === before.clock.ends_at && view.clock.state === "rung")) soundFor(before, view);
  draw();
  drawer.refresh(desk);
  for (const { done } of comers.filter(({ seq }) => seq <= view.seq)) done();
  comers = comers.filter(({ seq }) => seq > view.seq);
  if (!before) saidBefore();
}

// Hearing the person

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.dataset.act) return;
  event.preventDefault();
  if (form.ariaBusy === "true") return;
  let body;
  try {
    body = bodyOf(form, desk);
  } catch (error) {
    tell([error.message], "wrong");
    return;
  }
  form.ariaBusy = "true";
  const refusal = await act(body, { after: form.dataset.then });
  form.ariaBusy = "false";
  if (!refusal && form.isConnected && form.dataset.then !== "close") {
    form.reset();
    if (form.hasAttribute("data-again")) form.querySelector("input")?.focus();
  }
});

const DOES = {
  back: () => drawer.back(desk),
  close: () => drawer.close(),
  fold: () => register.fold(),
  hush: () => tell([]),
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
  const button = event.target.closest?.("button");
  if (!button || !desk.view) return;
  const { dataset } = button;
  if (dataset.do) DOES[dataset.do]?.();
  else if (dataset.open) desk.open(dataset.open, JSON.parse(dataset.detail ?? "{}"));
  else if (dataset.set) drawer.set(desk, JSON.parse(dataset.set));
  else if (dataset.act && button.ariaBusy !== "true") {
    if (dataset.sure && !confirm(dataset.sure)) return;
    button.ariaBusy = "true";
    await act(JSON.parse(dataset.act), { after: dataset.then });
    button.ariaBusy = "false";
  }
});

document.addEventListener("input", (event) => {
  const { target } = event;
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

/** What the set-up page had to say when it came here; names that were refused are put right where people are added. */
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

listenToKeys({ desk, register, isOpen: () => drawer.isOpen });
new ResizeObserver(() => desk.view && drawRoom()).observe(part("room"));
setInterval(tickOn, 250);

follow(desk.token, {
  heard,
  same: ({ now, clock }) => {
    desk.behind = now - Date.now();
    if (desk.view && clock) desk.view.clock = clock;
  },
  changed: (state, why) => {
    line = state;
    if (state === "refused") {
      show(page, [
        h(
          "div",
          { class: "panel alone-panel" },
          h("h1", {}, "This link no longer works"),
          h("p", {}, why),
          h("a", { href: "/events" }, "My events"),
        ),
      ]);
      if (drawer.isOpen) drawer.close();
    } else showSaved();
  },
});
