// A player's own card on a phone: every game so far, as the desk has it, to compare with the card in the hand.

import { h } from "../../shared/dom.js";
import { figureWords, gameLines, moneyLines, rulingLines, standingWords } from "../card-lines.js";
import { get } from "../event-connection.js";

/** @typedef {import("../page-types.js").PhoneView} View */
/** @typedef {import("../../shared/wire.js").PersonCard} PersonCard */

export class OwnCard {
  /** @param {string} token @param {() => void} changed */
  constructor(token, changed) {
    this.token = token;
    this.changed = changed;
    /** @type {PersonCard | null} */
    this.card = null;
    this.trouble = "";
    this.seq = -1;
  }

  /**
   * The card as it is now; it is read again whenever the event has changed.
   * @param {View} view
   */
  parts(view) {
    if (this.seq !== view.seq) this.read(view.seq);
    const { card, trouble } = this;
    if (trouble) return [h("p", { class: "wrong" }, trouble)];
    if (!card) return [h("p", { class: "quiet" }, "Loading…")];
    return [
      h("p", {}, h("b", {}, `${standingWords(card)}.`)),
      h("p", { class: "quiet" }, figureWords(card)),
      gameLines(card, (name) => name),
      h("p", { class: "quiet" }, "Is something wrong? Tell the director the round and the table."),
      rulingLines(card),
      moneyLines(card),
    ];
  }

  /** @param {number} seq */
  async read(seq) {
    this.seq = seq;
    try {
      this.card = await get(this.token, "card");
      this.trouble = "";
    } catch (error) {
      this.trouble = /** @type {Error} */ (error).message;
    }
    this.changed();
  }
}
