// "Larger", at the foot of the pages that players open at an event: one tap a size, and back to normal after the largest.
// It is the same setting as everywhere in this browser.

import { h } from "../../shared/dom.js";
import { choose, settings } from "../../shared/settings.js";

const SIZES = ["normal", "large", "largest"];

/** The button as it reads now. */
export function largerButton() {
  const largest = settings.text === "largest";
  return h("button", { type: "button", class: "link-button", "data-larger": "" }, largest ? "Normal type" : "Larger");
}

/** The foot of a page that has nothing else there. */
export const largerBar = () => h("nav", { class: "phone-bar alone", "aria-label": "More" }, largerButton());

/**
 * Change the size at a tap on the button.
 * @param {() => void} draw
 */
export function listenForLarger(draw) {
  document.addEventListener("click", (event) => {
    if (!(/** @type {Element} */ (event.target).closest("[data-larger]"))) return;
    choose("text", SIZES[(SIZES.indexOf(settings.text) + 1) % SIZES.length]);
    draw();
  });
}
