// The calls of a decision to try, as the table's own buttons show them: one for each suit, and a switch to go alone.

import { capital } from "../shared/english.js";

/** @typedef {import("../shared/wire.js").ChoiceOffered} Choice */
/** @typedef {import("../shared/wire.js").Fact} Fact */
/** @typedef {{ fact: Fact, words: string, place: number }} CallOffered */

/**
 * The words on a button: "Pick it up" for “say “Pick it up””, "Hearts (next)" for "name hearts (next)".
 * @param {string} words
 */
export const callWords = (words) => capital(words.replace(/^say “(.*)”$/, "$1").replace(/^name /, ""));

/** @type {Record<string, string>} */
const SUITS = { Clubs: "c", Diamonds: "d", Hearts: "h", Spades: "s" };

/**
 * Choices as the buttons of the table take them, each with its place. Passing is offered first.
 * @param {readonly Choice[]} choices
 * @param {number} seat who calls
 * @param {boolean} made trump is made: it is about defending alone
 * @returns {CallOffered[]}
 */
export function callsOffered(choices, seat, made = false) {
  return choices.map(({ words, alone }, place) => {
    const said = callWords(words);
    /** @type {unknown} */
    let fact = { fact: made ? "defend-alone" : "order", seat, alone };
    if (words.startsWith("name "))
      fact = { fact: "name", seat, trump: SUITS[said.match(/^\w+/)?.[0] ?? ""] ?? null, alone };
    else if (!place && !alone) fact = { fact: "pass", seat };
    return { fact: /** @type {Fact} */ (fact), words: said, place };
  });
}
