// @ts-check
// Who can open a link: one to this very computer is of no use to anybody else.

import { h } from "./dom.js";

const ONLY_HERE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** The address of the hall for others, also on the hall's own computer. */
export const originForOthers = () =>
  ONLY_HERE.test(location.hostname) ? document.getElementById("table-page")?.dataset.origin : location.origin;

/**
 * What to say beside a link or a code that others cannot open; nothing where they can.
 * @param {string} hostname
 * @param {string} words
 */
export function reachableOnlyHere(hostname, words) {
  if (!ONLY_HERE.test(hostname)) return null;
  return h(
    "p",
    { class: "only-here" },
    h("b", {}, `${words} on this computer only. `),
    "For others on your network, start the hall with ",
    h("code", {}, "--host 0.0.0.0"),
    ": the window in which it runs says what to type.",
  );
}
