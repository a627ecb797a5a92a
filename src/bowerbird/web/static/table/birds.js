// Who sits at the table, as a picture: <bird-portrait bird="wren">, or a person's initials on a colour of their own.

import { drawingsFrom } from "./drawings.js";

/**
 * The birds and their manners. What a bot can do is told by its level, not by its bird.
 * @type {Record<string, string>}
 */
export const MANNERS = {
  wren: "Wren counts trumps and never hurries.",
  robin: "Robin hums while sorting the cards.",
  heron: "Heron stands still, and then plays at once.",
  finch: "Finch likes a quick hand and a full pile of tricks.",
  plover: "Plover keeps a very straight hand of cards.",
  magpie: "Magpie has an eye for jacks.",
  curlew: "Curlew looks long at every lead.",
  lark: "Lark is up early and sings after a march.",
  jay: "Jay remembers every card, and says so.",
  owl: "Owl waits for the sure trick.",
};

const COLOURS = 6;

/**
 * "AB" for Al Baker, "Al" for Al.
 * @param {string} name
 */
export function initials(name) {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words[words.length - 1]].map((word) => [...word][0]) : [...words[0]];
  return letters.slice(0, 2).join("");
}

/**
 * The number of a person's colour: the same name has the same one everywhere.
 * @param {string} name
 */
export function colourOf(name) {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum % COLOURS;
}

class BirdPortrait extends HTMLElement {
  static observedAttributes = ["bird", "name"];

  connectedCallback() {
    this.draw();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.draw();
  }

  draw() {
    const bird = this.getAttribute("bird");
    const name = this.getAttribute("name") ?? "";
    if (!bird) {
      const letters = document.createElement("span");
      letters.className = `initials colour-${colourOf(name)}`;
      letters.textContent = initials(name);
      this.replaceChildren(letters);
      return;
    }
    this.innerHTML = `<svg viewBox="0 0 100 100"><use href="#bird-${bird}"/></svg>`;
    drawingsFrom("portraits", "portraits");
  }
}

customElements.define("bird-portrait", BirdPortrait);
