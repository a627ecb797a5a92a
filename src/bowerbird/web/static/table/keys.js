// The keyboard at the table. A key finds the button or card on the page and presses it, so that keys can do nothing
// more than taps.

/** @type {Record<string, number | null>} */
const SUIT_KEYS = { c: 0, d: 1, h: 2, s: 3, n: null };

/**
 * The cards in the hand, from left to right.
 * @returns {HTMLElement[]}
 */
export const cards = () => [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".hand-card"))];

/** @param {(fact: import("../shared/wire.js").Fact) => boolean} wanted */
function callButton(wanted) {
  /** @type {NodeListOf<HTMLElement>} */
  const buttons = document.querySelectorAll(".calls [data-fact]");
  return [...buttons].find((button) => wanted(JSON.parse(button.dataset.fact ?? "")));
}

/** @param {number} by */
function step(by) {
  const all = cards();
  if (!all.length) return;
  const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  all[at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length].focus();
}

/** @param {string} key */
function pressCall(key) {
  if (key === "p") return callButton((fact) => fact.fact === "pass");
  if (key === "o") return callButton((fact) => fact.fact === "order");
  if (key === "a") return callButton((fact) => fact.fact === "defend-alone");
  if (key === "g") return callButton((fact) => fact.fact === "quit" || fact.fact === "gather");
  if (!(key in SUIT_KEYS)) return null;
  const suit = SUIT_KEYS[key];
  return callButton(
    (fact) =>
      (fact.fact === "name" && (fact.trump ?? null) === suit) ||
      (fact.fact === "stand-for" && fact.suit === suit) ||
      (fact.fact === "call-lead" && (fact.suit ?? null) === suit),
  );
}

/**
 * Listen. `frame` gives what is shown (null while a sheet is open), `actions` what keys do besides pressing buttons.
 * @param {{
 *   frame: () => object | null,
 *   enabled: () => boolean,
 *   actions: { open: (sheet: string) => void, goOn: () => void, tell: (what: "hand" | "table") => void },
 *   putBack: () => void,
 * }} page
 */
export function listenToKeys({ frame, enabled, actions, putBack }) {
  /** @param {string} selector */
  const press = (selector) => {
    /** @type {HTMLElement | null} */
    const button = document.querySelector(selector);
    button?.click();
    return button !== null;
  };
  /** @type {Record<string, () => void>} */
  const single = {
    a: () => press(".alone-switch") || pressCall("a")?.click(),
    e: () => press('[data-do="exchange"]'),
    n: () => press('[data-agrees="false"]') || pressCall("n")?.click(),
    y: () => press('[data-agrees="true"]'),
    r: () => actions.tell("hand"),
    t: () => actions.tell("table"),
    l: () => press('[data-sheet="last-trick"]'),
    u: () => press('[data-do="undo"]'),
    w: () => press('[data-do="hint"]'),
    "?": () => actions.open("keys"),
  };
  document.addEventListener("keydown", (event) => {
    if (!frame() || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {Element} */ (event.target);
    if (target.matches("input, select, textarea")) return;
    const key = event.key.toLowerCase();
    if (key === "arrowleft" || key === "arrowright") {
      step(key === "arrowright" ? 1 : -1);
      event.preventDefault();
    } else if (key === "escape") {
      putBack();
    } else if (key === "enter" && !target.matches("button, a, summary")) {
      if (!press(".hand-card.chosen")) actions.goOn();
    } else if (enabled()) {
      if (/^[1-9]$/.test(key)) {
        const card = cards()[Number(key) - 1];
        card?.focus();
        card?.click();
      } else if (single[key]) {
        single[key]();
      } else {
        pressCall(key)?.click();
      }
    }
  });
}
