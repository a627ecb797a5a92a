// Who sits at the table, as a picture: <bird-portrait bird="wren">, or a person's initials on a colour of their own.

import { drawingsFrom } from "./drawings.js";

/** The birds that have a portrait. */
export const BIRDS = ["wren", "robin", "heron", "finch", "plover", "magpie", "curlew", "lark", "jay", "owl"];

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

/**
 * The colours of the people at one table, all different: each one's own, or else the next that is free. A bot, whose
 * portrait is the bird that it is called after, takes none.
 * @param {readonly string[]} names
 * @param {(seat: number) => string | null} birdAt
 */
export function coloursAt(names, birdAt) {
  /** @type {number[]} */
  const taken = [];
  return names.map((name, seat) => {
    let colour = colourOf(name);
    if (!name || birdAt(seat) === name.toLowerCase()) return colour;
    while (taken.includes(colour)) colour = (colour + 1) % COLOURS;
    taken.push(colour);
    return colour;
  });
}

class BirdPortrait extends HTMLElement {
  static observedAttributes = ["bird", "name", "colour"];

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
      letters.className = `initials colour-${this.getAttribute("colour") ?? colourOf(name)}`;
      letters.textContent = initials(name);
      this.replaceChildren(letters);
      return;
    }
    this.innerHTML = `<svg viewBox="0 0 100 100"><use href="#bird-${bird}"/></svg>`;
    drawingsFrom("portraits", "portraits");
  }
}

customElements.define("bird-portrait", BirdPortrait);
