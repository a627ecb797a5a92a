// What the teacher would do: asked for at your turn, shown on a sheet (hint-sheet.js), and then marked on cards and calls.

import { h } from "../shared/dom.js";

/** @typedef {import("../shared/wire.js").Hint} Hint */
/** @typedef {import("../shared/wire.js").Fact} Fact */
/** @typedef {import("./table-types.js").PlayFrame} PlayFrame */
/** @typedef {import("./table-types.js").ShownHint} ShownHint */

const NOT_YOUR_TURN = "Ask the teacher when it is your turn.";
const NO_CHOICE = "There is nothing to choose here.";
const PAUSED = "The host has paused this table.";
/** Calls that the teacher weighs, besides cards. @type {string[]} */
const WEIGHED = ["pass", "order", "name", "defend-alone"];

/**
 * Why the teacher can't be asked now; empty if they can. The server says the same (`view_for_hint`).
 * @param {PlayFrame} frame
 */
export function whyNoHint({ room, view, you }) {
  if (room.paused) return PAUSED;
  if (view.turn !== you.seat) return NOT_YOUR_TURN;
  const calls = view.actions.filter(({ fact }) => WEIGHED.includes(fact.fact)).length;
  const cards = view.phase === "play" || view.phase === "discard" ? view.plays.length : 0;
  return calls + cards < 2 ? NO_CHOICE : "";
}

/** For people who listen: beside the name of a card or a call. */
export const ADVICE_WORDS = { best: "the teacher's choice", good: "as good as the teacher's choice" };

/**
 * The decision that a frame asks for. A hint is for one of them.
 * @param {PlayFrame} frame
 */
export function decisionOf({ room, view }) {
  const { phase, turn, hand, calls, trick, hands_played: hands } = view;
  return JSON.stringify([room.games, hands, phase, turn, hand, calls.length, trick.plays]);
}

/**
 * Facts are compared by what they say: a call that isn't alone may say so, or not.
 * @param {Fact} fact
 */
const asText = (fact) => JSON.stringify(Object.entries({ alone: false, ...fact }).sort());

/**
 * What the teacher thinks of a choice.
 * @param {ShownHint | null} hint
 * @param {Fact | null} fact
 * @returns {"best" | "good" | null}
 */
export function adviceOn(hint, fact) {
  if (!hint?.answer || !fact) return null;
  const wanted = asText(fact);
  /** @param {{ facts: readonly Fact[] }} choice */
  const has = ({ facts }) => facts.some((each) => asText(each) === wanted);
  if (!hint.answer.best) return null;
  if (has(hint.answer.best)) return "best";
  return hint.answer.as_good.some(has) ? "good" : null;
}

/**
 * True if the teacher would go alone.
 * @param {ShownHint | null} hint
 */
export const goesAlone = (hint) => Boolean(hint?.answer?.best?.facts.some((fact) => "alone" in fact && fact.alone));

/** A mark for people who look. @param {"best" | "good" | null} advice */
export const adviceMark = (advice) =>
  advice
    ? h("span", { class: `advice advice-${advice}`, "aria-hidden": "true" }, advice === "best" ? "✓ Best" : "As good")
    : null;

/**
 * What the teacher said, in a sentence.
 * @param {Hint} hint
 */
export const hintWords = ({ best, nudge }) => (best ? `The teacher would ${best.words}.` : nudge);
