// A lesson at the table: Owl says what matters, asks, and answers. The table is the usual one, drawn from frames that the
// server has folded; the answers came with the lesson, so nothing is judged here.

import { h, morphChildren } from "../shared/dom.js";
import { capital } from "../shared/english.js";
import { moves, settings } from "../shared/settings.js";
import { NO_ANSWER } from "../shared/site.js";
import { bower, card, cardWord, loadDeck, nameJoker } from "../table/cards.js";
import { aboutCalls } from "../table/coach.js";
import { Conductor } from "../table/conductor.js";
import { felt } from "../table/felt.js";
import { listenToKeys } from "../table/keys.js";
import { calls, cardFact, hand, newPageState, whyNot } from "../table/my-seat.js";
import { scoreBar } from "../table/score.js";
import { Speech } from "../table/speech.js";
import { isPlayed, suitLetter, tapWord } from "../table/words.js";
import { marked, wordsFrom } from "./glossary.js";
import { finish } from "./progress.js";

/** @typedef {import("../shared/wire.js").LessonShown} Lesson */
/** @typedef {import("../shared/wire.js").LessonStep} Step */
/** @typedef {import("../shared/wire.js").Fact} Fact */
/** @typedef {import("../table/table-types.js").PlayFrame} PlayFrame */
/** @typedef {{ right: boolean, says: string }} Feedback */

const page = /** @type {HTMLElement} */ (document.getElementById("lesson-page"));
const speech = new Speech(/** @type {HTMLElement} */ (document.getElementById("live")));
const told = import("../table/told.js");
const motion = moves() ? import("../table/motion.js") : null;
const { lesson: name = "", rules = "" } = page.dataset;
const LESSONS = `/learn?rules=${encodeURIComponent(rules)}`;

/** @type {Lesson} */
let lesson;
/** @type {import("../shared/wire.js").WordExplained[]} */
let words = [];
/** The number of the step, from 0. After the last one comes the end. */
let at = 0;
/** @type {Feedback | null} */
let feedback = null;
/** The right answer is marked, because the person asked for it. */
let shownAnswer = false;
/** @type {PlayFrame | null} */
let shown = null;
const ui = newPageState();
/** @type {Conductor} */
let conductor;

/** Facts are compared by what they say: a call that isn't alone may say so, or not. @param {Fact} fact */
const asText = (fact) => JSON.stringify(Object.entries({ alone: false, ...fact }).sort());

const step = () => lesson.steps[at];
const isOver = () => at >= lesson.steps.length;
/** The table shows all that has happened, and nothing is answered yet. */
const isOpen = () => !isOver() && !conductor.behind && !feedback?.right;

/**
 * Of the calls that the table allows, the ones that this step offers.
 * @param {Step} step
 * @returns {Step}
 */
function offered(step) {
  const known = new Set(step.answers.filter(({ legal }) => legal).map(({ fact }) => asText(fact)));
  const { view } = step.frame;
  if (!view) return step;
  const actions = view.actions.filter(({ fact }) => known.has(asText(fact)));
  const held_back = step.answers.length ? view.held_back : [];
  return { ...step, frame: { ...step.frame, view: { ...view, actions, held_back } } };
}

/** The person sits there with the chosen bird. @param {import("../shared/wire.js").TableFrame | null} frame */
function withOwnBird(frame) {
  const own = frame?.room.chairs[frame.you.seat ?? 0];
  if (own && settings.bird) own.bird = settings.bird;
}

/**
 * A hand that is over stays on the table until the learner continues, with what it was worth. The table that waits for the
 * next deal is never shown.
 * @param {PlayFrame} frame
 */
const isCleared = ({ view }) => view.results.length > 0 && !view.hand_over && !view.turn_up && !view.result;

/** Each deal has its own conductor: what happened in the one before is no part of it. */
const newConductor = () =>
  new Conductor({
    tell: (before, frame) => {
      if (isPlayed(frame) && !(shown && isCleared(frame))) shown = frame;
      told.then(({ changes }) => before && speech.say(changes(before, frame)));
    },
    draw: (before, frame) => {
      motion?.then(({ ownPlaces, move }) => {
        const places = ownPlaces();
        draw();
        if (isPlayed(frame) && frame === shown && moves()) move(before, frame, places);
      });
      if (!motion) draw();
      if (isOpen()) say();
    },
  });

/** Say what Owl says, for people who listen. */
function say() {
  const { says, asks } = step();
  speech.say([says, asks]);
}

/** @param {string} text */
const text = (text) => marked(text, words);

// The parts of the page.

function head() {
  const last = lesson.steps.length;
  const number = Math.min(at + 1, last);
  const beads = lesson.steps.map((_, place) =>
    h("i", { class: place < at ? "bead" : place === at ? "bead now" : "bead off" }),
  );
  return h(
    "header",
    { class: "lesson-head", "data-key": "head" },
    h("a", { class: "button leave", href: LESSONS, "aria-label": "Leave the lesson" }, "✕"),
    h("h1", {}, `Lesson ${lesson.number}`, h("span", {}, `: ${lesson.title}`)),
    h("span", { class: "step-words" }, isOver() ? "Finished" : `Step ${number} of ${last}`),
    h("span", { class: "beads", "aria-hidden": "true" }, beads),
  );
}

