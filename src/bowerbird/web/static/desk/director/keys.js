// The keyboard of the desk. A digit begins a score; single letters press what can be seen, or open what is one click
// away.

import { settings } from "../../shared/settings.js";

/** The drawer of each letter; only the director has some of them. @type {Record<string, string>} */
const DRAWERS = { p: "people", s: "standings", "?": "keys" };
/** @type {Record<string, string>} */
const DIRECTORS = { u: "undo", r: "ruling", m: "who-is-missing" };

/**
 * The button that is meant now: the next step, or the clock's where that comes first.
 * @returns {HTMLElement | null}
 */
const nextButton = () =>
  document.querySelector("#desk .next-button[data-main]") ??
  document.querySelector("#desk .clock-buttons [data-main]") ??
  document.querySelector("#desk .next-button");

/**
 * True if a key typed here is text. The box for a table's number takes digits only, so letters stay keys there.
 * @param {Element} target
 * @param {string} key
 */
const isTyping = (target, key) =>
  target.matches("input, select, textarea") &&
  !(target.matches("#register input[name=table]") && /^[a-z?/]$/i.test(key));

/**
 * @typedef {object} Page
 * @property {{ hasView: boolean, role: string, open: (name: string) => unknown }} desk
 * @property {{ begin: (digit: string) => void, drop: () => void, mend: () => void, refused: unknown }} register
 * @property {{ focus: () => void }} finder
 * @property {{ isOpen: boolean, close: () => void }} news
 * @property {() => boolean} isOpen
 */

/** @param {Page} page */
export function listenToKeys({ desk, register, finder, news, isOpen }) {
  /** @param {string} key */
  function press(key) {
    const drawer = DRAWERS[key] ?? (desk.role === "director" ? DIRECTORS[key] : undefined);
    const next = key === "n" ? nextButton() : null;
    if (/^\d$/.test(key)) register.begin(key);
    else if (key === "/") finder.focus();
    else if (key === "escape" && news.isOpen) news.close();
    else if (key === "escape" && register.refused) register.drop();
    else if (key === "backspace" && register.refused) register.mend();
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
    // A name can be typed while the desk still opens; everything else is about what can be seen.
    if ((!desk.hasView && event.key !== "/") || isOpen() || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(/** @type {Element} */ (event.target), event.key)) return;
    if (!settings.letters && event.key !== "Escape") return;
    if (press(event.key.toLowerCase())) event.preventDefault();
  });
}
