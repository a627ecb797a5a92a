// The keyboard at the table. Keys press what can be seen: they look for the button or card on the page, so that nothing
// can be done by key that could not be done by hand.

const SUIT_KEYS = { c: 0, d: 1, h: 2, s: 3, n: null };

/** The cards in the hand, from left to right. */
export const cards = () => [...document.querySelectorAll(".hand-card")];

function callButton(wanted) {
  return [...document.querySelectorAll(".calls [data-fact]")].find((button) => wanted(JSON.parse(button.dataset.fact)));
}

function step(by) {
  const all = cards();
  if (!all.length) return;
  const at = all.indexOf(document.activeElement);
  all[at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length].focus();
}

function pressCall(key) {
  if (key === "p") return callButton((fact) => fact.fact === "pass");
  if (key === "o") return callButton((fact) => fact.fact === "order");
  if (!(key in SUIT_KEYS)) return null;
  const suit = SUIT_KEYS[key];
  return callButton(
    (fact) =>
      (fact.fact === "name" && (fact.trump ?? null) === suit) || (fact.fact === "stand-for" && fact.suit === suit),
  );
}

/** Listen. `frame` gives what is shown (null while a sheet is open), `actions` what keys can do by name. */
export function listenToKeys({ frame, enabled, actions, putBack }) {
  const single = {
    a: () => document.querySelector(".alone-switch")?.click(),
    l: () => document.querySelector('[data-sheet="last-trick"]')?.click(),
    u: () => document.querySelector('[data-do="undo"]')?.click(),
    "?": () => actions.open({ sheet: "keys" }),
  };
  document.addEventListener("keydown", (event) => {
    if (!frame() || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input, select, textarea")) return;
    const key = event.key.toLowerCase();
    if (key === "arrowleft" || key === "arrowright") {
      step(key === "arrowright" ? 1 : -1);
      event.preventDefault();
    } else if (key === "escape") {
      putBack();
    } else if (key === "enter" && !event.target.matches("button, a, summary")) {
      const chosen = document.querySelector(".hand-card.chosen");
      if (chosen) chosen.click();
      else actions["go-on"]();
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
