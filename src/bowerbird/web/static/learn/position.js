// A decision to try: the table as the seat saw it, the choices, what comes of one, and what the teacher says. For
// mistakes and puzzles. The server sends no hidden card before something is chosen.

import { h } from "../shared/dom.js";
import { capital, listed, plural } from "../shared/english.js";
import { settings } from "../shared/settings.js";
import { NO_ANSWER } from "../shared/site.js";
import { bower, bowerWord, card, cardWord, nameJoker } from "../table/cards.js";
import { sceneCaption, smallTable } from "../table/small-table.js";
import { suitLetter, tapWord } from "../table/words.js";
import { aboutBars, choices, costWords, sceneOfDecision } from "./entry.js";
import { didWords } from "./estimates.js";
import { viewAt } from "./moments.js";
import "../table/birds.js";

/** @typedef {import("../shared/wire.js").PositionShown} Position */
/** @typedef {import("../shared/wire.js").Answered} Answered */
/** @typedef {import("../shared/wire.js").Review} Review */
/** @typedef {import("../table/small-table.js").Scene} Scene */

/** The picture of a person who has chosen none. */
const OWN_BIRD = "magpie";

/**
 * GET JSON. The answer, which the caller gives a type, or an Error whose message is written for people.
 * @template Answer
 * @param {string} address
 * @returns {Promise<Answer>}
 */
export async function get(address) {
  let answer;
  try {
    answer = await fetch(address);
  } catch {
    throw new Error(NO_ANSWER);
  }
  const said = await answer.json().catch(() => ({}));
  if (answer.ok) return said;
  throw new Error(said.why ?? "That didn't work. Try again.");
}

/**
 * The position as the small table draws it, without the hand: that is below it, to choose from.
 * @param {Position} position
 * @returns {Scene}
 */
function sceneOf({ scene, names, birds }) {
  const { turn_up: turnUp, turn_up_is: turnUpIs, ...rest } = scene;
  const inPlay = scene.maker !== null;
  const pictures = birds.map((bird, seat) => (seat === scene.seat ? settings.bird || bird || OWN_BIRD : bird));
  const you = scene.seat;
  return { ...rest, turnUp, turnUpIs, names, birds: pictures, you, turn: inPlay ? you : null, hand: [], named: true };
}

/** @param {Position} position @param {number} seat */
const nameIn = ({ names, scene }, seat) => (seat === scene.seat ? "You" : names[seat]);

/** @param {Position} position */
function scoreWords({ score, points, scene, rules }) {
  const own = scene.seat % 2;
  const to = points ? `, to ${points}` : "";
  return `${rules.title}. Score: we ${score[own]}, they ${score[1 - own]}${to}.`;
}

/** @param {Position} position */
function earlierTricks(position) {
  if (!position.tricks.length) return null;
  return h(
    "details",
    { class: "earlier" },
    h("summary", {}, `Earlier tricks (${position.tricks.length})`),
    h(
      "ol",
      {},
      position.tricks.map(({ plays, winner }) =>
        h(
          "li",
          {},
          plays.map(([seat, name], place) => [
            place ? ", " : "",
            seat === winner
              ? h("b", {}, `${nameIn(position, seat)} ${cardWord(name)}`)
              : `${nameIn(position, seat)} ${cardWord(name)}`,
          ]),
          ".",
        ),
      ),
    ),
    h("p", { class: "quiet" }, "The winner of each trick is in bold."),
  );
}

/** @param {Position} position */
export function questionOf({ choices: offered, scene }) {
  if (!offered.every((choice) => choice.card)) return "What do you say?";
  if (offered[0].words.startsWith("discard")) return "Which card do you discard?";
  return scene.plays.length ? "Which card do you play?" : "Which card do you lead?";
}

/** @param {Position} position @param {string} name @param {boolean} can */
function handCard({ scene }, name, can) {
  const trump = scene.trump === null ? null : suitLetter(scene.trump);
  const words = [cardWord(name), bowerWord(name, trump), can ? null : "can't be played"].filter(Boolean);
  return h(
    "button",
    {
      type: "button",
      class: `try-card${can ? "" : " low"}`,
      "data-card": name,
      "aria-label": words.join(", "),
      "aria-disabled": can ? null : "true",
    },
    card(name, { ribbon: bower(name, trump), "aria-hidden": "true" }),
  );
}

