// What comes of a choice, on one table: bots play the hand out, and then the teacher speaks. For mistakes and puzzles.

import { h } from "../shared/dom.js";
import { listed, plural } from "../shared/english.js";
import { time } from "../shared/pace.js";
import { moves } from "../shared/settings.js";
import { cardWord } from "../table/cards.js";
import { smallTable } from "../table/small-table.js";
import { aboutBars, choices, costWords, sceneOfDecision } from "./entry.js";
import { didWords } from "./estimates.js";
import { marked, wordsFrom } from "./glossary.js";
import { viewAt } from "./moments.js";
import { nameIn, picturesOf } from "./position.js";
import { callWords } from "./puzzle-calls.js";

/** @typedef {import("../shared/wire.js").PositionShown} Position */
/** @typedef {import("../shared/wire.js").Answered} Answered */
/** @typedef {import("../shared/wire.js").Review} Review */
/** @typedef {import("../shared/wire.js").WordExplained} Word */
/** @typedef {import("../table/small-table.js").Scene} Scene */

/** Where there is room for the plays in words beside the table. */
const ROOMY = "(min-width: 60rem)";

/** @type {Map<string, Promise<Word[]>>} */
const learned = new Map();

/**
 * The words of the game as these rules have them. Puzzles change their rules from one to the next.
 * @param {string} address as for `wordsFrom`
 */
export function wordsOf(address) {
  const words = learned.get(address) ?? wordsFrom(address);
  learned.set(address, words);
  return words;
}

/**
 * The parts of a review that its bars need.
 * @param {Position} position
 * @returns {Review}
 */
