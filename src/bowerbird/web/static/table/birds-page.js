// The page of the birds: draws the bars that its words tell, and shows another level as soon as it is chosen.

import { figureBars } from "./bird-figures.js";
import "./birds.js";

/** @param {string | undefined} text */
const numbers = (text = "") => text.split(" ").map(Number);

for (const bars of document.querySelectorAll(".bars")) {
  const { shares, usual } = /** @type {HTMLElement} */ (bars).dataset;
  bars.replaceChildren(...figureBars(numbers(shares), numbers(usual)));
}

const level = document.getElementById("level");
level?.addEventListener("change", () => /** @type {HTMLSelectElement} */ (level).form?.requestSubmit());