/**
 * The hand. If a card is wanted, it is chosen here.
 * @param {Position} position
 * @param {(choice: number) => void} choose
 */
function handToChoose(position, choose) {
  const { choices: offered, scene } = position;
  const says = h("p", { class: "question", role: "status" }, questionOf(position));
  const hand = h(
    "div",
    { class: `try-hand cards-${scene.hand.length}`, role: "group", "aria-label": "Your hand" },
    scene.hand.map((name) =>
      handCard(
        position,
        name,
        offered.some((choice) => choice.card === name),
      ),
    ),
  );
  hand.addEventListener("click", ({ target }) => {
    /** @type {HTMLElement | null} */
    const pressed = target instanceof Element ? target.closest("button[data-card]") : null;
    const name = pressed?.dataset.card;
    const place = offered.findIndex((choice) => choice.card === name);
    if (!pressed || !name) return;
    if (place < 0) {
      says.textContent = "You have to follow suit. Choose a card that isn't lower than the others.";
    } else if (settings.tap === "two" && !pressed.classList.contains("chosen")) {
      for (const other of hand.children) other.classList.toggle("chosen", other === pressed);
      says.textContent = `${capital(tapWord())} the ${cardWord(name)} again to ${offered[place].words.split(" ")[0]} it.`;
    } else choose(place);
  });
  return [says, hand];
}

/**
 * The calls as buttons, above the hand.
 * @param {Position} position
 * @param {(choice: number) => void} choose
 */
function callsToChoose(position, choose) {
  const { choices: offered, scene } = position;
  const buttons = offered.map(({ words }, place) => {
    const button = h("button", { type: "button", class: "try-call" }, capital(words));
    button.addEventListener("click", () => choose(place));
    return button;
  });
  const words = scene.hand.map(cardWord).join(", ");
  return [
    h("p", { class: "question" }, questionOf(position)),
    h("div", { class: "try-calls", role: "group", "aria-label": "Your calls" }, buttons),
    h(
      "div",
      { class: `try-hand cards-${scene.hand.length}`, role: "img", "aria-label": `Your hand: ${words}` },
      scene.hand.map((name) => h("span", { class: "try-card" }, card(name, { "aria-hidden": "true" }))),
    ),
  ];
}

/**
 * A position with its choices; `choose` gets the place of the one that is taken, once.
 * @param {Position} position
 * @param {(choice: number) => void} choose
 */
export function positionToTry(position, choose) {
  nameJoker(position.joker);
  const scene = sceneOf(position);
  const cards = position.choices.every((choice) => choice.card);
  const asked = h("div", { class: "try-choices" });
  let taken = false;
  /** @param {number} place */
  const once = (place) => {
    if (taken) return;
    taken = true;
    asked.ariaBusy = "true";
    asked.toggleAttribute("inert", true);
    choose(place);
  };
  asked.append(...(cards ? handToChoose(position, once) : callsToChoose(position, once)));
  return h(
    "section",
    { class: "try-position", "aria-label": "The table" },
    h(
      "div",
      { class: "scene" },
      smallTable(scene),
      h("p", { class: "scene-words quiet", "aria-hidden": "true" }, sceneCaption(scene)),
    ),
    asked,
    h("div", { class: "position-about" }, h("p", { class: "quiet" }, scoreWords(position)), earlierTricks(position)),
  );
}

/**
 * The parts of a review that its pictures and bars need.
 * @param {Position} position
 * @returns {Review}
 */
function asReview({ names, birds, scene }) {
  const people = names.map((name, seat) => ({ seat, name }));
  const pictures = Object.fromEntries(names.map((name, seat) => [name, birds[seat]]));
  return /** @type {Review} */ (/** @type {unknown} */ ({ you: scene.seat, people, birds: pictures }));
}

/**
 * "Your side gets 2 points."
 * @param {readonly number[]} points
 * @param {number} seat
 */
export function pointsWords(points, seat) {
  const [own, other] = [points[seat % 2], points[1 - (seat % 2)]];
  if (own) return `Your side gets ${plural(own, "point")}.`;
  return other ? `The other side gets ${plural(other, "point")}.` : "Nobody gets a point.";
}

