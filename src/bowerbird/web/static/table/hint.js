// What the teacher would do: asked for at your turn, shown on a sheet, and then marked on cards and calls.

import { h } from "../shared/dom.js";
import { capital } from "../shared/english.js";
import { explained } from "./explained.js";

/** @typedef {import("../shared/wire.js").Hint} Hint */
/** @typedef {import("../shared/wire.js").Fact} Fact */
/** @typedef {import("./table-types.js").PlayFrame} PlayFrame */
/** @typedef {import("./table-types.js").ShownHint} ShownHint */

export const NOT_YOUR_TURN = "Ask the teacher when it is your turn.";

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
  if (has(hint.answer.best)) return "best";
  return hint.answer.as_good.some(has) ? "good" : null;
}

/**
 * True if the teacher would go alone.
 * @param {ShownHint | null} hint
 */
export const goesAlone = (hint) => Boolean(hint?.answer?.best.facts.some((fact) => "alone" in fact && fact.alone));

/** A mark for people who look. @param {"best" | "good" | null} advice */
export const adviceMark = (advice) =>
  advice
    ? h("span", { class: `advice advice-${advice}`, "aria-hidden": "true" }, advice === "best" ? "✓ Best" : "As good")
    : null;

/** @param {Hint} hint */
export const hintWords = ({ best }) => `The teacher would ${best.words}.`;

/** @param {Hint} hint */
function answered(hint) {
  return [
    h("p", { class: "hint-best" }, h("b", {}, hintWords(hint))),
    h("p", {}, explained(hint.best.why)),
    hint.as_good.length
      ? [
          h("h3", {}, "As good"),
          h(
            "ul",
            { class: "hint-good" },
            hint.as_good.map(({ words, why }) =>
              h("li", {}, h("b", {}, `${capital(words)}.`), why === hint.best.why ? null : [" ", explained(why)]),
            ),
          ),
        ]
      : null,
    h("p", { class: "quiet" }, "A game with hints isn't rated."),
  ];
}

/**
 * The sheet with the answer, or with the reason why there is none.
 * @param {ShownHint | null} hint
 */
export function hintSheet(hint) {
  const body = hint?.answer ? answered(hint.answer) : h("p", {}, hint?.why || "The teacher is thinking…");
  return [
    h("div", { role: "status", class: "hint" }, body),
    h("button", { type: "button", "data-do": "close", "data-main": "" }, "Back to the table"),
  ];
}

/**
 * Ask the server.
 * @param {string} table
 * @param {string} decision
 * @returns {Promise<ShownHint>}
 */
export async function ask(table, decision) {
  const { post } = await import("../shared/site.js");
  try {
    return { decision, answer: /** @type {Hint} */ (await post(`/api/tables/${table}/hint`, {})), why: "" };
  } catch (error) {
    return { decision, answer: null, why: /** @type {Error} */ (error).message };
  }
}
