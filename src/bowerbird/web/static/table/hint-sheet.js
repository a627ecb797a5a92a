// The sheet of a hint: a nudge or the whole answer, as wanted, with the bars of the review. It covers the hand on a phone,
// so your cards are on it, too. On a wide screen it opens in the column at the side, and hides nothing of the table.

import { h, withStyle } from "../shared/dom.js";
import { card, cardWord } from "./cards.js";
import { explained, learnWords } from "./explained.js";
import { ADVICE_WORDS, adviceMark, hintWords } from "./hint.js";

/** @typedef {import("../shared/wire.js").Hint} Hint */
/** @typedef {import("../shared/wire.js").HintRequest} HintRequest */
/** @typedef {import("./table-types.js").ShownHint} ShownHint */

if (document.head) await withStyle("table/hint-sheet");

/**
 * The bars of the review. Loaded when somebody wants to see them.
 * @type {typeof import("../learn/entry.js") | null}
 */
let bars = null;

async function loadBars() {
  const styles = ["learn/entry", "table/small-table"].map(withStyle);
  [bars] = await Promise.all([import("../learn/entry.js"), ...styles]);
}

/** @param {string} what @param {string} words @param {boolean} [main] */
const button = (what, words, main) =>
  h("button", { type: "button", "data-do": what, "data-main": main ? "" : null }, words);

const back = () => button("close", "Back to the table", true);
const NOT_RATED = "A game with hints isn't rated.";

/**
 * The cards that the decision is about, as they are in the hand. The decision tells them (see `decisionOf`).
 * @param {ShownHint | null} hint
 * @returns {string[]}
 */
export const cardsOf = (hint) => (hint?.decision.startsWith("[") ? JSON.parse(hint.decision)[4] : []);

/**
 * What the teacher thinks of playing or discarding a card.
 * @param {ShownHint | null} hint
 * @param {string} name
 */
export function adviceOnCard(hint, name) {
  /** @param {{ facts: readonly import("../shared/wire.js").Fact[] }} choice */
  const has = ({ facts }) => facts.some((fact) => "card" in fact && fact.card === name);
  if (!hint?.answer?.best) return null;
  if (has(hint.answer.best)) return "best";
  return hint.answer.as_good.some(has) ? "good" : null;
}

/** @param {ShownHint | null} hint */
function ownCards(hint) {
  const cards = cardsOf(hint);
  if (!cards.length) return null;
  return h(
    "div",
    { class: "hint-hand", role: "group", "aria-label": "Your cards" },
    cards.map((name) => {
      const advice = adviceOnCard(hint, name);
      const said = [cardWord(name), advice && ADVICE_WORDS[advice]].filter(Boolean).join(", ");
      return h("span", { "data-key": `hint-${name}` }, adviceMark(advice), card(name, { "aria-label": said }));
    }),
  );
}

/** @param {Hint} hint */
const nudged = ({ nudge }) => h("p", { class: "hint-best" }, explained(nudge));

/** @param {Hint} hint */
function answered(hint) {
  return [
    h("p", { class: "hint-best" }, h("b", {}, hintWords(hint))),
    h("p", {}, explained(hint.best?.why ?? "")),
    bars?.choices(null, { options: hint.options, seat: -1 }),
  ];
}

const asked = () => [
  h("p", {}, "A nudge says what matters here. You can also see the teacher's choice, and why."),
  h("p", { class: "quiet" }, NOT_RATED),
];

/** @param {ShownHint | null} hint */
function said(hint) {
  if (!hint?.wants) return asked();
  if (!hint.answer) return h("p", {}, hint.why || "The teacher is thinking…");
  return [hint.answer.best ? answered(hint.answer) : nudged(hint.answer), h("p", { class: "quiet" }, NOT_RATED)];
}

/**
 * The sheet: the choice between two kinds of hints, then the answer, or the reason why there is none.
 * @param {ShownHint | null} hint
 */
export function hintSheet(hint) {
  const answer = hint?.answer;
  const waits = hint?.wants && !answer && !hint.why;
  const done = Boolean(answer?.best || hint?.why);
  return [
    ownCards(hint),
    h("div", { role: "status", class: "hint" }, said(hint)),
    h(
      "div",
      { class: "hint-buttons" },
      hint?.wants ? null : button("nudge", "A nudge", true),
      done || waits ? null : button("show-me", "Show me"),
      hint?.wants ? back() : null,
    ),
  ];
}

/**
 * Ask the server.
 * @param {string} table
 * @param {string} decision
 * @param {NonNullable<HintRequest["how"]>} wants
 * @returns {Promise<ShownHint>}
 */
export async function ask(table, decision, wants) {
  const { post } = await import("../shared/site.js");
  try {
    if (wants === "show" && !bars) await loadBars();
    const words = learnWords(`/api/tables/${table}/words`);
    const answer = /** @type {Hint} */ (await post(`/api/tables/${table}/hint`, { how: wants }));
    await words;
    return { decision, wants, answer, why: "" };
  } catch (error) {
    return { decision, wants, answer: null, why: /** @type {Error} */ (error).message };
  }
}
