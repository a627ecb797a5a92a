// Links that others can open. A link to this computer alone is of no use to anyone else: the switch opens the server to
// the network while it runs.

import { h } from "./dom.js";
import { NO_ANSWER, post } from "./site.js";

/** @typedef {import("./wire.js").NetworkState} NetworkState */

const ONLY_HERE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** True if only the computer that runs the server can open this address. @param {string} address */
export const isOnlyHere = (address) => ONLY_HERE.test(new URL(address).hostname);

/** The server's address for other devices, also on the server itself. */
export const originForOthers = () =>
  isOnlyHere(location.origin) ? document.getElementById("table-page")?.dataset.origin : location.origin;

/** @returns {Promise<NetworkState>} whether other devices can connect, and where */
export async function networkState() {
  const answer = await fetch("/api/network", { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) throw new Error(NO_ANSWER);
  return answer.json();
}

/**
 * Let other devices connect, or close the server to them. Throws an Error whose message is for people.
 * @param {boolean} on
 * @returns {Promise<NetworkState>}
 */
export const switchNetwork = (on) => post("/api/network", { on });

/**
 * A note for a link or a code that others can't open, with a button that changes it; nothing if they can.
 * @param {string} address
 * @param {string} words
 * @param {HTMLElement} button
 */
export function reachableOnlyHere(address, words, button) {
  if (!isOnlyHere(address)) return null;
  return h("div", { class: "only-here" }, h("p", {}, h("b", {}, `${words} on this computer only.`)), button);
}