function speechBubble() {
  if (isOver()) return [h("p", { class: "key" }, text(lesson.end))];
  const { says, asks } = step();
  const open = isOpen() || feedback;
  return [
    says && !feedback ? h("p", { class: "key" }, text(says)) : null,
    asks && open && !feedback?.right ? h("p", { class: "key asks-words" }, text(asks)) : null,
    feedback
      ? h(
          "p",
          { class: `key feedback ${feedback.right ? "is-right" : "is-wrong"}` },
          h("b", {}, feedback.right ? "✓ Right. " : "✗ Not this one. "),
          text(feedback.says),
        )
      : null,
  ];
}

/** Nothing lies on the table: there is room for other cards. @param {PlayFrame} frame */
const isBare = ({ view }) => view.phase === "play" && !view.trick.plays.length && !view.hand_over;

/**
 * Cards that go with the words, on the table if it is bare, else below them: their order, the highest first.
 * @param {boolean} onTable
 */
function cardRow(onTable) {
  const { cards = [], frame } = isOver() ? {} : step();
  if (!cards.length || !shown || isBare(shown) !== onTable) return null;
  const view = frame?.view;
  const trump = view?.maker == null ? null : suitLetter(view.trump);
  return h(
    "p",
    { class: "card-order", role: "img", "aria-label": `Highest first: ${cards.map(cardWord).join(", ")}` },
    cards.map((name) => card(name, { ribbon: bower(name, trump), "aria-hidden": "true" })),
  );
}

function coach() {
  return h(
    "aside",
    { class: "coach", "aria-label": "Owl, your coach", "data-key": "coach" },
    h("span", { class: "owl-arch", "aria-hidden": "true" }, h("bird-portrait", { bird: "owl", name: "Owl" })),
    h("div", { class: "speech", tabindex: -1 }, h("p", { class: "who" }, "Owl"), speechBubble(), cardRow(false)),
  );
}

/** @param {string} words @param {string} does */
const button = (words, does) =>
  h("button", { type: "button", "data-do": does, "data-main": "", "data-key": does }, words);

function picks() {
  return h(
    "div",
    { class: "picks", role: "group", "aria-label": "Your answer", "data-key": `picks-${at}` },
    step().picks.map(({ words, right }, place) =>
      h(
        "button",
        {
          type: "button",
          class: shownAnswer && right ? "advised" : null,
          "data-do": "pick",
          "data-pick": place,
          "data-key": `pick-${place}`,
        },
        words,
      ),
    ),
    showMeButton(),
  );
}

const showMeButton = () =>
  h("button", { type: "button", class: "show-me", "data-do": "show-me", "data-key": "show-me" }, "Show me");

/** Under the calls: what the words on them mean, unless Owl just said so, and a way out. @param {PlayFrame} frame */
function callsFoot({ view }) {
  const about = aboutCalls(view, step().says);
  return h(
    "div",
    { class: "calls-foot", "data-key": "calls-foot" },
    about ? h("p", {}, text(about)) : null,
    showMeButton(),
  );
}

/** What is in the learner's hand; after the last trick, the score. @param {PlayFrame} frame */
function handOrScore(frame) {
  if (!frame.view.hand_over) return hand(frame, ui);
  const bar = scoreBar(frame);
  bar.querySelector("h1")?.remove();
  return h("div", { class: "afterwards", "data-key": "afterwards" }, bar);
}

/** Above the hand: what to do, and a way out. */
const howTo = () =>
  h(
    "div",
    { class: "how-to", "data-key": "how-to" },
    h("p", {}, h("b", {}, `${capital(tapWord())} a card.`), h("span", {}, " There is no clock here.")),
    showMeButton(),
  );

function asks() {
  if (isOver()) return ending();
  if (feedback?.right) return button("Continue", "continue");
  if (!isOpen()) return null;
  const { answers, picks: choices } = step();
  if (choices.length) return picks();
  if (answers.some(({ fact }) => "card" in fact)) return howTo();
  if (answers.length && shown) return [calls(shown, ui), callsFoot(shown)];
  return button("Continue", "continue");
}

function ending() {
  const { next } = lesson;
  return h(
    "div",
    { class: "picks", "data-key": "ending" },
    next
      ? h(
          "a",
          { class: "button main-button", href: `/learn/${next}?rules=${encodeURIComponent(rules)}` },
          "Next lesson",
        )
      : h("a", { class: "button main-button", href: `${LESSONS}#first-game` }, "Play a game with a coach"),
    h("a", { class: "button", href: LESSONS }, "All lessons"),
  );
}

function draw() {
  if (!shown) return;
  const table = felt(shown, { bubbles: new Map() });
  table.setAttribute("data-key", "felt");
  const row = cardRow(true);
  if (row) table.querySelector(".middle")?.append(row);
  const own = h(
    "section",
    { class: "own", "aria-label": "Your seat", "data-key": "own" },
    h("div", { class: "asks" }, asks()),
    handOrScore(shown),
  );
  const had = document.activeElement;
  morphChildren(page, [head(), coach(), table, own]);
  if (had && had !== document.body && !had.isConnected) focusOnWords();
}

