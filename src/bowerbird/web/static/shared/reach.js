// Links that others can open. A link to this computer alone is of no use to anyone else.

import { h } from "./dom.js";

const ONLY_HERE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** The server's address for other devices, also on the server itself. */
export const originForOthers = () =>
  ONLY_HERE.test(location.hostname) ? document.getElementById("table-page")?.dataset.origin : location.origin;

/**
 * A note for a link or a code that others can't open; nothing if they can.
 * @param {string} hostname
 * @param {string} words
 */
export function reachableOnlyHere(hostname, words) {
  if (!ONLY_HERE.test(hostname)) return null;
  return h(
    "p",
    { class: "only-here" },
    h("b", {}, `${words} on this computer only. `),
    "To let others on your network join, start Bowerbird with ",
    h("code", {}, "--host 0.0.0.0"),
    ". The window it runs in shows what to type.",
  );
}
