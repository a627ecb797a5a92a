// The review of a game from the server, which may need a while for the last hand.

import { waitBefore } from "./estimates.js";

/** @typedef {import("../shared/wire.js").Review} Review */
/** @typedef {import("../shared/wire.js").Why} Why */

export const BEING_MADE = "The teacher is looking at the game. This takes a moment.";

/** @param {string} address @returns {Promise<Review | Why | null>} */
async function ask(address) {
  try {
    return await (await fetch(address)).json();
  } catch {
    // The network is away, or something between here and the server has answered.
    return null;
  }
}

/**
 * Ask until the review is ready, or refused; `sofar` is told how much of it is there.
 * @param {string} table
 * @param {number | string | null} game the last one if none is named
 * @param {(done: number) => void} [sofar]
 * @returns {Promise<Review | Why>}
 */
export async function reviewOf(table, game, sofar) {
  const address = `/api/tables/${table}/review${game ? `?game=${game}` : ""}`;
  for (let asked = 0; ; asked += 1) {
    const said = await ask(address);
    if (said && ("why" in said || said.ready)) return said;
    if (said) sofar?.(said.done);
    await new Promise((go) => setTimeout(go, waitBefore(asked)));
  }
}