/** @param {Position} position @param {Answered} answer @param {number} at */
function courseScene(position, { course }, at) {
  const view = viewAt(course, at);
  const inCalls = view.maker === null;
  const { seat } = position.scene;
  return /** @type {Scene} */ ({
    names: position.names,
    birds: position.birds,
    seat,
    you: seat,
    dealer: view.dealer,
    turn: null,
    turnUp: inCalls ? view.turn_up : null,
    turnUpIs: view.turn_up_is,
    trump: inCalls ? undefined : view.trump,
    maker: view.maker,
    alone: view.alone,
    out: view.sitting_out,
    calls: inCalls ? view.calls.map(({ seat: who, words }) => [who, words]) : [],
    plays: view.trick.plays,
    winner: view.trick.winner,
    hand: view.open[seat],
    named: true,
  });
}

/**
 * The rest of the hand, step by step.
 * @param {Position} position
 * @param {Answered} answer
 */
function courseOf(position, answer) {
  const last = answer.course.length - 1;
  let at = 0;
  const drawn = h("div", { class: "scene" });
  const line = h("p", { class: "course-line", role: "status" });
  const back = h("button", { type: "button" }, "Back");
  const on = h("button", { type: "button" }, "Next");
  const number = h("span", { class: "quiet" });
  const show = () => {
    drawn.replaceChildren(smallTable(courseScene(position, answer, at)));
    line.textContent = answer.course[at].line || " ";
    number.textContent = `${at + 1} of ${last + 1}`;
    back.toggleAttribute("disabled", at === 0);
    on.toggleAttribute("disabled", at === last);
  };
  back.addEventListener("click", () => {
    at -= 1;
    show();
    if (!at) on.focus();
  });
  on.addEventListener("click", () => {
    at += 1;
    show();
    if (at === last) back.focus();
  });
  show();
  return h(
    "section",
    { class: "panel course", "aria-label": "What comes of it" },
    h("h3", {}, "What comes of it"),
    h(
      "p",
      {},
      "In this deal, with the master in all four seats from here on. ",
      pointsWords(answer.points, position.scene.seat),
    ),
    drawn,
    line,
    h("p", { class: "row course-steps" }, back, number, on),
    h(
      "details",
      {},
      h("summary", {}, "All four hands"),
      h(
        "dl",
        { class: "four-hands" },
        [0, 1, 2, 3].map((seat) => [
          h("dt", {}, nameIn(position, seat)),
          h("dd", {}, listed(answer.course[0].view.open[seat].map(cardWord)) || "no cards"),
        ]),
      ),
    ),
  );
}

/**
 * What the teacher says, as in a review: the sentence, and the bars with their margins of error.
 * @param {Position} position
 * @param {Answered} answer
 */
function teacherOf(position, { decided }) {
  const review = asReview(position);
  return h(
    "section",
    { class: "panel teacher", "aria-label": "What the teacher says" },
    h("h3", {}, "What the teacher says"),
    h("p", {}, `You ${didWords(decided.did)}: ${costWords(decided)}.`),
    h("p", {}, decided.why),
    choices(review, decided),
    h("details", {}, h("summary", {}, "What the bars show"), aboutBars()),
  );
}

/**
 * The answer: right or not, the rest of the hand, and the teacher. `more` are lines for under the heading, `ways` the
 * buttons to go on.
 * @param {Position} position
 * @param {Answered} answer
 * @param {{ more?: unknown[], ways: unknown[] }} parts
 */
export function answerShown(position, answer, { more = [], ways }) {
  const { decided, right } = answer;
  const heading = h(
    "h2",
    { class: right ? "right" : "wrong", tabindex: -1 },
    right ? `✓ Right: ${decided.did}` : `✗ Better: ${decided.best}`,
  );
  const scene = { ...sceneOfDecision(asReview(position), decided), named: true };
  return {
    heading,
    shown: h(
      "div",
      { class: "answer" },
      heading,
      more,
      h("p", { class: "row ways" }, ways),
      h("div", { class: "scene" }, smallTable(scene)),
      teacherOf(position, answer),
      courseOf(position, answer),
    ),
  };
}
