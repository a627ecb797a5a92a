// The keyboard of the desk. A digit begins a score; single letters press what can be seen, or open what is one click
// away.

import { settings } from "../../shared/settings.js";

/** The drawer of each letter; only the director has some of them. @type {Record<string, string>} */
const DRAWERS = { p: "people", s: "standings", "?": "keys" };
/** @type {Record<string, string>} */
const DIRECTORS = { u: "undo", r: "ruling", m: "who-is-missing" };

/**
 * @typedef {object} Page
 * @property {{ hasView: boolean, role: string, open: (name: string) => unknown }} desk
 * @property {{ begin: (digit: string) => void }} register
 * @property {{ focus: () => void }} finder
 * @property {{ isOpen: boolean, close: () => void }} news
 * @property {() => boolean} isOpen
 */

/** @param {Page} page */
export function listenToKeys({ desk, register, finder, news, isOpen }) {
  /** @param {string} key */
  function press(key) {
    const drawer = DRAWERS[key] ?? (desk.role === "director" ? DIRECTORS[key] : undefined);
    /** @type {HTMLElement | null} */
    const next = key === "n" ? document.querySelector("#desk .next-button") : null;
    if (/^\d$/.test(key)) register.begin(key);
    else if (key === "/") finder.focus();
    else if (key === "escape" && news.isOpen) news.close();
    else if (drawer) {
      // The button that opens it gets the focus back; where there is none, the page.
      /** @type {HTMLElement | null} */
      const button = document.querySelector(`#desk [data-open="${drawer}"]`);
      if (button) button.click();
      else desk.open(drawer);
    } else if (next) next.click();
    else return false;
    return true;
  }

  document.addEventListener("keydown", (event) => {
    if (!desk.hasView || isOpen() || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/** @type {Element} */ (event.target).matches("input, select, textarea")) return;
    if (!settings.letters && event.key !== "Escape") return;
    if (press(event.key.toLowerCase())) event.preventDefault();
  });
}
