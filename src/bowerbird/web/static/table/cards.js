// The cards as one component: <playing-card card="Jh" ribbon="R">. card="back" is the bower. Their drawings are in one
// file for each deck. Knows the look of a card and its name, no rules but one: which jacks are bowers.

import { h } from "../shared/dom.js";
import { settings, whenChosen } from "../shared/settings.js";
import { drawingsFrom, have } from "./drawings.js";

/** @type {Record<string, string>} */
const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
/** @type {Record<string, string>} */
const RANKS = { 7: "seven", 8: "eight", 9: "nine", T: "ten", J: "jack", Q: "queen", K: "king", A: "ace" };
/** @type {Record<string, string>} */
const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };
/** @type {Record<string, string | undefined>} */
const BOWERS = { R: "right bower", L: "left bower" };
/** @type {Record<string, string>} */
const SAME_COLOUR = { c: "s", s: "c", d: "h", h: "d" };

let jokerWord = "joker";

/**
 * Call the joker what the club calls it, such as "benny".
 * @param {string} word
 */
export function nameJoker(word) {
  jokerWord = word;
}

/**
 * "ace of spades", "joker".
 * @param {string} card
 */
export function cardWord(card) {
  return card === "B" ? jokerWord : `${RANKS[card[0]]} of ${SUITS[card[1]]}`;
}

/**
 * "hearts", "no trump".
 * @param {string} letter
 */
export function suitWord(letter) {
  return letter === "n" ? "no trump" : SUITS[letter];
}

/**
 * "♥".
 * @param {string} letter
 */
export function suitSign(letter) {
  return SIGNS[letter] ?? "";
}

/**
 * "A♠".
 * @param {string} card
 */
export function cardSign(card) {
  return card === "B"
    ? jokerWord[0].toUpperCase() + jokerWord.slice(1)
    : `${card[0] === "T" ? "10" : card[0]}${SIGNS[card[1]]}`;
}

/**
 * "R" or "L" on the bowers once trump is named, otherwise nothing.
 * @param {string} card
 * @param {string | null} trump
 */
export function bower(card, trump) {
  if (card[0] !== "J" || !trump || !SUITS[trump]) return null;
  if (card[1] === trump) return "R";
  return card[1] === SAME_COLOUR[trump] ? "L" : null;
}

/**
 * "right bower" or "left bower", otherwise nothing.
 * @param {string} card
 * @param {string | null} trump
 */
export const bowerWord = (card, trump) => BOWERS[bower(card, trump) ?? ""];

/**
 * A card as an element; it says its name unless it is hidden from screen readers.
 * @param {string} name
 * @param {Record<string, unknown>} attributes
 */
export function card(name, attributes = {}) {
  const word = name === "back" ? "a card, face down" : cardWord(name);
  const said = attributes["aria-hidden"] ? {} : { role: "img", "aria-label": word };
  return h("playing-card", { card: name, ...said, ...attributes });
}

/** The file of the deck that the page has, once it has one. */
let deck = "";

/** Have the chosen deck in the page. */
export async function loadDeck() {
  const wanted = settings.faces;
  if (deck === wanted || !(await drawingsFrom("deck", wanted, false))) return;
  deck = wanted;
  have("card-back");
  drawAll();
}

function drawAll() {
  for (const shown of document.querySelectorAll("playing-card")) if (shown instanceof PlayingCard) shown.draw();
}

/** @param {string} card */
function drawn(card) {
  const size = settings.index === "large" && card !== "back" ? "large" : "card";
  const drawing = `${size}-${card === "B" && jokerWord === "benny" ? "benny" : card}`;
  have(drawing);
  return `<use href="#${drawing}"/>`;
}

// Until the deck is there, and should it never come: a card that can be read all the same.
/** @param {string} card */
function plain(card) {
  const words = card === "back" ? "" : card === "B" ? "★" : cardSign(card);
  return `<rect class="card-face" x="1" y="1" width="248" height="348" rx="17"/><text class="sign-${card[1]}" x="20" y="90" font-size="80">${words}</text>`;
}

// Beside the index: where the index of an overlapped card shows, its ribbon shows too.
/** @param {string} letter */
function ribbon(letter) {
  return `<g class="ribbon ribbon-${letter}"><path d="M75 0H111V52L93 41 75 52Z"/><text x="93" y="31" font-size="29" text-anchor="middle">${letter}</text></g>`;
}

class PlayingCard extends HTMLElement {
  static observedAttributes = ["card", "ribbon"];

  connectedCallback() {
    this.draw();
    loadDeck();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.draw();
  }

  draw() {
    const card = this.getAttribute("card") ?? "back";
    const mark = this.getAttribute("ribbon");
    const drawing = deck ? drawn(card) : plain(card);
    this.innerHTML = `<svg viewBox="0 0 250 350" aria-hidden="true">${drawing}${mark ? ribbon(mark) : ""}</svg>`;
  }
}

customElements.define("playing-card", PlayingCard);
whenChosen(["faces"], loadDeck);
whenChosen(["index"], drawAll);
