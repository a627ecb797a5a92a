// The keyboard of the desk. A digit begins a score; single letters press what can be seen, so that nothing can be done
// by key that could not be done by hand.

import { settings } from "../../shared/settings.js";

/** @type {Record<string, string>} */
const LETTERS = {
  u: '[data-open="undo"]',
  p: '[data-open="people"]',
  r: '[data-open="ruling"]',
  m: '[data-open="who-is-missing"]',
  s: '[data-open="standings"]',
  "/": '[data-open="find"]',
  n: ".next-button",
  "?": '[data-open="keys"]',
};

/** @param {{ desk: { hasView: boolean }, register: { begin: (digit: string) => void }, isOpen: () => boolean }} page */
export function listenToKeys({ desk, register, isOpen }) {
  document.addEventListener("keydown", (event) => {
    if (!desk.hasView || isOpen() || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/** @type {Element} */ (event.target).matches("input, select, textarea") || !settings.letters) return;
    if (/^\d$/.test(event.key)) {
      event.preventDefault();
      register.begin(event.key);
      return;
    }
    const selector = LETTERS[event.key.toLowerCase()];
    /** @type {HTMLElement | null} */
    const button = selector ? document.querySelector(`#desk ${selector}`) : null;
    if (button) {
      event.preventDefault();
      button.click();
    }
  });
}
