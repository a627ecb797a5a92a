// The proof of a mistake in cards: the trick, the wrong card, and the cards that were in the hand.

import { h } from "../shared/dom.js";
import { picture, sceneOfProof } from "./entry.js";

/** @typedef {import("../shared/wire.js").Review} Review */
/** @typedef {import("../shared/wire.js").Proof} Proof */

/**
 * The words of a proof; nothing if no card shows it.
 * @param {Proof | null} proof
 */
export const proofWords = (proof) =>
  proof ? h("p", { class: "proof-words" }, `Trick ${proof.trick}. ${proof.words}`) : null;

/**
 * The cards of a proof on a small table; nothing if no card shows it.
 * @param {Review} review
 * @param {Proof | null} proof
 */
export const proofPicture = (review, proof) => (proof ? picture(sceneOfProof(review, proof)) : null);