/** The words come next: a keyboard goes on from there. */
function focusOnWords() {
  /** @type {HTMLElement | null} */
  const words = page.querySelector(".speech");
  words?.focus({ preventScroll: true });
}

// What the person does.

/** @param {Feedback} answer */
function answered(answer) {
  feedback = answer;
  ui.hint = null;
  ui.alone = ui.alone && !answer.right;
  speech.answer(`${answer.right ? "Right." : "Not this one."} ${answer.says}`);
  if (answer.right && step().after) conductor.add(/** @type {PlayFrame} */ (step().after));
  draw();
  if (answer.right) focusOnWords();
}

/** @param {Fact} fact */
function act(fact) {
  if (!isOpen()) return;
  const found = step().answers.find((answer) => asText(answer.fact) === asText(fact));
  if (found) answered({ right: found.right, says: found.says });
}

/** @param {string} name */
function tapCard(name) {
  if (!shown || !isOpen() || !step().answers.length) return;
  const fact = cardFact(shown, name);
  const known = fact && step().answers.some((answer) => asText(answer.fact) === asText(fact));
  if (fact && known) act(fact);
  else answered({ right: false, says: whyNot(shown, name) });
}

/** @param {number} place */
function pick(place) {
  const { right, says } = step().picks[place];
  if (isOpen()) answered({ right, says });
}

function showMe() {
  shownAnswer = true;
  const best = step().answers.filter(({ right }) => right);
  if (best.length) {
    const choice = { facts: best.map(({ fact }) => fact), words: "", worth: 0, why: "" };
    const answer = { nudge: "", best: choice, as_good: [], options: [] };
    ui.hint = { decision: "", wants: "show", answer, why: "" };
    ui.alone = best.some(({ fact }) => "alone" in fact && fact.alone === true);
  }
  const words = step().picks.find(({ right }) => right)?.words;
  speech.answer(words ? `The answer is: ${words}.` : "The right answer is marked.");
  draw();
}

function begin() {
  feedback = null;
  shownAnswer = false;
  ui.hint = null;
  ui.alone = false;
  if (isOver()) {
    finish(lesson.name);
    speech.say([lesson.end]);
    draw();
    return;
  }
  if (!conductor || lesson.steps[at - 1]?.scene !== step().scene) conductor = newConductor();
  conductor.add(/** @type {PlayFrame} */ (step().frame));
  draw();
}

function goOn() {
  speech.hurry();
  conductor.catchUp();
  at += 1;
  begin();
  focusOnWords();
}

/** @type {Record<string, (data: DOMStringMap) => void>} */
const DOES = {
  card: ({ card = "" }) => tapCard(card),
  act: ({ fact = "" }) => act(JSON.parse(fact)),
  "say-why": ({ why = "" }) => answered({ right: false, says: why }),
  alone: () => {
    ui.alone = !ui.alone;
    draw();
  },
  pick: ({ pick: place = "" }) => pick(Number(place)),
  continue: goOn,
  "show-me": showMe,
  "go-on": () => conductor.goOn(),
};

page.addEventListener("click", (event) => {
  /** @type {HTMLElement | null} */
  const pressed = event.target instanceof Element ? event.target.closest("[data-do]") : null;
  if (pressed) DOES[pressed.dataset.do ?? ""]?.(pressed.dataset);
});

listenToKeys({
  frame: () => shown,
  enabled: () => settings.letters,
  actions: {
    open: () => {},
    goOn: () => conductor.goOn(),
    tell: async (what) => {
      const { ownHand, tableWords } = await told;
      if (shown) speech.answer(what === "hand" ? ownHand(shown) : tableWords(shown).join(" "));
    },
  },
  putBack: () => {},
});

/** @param {string} why */
function failed(why) {
  page.replaceChildren(
    h(
      "div",
      { class: "panel alone-panel" },
      h("h1", {}, "This lesson can't be opened"),
      h("p", {}, why),
      h("a", { class: "button", href: LESSONS }, "All lessons"),
    ),
  );
}

async function load() {
  loadDeck();
  const asked = `rules=${encodeURIComponent(rules)}`;
  /** @type {Promise<Lesson | import("../shared/wire.js").Why>} */
  const wanted = fetch(`/api/lessons/${encodeURIComponent(name)}?${asked}`)
    .then((answer) => answer.json())
    .catch(() => ({ why: NO_ANSWER }));
  const [answer, known] = await Promise.all([wanted, wordsFrom(`/api/words?${asked}`)]);
  if ("why" in answer) {
    failed(answer.why);
    return;
  }
  lesson = answer;
  words = known;
  for (const { frame, after } of lesson.steps) for (const each of [frame, after]) withOwnBird(each);
  lesson.steps = lesson.steps.map(offered);
  nameJoker(lesson.steps[0].frame.view?.joker ?? "joker");
  begin();
}

await load();
