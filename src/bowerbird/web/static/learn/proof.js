// The proof of a mistake in cards: the trick, the card, and the cards that were in the hand.

import { h } from "../shared/dom.js";
import { cardWord } from "../table/cards.js";

/** @typedef {import("../shared/wire.js").Proof} Proof */
/** @typedef {(seat: number) => string} NameOf */

/** @param {string} name @param {string} [below] @param {boolean} [wrong] */
const shown = (name, below, wrong) =>
  h(
    "li",
    { class: wrong ? "wrong" : null },
    h("playing-card", { card: name, role: "img", "aria-label": cardWord(name) }),
    below ? h("span", {}, below) : null,
  );

/** @param {string} words @param {Element[]} cards */
const row = (words, cards) => h("div", {}, h("p", { class: "quiet" }, words), h("ul", {}, cards));

/**
 * The cards of a mistake, and one sentence about them; nothing if no card shows it.
 * @param {Proof | null} proof
 * @param {NameOf} nameOf
 */
export function proofOf(proof, nameOf) {
  if (!proof) return null;
  const lies = proof.plays.map(([seat, name]) => shown(name, nameOf(seat), name === proof.card));
  const held = proof.held.map((name) => shown(name));
  return h(
    "div",
    { class: "proof" },
    h("p", {}, `Trick ${proof.trick}. ${proof.words}`),
    h("div", { class: "proof-cards" }, row("On the table", lies), held.length ? row("In the hand", held) : null),
  );
}
