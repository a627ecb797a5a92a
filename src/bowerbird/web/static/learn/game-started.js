// For replay and review: tell the reader that a game has started at the table, and link to it.

import { h } from "../shared/dom.js";

const ASK_EVERY = 3_000;

/**
 * `changed(on)` is called when a game starts at the table, or ends.
 * @param {string} table
 * @param {(on: boolean) => void} changed
 */
export function listenForGame(table, changed) {
  let known = false;
  async function ask() {
    if (document.hidden || !navigator.onLine) return;
    const answer = await fetch(`/api/tables/${table}/now`).catch(() => null);
    if (!answer?.ok) return;
    /** @type {import("../shared/wire.js").TableNow} */
    const { on } = await answer.json();
    if (on !== known) changed(on);
    known = on;
  }
  setInterval(ask, ASK_EVERY);
  ask();
}

/**
 * The notice of a game in progress.
 * @param {string} table
 */
export const gameIsOn = (table) => [
  h("b", {}, "A game has started at the table. "),
  h("a", { class: "button", "data-main": "", href: `/t/${table}` }, "Join game"),
];