function asReview({ names, scene }) {
  const people = names.map((name, seat) => ({ seat, name }));
  return /** @type {Review} */ (/** @type {unknown} */ ({ you: scene.seat, people, birds: {} }));
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

/**
 * The decision with what was chosen and what was best.
 * @param {Position} position
 * @param {Answered} answer
 * @returns {Scene}
 */
function decisionScene(position, { decided }) {
  const drawn = sceneOfDecision(asReview(position), decided);
  /** @type {[number, string]} */
  const heard = [decided.seat, callWords(decided.did)];
  const calls = decided.kind === "call" ? [...decided.scene.calls, heard] : drawn.calls;
  return { ...drawn, calls, names: position.names, birds: picturesOf(position), named: true };
}

/**
 * The table after a step of the course.
 * @param {Position} position
 * @param {Answered} answer
 * @param {number} at
 */
function courseScene(position, { course }, at) {
  const view = viewAt(course, at);
  const inCalls = view.maker === null;
  const { seat } = position.scene;
  return /** @type {Scene} */ ({
    names: position.names,
    birds: picturesOf(position),
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
 * How long a step is looked at before the next one.
 * @param {Answered["course"]} course
 * @param {number} at
 */
function pauseAfter(course, at) {
  if (at === course.length - 1) return time("result");
  const made = viewAt(course, at).maker !== null && (at === 0 || viewAt(course, at - 1).maker === null);
  if (made) return time("trump");
  return time(viewAt(course, at).trick.winner === null ? "action" : "trick");
}

/**
 * The rest of the hand on one table. It plays automatically, and can be paused and skipped; then, or at once if nothing is
 * to move, `ended` is called, and the decision is back on the table, to be stepped through.
 * @param {Position} position
 * @param {Answered} answer
 * @param {() => void} ended
 */
function courseOf(position, answer, ended) {
  const { course, decided } = answer;
  // Steps at which something is told; -1 is the decision itself, which comes back with the teacher's marks.
  const told = [...course.keys()].filter((at) => course[at].line);
  let at = 0;
  let runs = moves() && time("action") > 0;
  let over = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const heading = h("h2", { tabindex: -1 }, "What comes of it");
  const drawn = h("div", { class: "scene" });
  const line = h("p", { class: "course-line" });
  const points = h("b", { hidden: true }, pointsWords(answer.points, position.scene.seat));
  const back = h("button", { type: "button" }, "Back");
  const on = h("button", { type: "button" }, "Next");
  const number = h("span", { class: "quiet course-number" });
  const steps = h("span", { class: "row course-by-hand" }, back, number, on);
  const run = h("button", { type: "button" });
  const skip = h("button", { type: "button", class: "main-button", "aria-label": "Skip to the answer" }, "Skip");
  const plays = h("ol", {});
  const inWords = h("details", { class: "course-told" }, h("summary", {}, "Every play in words"), plays);
  inWords.open = runs && matchMedia(ROOMY).matches;

  const show = () => {
    const decision = at < 0;
    const step = told[at];
    drawn.replaceChildren(smallTable(decision ? decisionScene(position, answer) : courseScene(position, answer, step)));
    line.textContent = decision ? `Your choice: ${decided.did}.` : course[step].line;
    number.textContent = `${at + 1} of ${told.length}`;
    back.toggleAttribute("disabled", at <= (over ? -1 : 0));
    on.toggleAttribute("disabled", at >= told.length - 1);
    steps.hidden = runs;
    run.hidden = over && !moves();
    run.textContent = runs ? "Pause" : over ? "Replay" : "Play on";
    skip.hidden = over;
    const lines = over ? told : told.slice(0, at + 1);
    plays.replaceChildren(...lines.map((each) => h("li", {}, course[each].line)));
    plays.lastElementChild?.classList.toggle("now", !over);
    // By hand each step is said. Automatically, it would continue before it is read: every play is in words below.
    if (runs) line.removeAttribute("role");
    else line.setAttribute("role", "status");
  };

  const end = () => {
    clearTimeout(timer);
    const first = !over;
    [runs, over, at] = [false, true, -1];
    points.hidden = false;
    if (first) inWords.open = false;
    show();
    if (first) ended();
  };

  const tick = () => {
    if (!runs || !drawn.isConnected) return;
    if (at >= told.length - 1) end();
    else {
      at += 1;
      show();
      wait();
    }
  };
  const wait = () => {
    timer = setTimeout(tick, pauseAfter(course, told[at]));
  };

  /** @param {number} by */
  const go = (by) => {
    at += by;
    show();
    if (by < 0 && back.hasAttribute("disabled")) on.focus();
    if (by > 0 && on.hasAttribute("disabled")) back.focus();
  };
  back.addEventListener("click", () => go(-1));
  on.addEventListener("click", () => go(1));
  run.addEventListener("click", () => {
    clearTimeout(timer);
    runs = !runs;
    if (over) at = Math.max(0, at < told.length - 1 ? at : 0);
    show();
    if (runs) wait();
  });
  skip.addEventListener("click", end);

  return {
    heading,
    inWords,
    /** Begin once it is on the page. */
    start: () => {
      if (!runs) return end();
      show();
      wait();
    },
    shown: h(
      "section",
      { class: "course", "aria-label": "What comes of it" },
      heading,
      h("p", { class: "course-about" }, "The master plays all four seats from here on. ", points),
      drawn,
      h("p", { class: "row course-steps" }, steps, run, skip),
      line,
    ),
  };
}

/** @param {Position} position @param {Answered} answer */
const fourHands = (position, { course }) =>
  h(
    "details",
    {},
    h("summary", {}, "All four hands"),
    h(
      "dl",
      { class: "four-hands" },
      [0, 1, 2, 3].map((seat) => [
        h("dt", {}, nameIn(position, seat)),
        h("dd", {}, listed(course[0].view.open[seat].map(cardWord)) || "no cards"),
      ]),
    ),
  );

/**
 * What the teacher says, as in a review: the sentence, and the bars with their margins of error.
 * @param {Position} position
 * @param {Answered} answer
 * @param {readonly Word[]} words
 */
function teacherOf(position, { decided }, words) {
  const review = asReview(position);
  return h(
    "section",
    { class: "panel teacher", "aria-label": "What the teacher says" },
    h("h3", {}, "What the teacher says"),
    h("p", {}, `You ${didWords(decided.did)}: ${costWords(decided)}.`),
    h("p", {}, marked(decided.why, words)),
    choices(review, decided),
    h("details", {}, h("summary", {}, "What the bars show"), aboutBars()),
  );
}

/**
 * The answer: the rest of the hand on the table, and when that was seen or skipped, right or not, and the teacher.
 * `more` are lines for under the verdict, `ways` the buttons to go on, `words` those that can be tapped. `told` is called
 * when the verdict is.
 * @param {Position} position
 * @param {Answered} answer
 * @param {{ more?: unknown[], ways: unknown[], words?: readonly Word[], told?: () => void }} parts
 */
export function answerShown(position, answer, { more = [], ways, words = [], told }) {
  const { decided, right } = answer;
  const verdict = h(
    "h2",
    { class: right ? "right" : "wrong", tabindex: -1 },
    right ? `✓ Right: ${decided.did}` : `✗ Better: ${decided.best}`,
  );
  const teacher = h(
    "section",
    { class: "verdict", "aria-label": "The answer", hidden: true },
    verdict,
    more,
    h("p", { class: "row ways" }, ways),
    teacherOf(position, answer, words),
  );
  const course = courseOf(position, answer, () => {
    teacher.hidden = false;
    hands.hidden = false;
    told?.();
    verdict.focus({ preventScroll: true });
    verdict.scrollIntoView({ block: "nearest" });
  });
  const hands = fourHands(position, answer);
  hands.hidden = true;
  return {
    shown: h(
      "div",
      { class: "answer" },
      course.shown,
      teacher,
      h("div", { class: "course-more" }, course.inWords, hands),
    ),
    /** Begin, once it is on the page. */
    start: () => {
      course.heading.focus({ preventScroll: true });
      course.heading.scrollIntoView({ block: "nearest" });
      course.start();
    },
  };
}
