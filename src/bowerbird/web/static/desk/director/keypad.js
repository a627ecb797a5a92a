// Keys for a screen without any: digits as large as on a till, one to rub out, one that goes on. They type into a field
// as a keyboard would; what the field is for is not their business.

import { h } from "../../shared/dom.js";

const ROWS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "rub", "0", "next"];

/** @param {string} name */
function key(name) {
  if (name === "next") return h("button", { type: "button", "data-pad": name, "data-main": true }, "Next");
  if (name === "rub") return h("button", { type: "button", "data-pad": name, "aria-label": "Backspace" }, "⌫");
  return h("button", { type: "button", "data-pad": name }, name);
}

/**
 * The keys; `pressed` hears the name of each.
 * @param {(name: string) => void} pressed
 */
export function keypad(pressed) {
  /** @type {HTMLElement} */
  const pad = h("div", { class: "keypad", role: "group", "aria-label": "Number keys" }, ROWS.map(key));
  // The field keeps the focus, and with it the place where the next digit goes.
  pad.addEventListener("pointerdown", (event) => event.preventDefault());
  pad.addEventListener("click", (event) => {
    const name = /** @type {Element} */ (event.target).closest("button")?.dataset.pad;
    if (name) pressed(name);
  });
  return pad;
}

/**
 * A digit goes into a field, or one is rubbed out.
 * @param {HTMLInputElement} field
 * @param {string} name
 */
export function type(field, name) {
  const { value } = field;
  const to = field.selectionEnd ?? value.length;
  let from = field.selectionStart ?? to;
  if (name === "rub" && from === to) from = Math.max(0, from - 1);
  if (name !== "rub" && value.length - (to - from) >= field.maxLength) return;
  field.setRangeText(name === "rub" ? "" : name, from, to, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
