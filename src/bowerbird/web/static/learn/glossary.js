// Words of the game in a text: each can be tapped for its meaning. The words and their forms come from the server, as
// the rulebook has them.

import { h } from "../shared/dom.js";

/** @typedef {import("../shared/wire.js").WordExplained} Word */
/** @typedef {{ text: string, word: Word | null }} Piece */

/** A form with a capital letter or a quotation mark is meant exactly as it is. @param {string} form */
const isExact = (form) => /[\p{Lu}“”]/u.test(form);

/** @param {string} form */
const escaped = (form) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * A text in pieces: the words in it, each one once, and what is between them. At each place the longest form counts, and
 * only whole words. Brackets around a word are no part of it.
 * @param {string} text
 * @param {readonly Word[]} words
 * @param {Set<Word>} marked words that an earlier text of the same list has; those of this one are added
 * @returns {Piece[]}
 */
export function pieces(text, words, marked = new Set()) {
  /** @type {Map<string, Word>} */
  const forms = new Map();
  for (const word of words) for (const form of word.forms) forms.set(form, word);
  if (!forms.size) return [{ text, word: null }];
  const all = [...forms.keys()].sort((one, other) => other.length - one.length).map(escaped);
  const found = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${all.join("|")})(?![\\p{L}\\p{N}-])`, "giu");
  /** @type {Piece[]} */
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(found)) {
    const word = forms.get(match[0]) ?? lowerCase(forms, match[0]);
    if (!word || marked.has(word)) continue;
    marked.add(word);
    const inside = match[0].replace(/^\((.*)\)$/u, "$1");
    const start = match.index + (match[0].length - inside.length) / 2;
    if (start > from) parts.push({ text: text.slice(from, start), word: null });
    parts.push({ text: inside, word });
    from = start + inside.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), word: null });
  return parts;
}

/**
 * A word at the start of a sentence, or in capitals.
 * @param {Map<string, Word>} forms
 * @param {string} text
 */
function lowerCase(forms, text) {
  const form = text.toLowerCase();
  return isExact(form) ? undefined : forms.get(form);
}

/**
 * A text as nodes, in which words can be tapped.
 * @param {string} text
 * @param {readonly Word[]} words
 * @param {Set<Word>} seen as for `pieces`
 * @returns {(string | HTMLElement)[]}
 */
export function marked(text, words, seen = new Set()) {
  const parts = pieces(text, words, seen);
  return parts.flatMap(({ text, word }, place) => {
    if (!word) return place ? text.replace(PUNCTUATION, "") : text;
    // A comma or a full stop stays with the word before it.
    const end = parts[place + 1]?.text.match(PUNCTUATION)?.[0];
    const button = wordButton(text, word);
    return end ? h("span", { class: "word-end" }, button, end) : button;
  });
}

const PUNCTUATION = /^[.,:;?!”’)]+/;

/** @param {string} text @param {Word} explained */
function wordButton(text, { word, says, cards }) {
  const meaning = { "data-word": word, "data-says": says, "data-cards": cards.join(" ") };
  return h("button", { type: "button", class: "word", "aria-haspopup": "dialog", ...meaning }, text);
}

/**
 * The words of a book or of a table: from `/api/words?rules=…` or `/api/tables/…/words`. None if they don't come.
 * @param {string} address
 * @returns {Promise<Word[]>}
 */
export async function wordsFrom(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.json() : [];
  } catch {
    return [];
  }
}

/** How far the meaning stays from its word and from the edge of the window, in pixels. */
const GAP = 8;

/** @param {HTMLElement} box @param {DOMRect} word */
function place(box, word) {
  const { width, height } = box.getBoundingClientRect();
  const left = Math.min(Math.max(GAP, word.left), innerWidth - width - GAP);
  const below = word.bottom + GAP;
  const top = below + height > innerHeight ? Math.max(GAP, word.top - height - GAP) : below;
  box.style.setProperty("left", `${left}px`);
  box.style.setProperty("top", `${top}px`);
}

/** @param {HTMLElement} button */
async function explain(button) {
  const { word = "", says = "", cards = "" } = button.dataset;
  document.getElementById("meaning")?.remove();
  const names = cards.split(" ").filter(Boolean);
  const { card, cardWord } = names.length ? await import("../table/cards.js") : { card: null, cardWord: null };
  const row =
    card && cardWord
      ? h(
          "p",
          { class: "word-cards", role: "img", "aria-label": names.map(cardWord).join(", ") },
          names.map((name) => card(name, { "aria-hidden": "true" })),
        )
      : null;
  const box = h(
    "div",
    { id: "meaning", class: "meaning", popover: "auto", role: "dialog", "aria-label": word, tabindex: -1 },
    h("p", {}, h("b", {}, `${word}: `), says),
    row,
  );
  // In a dialog everything outside of it is out of reach.
  (button.closest("dialog") ?? document.body).append(box);
  box.addEventListener("toggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState !== "closed") return;
    if (box.contains(document.activeElement) || document.activeElement === document.body) button.focus();
    box.remove();
  });
  box.showPopover();
  place(box, button.getBoundingClientRect());
  box.focus();
}

document.addEventListener("click", (event) => {
  /** @type {HTMLElement | null} */
  const button = event.target instanceof Element ? event.target.closest("[data-word]") : null;
  if (button) explain(button);
});
