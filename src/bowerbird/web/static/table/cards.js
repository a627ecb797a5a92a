// The cards, our own drawing, as one component: <playing-card card="Jh" ribbon="R">. card="back" is the straw weave.
// Pips and figures are drawn once in the page and used by reference. Knows the look of a card and its name, no rules
// but one: which jacks are bowers.

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

const PIPS = {
  h: "M50 90C20 64 6 46 6 29 6 15 16 6 28 6c9 0 17 5 22 14C55 11 63 6 72 6c12 0 22 9 22 23 0 17-14 35-44 61Z",
  d: "M50 3 88 50 50 97 12 50Z",
  s: "M50 4C58 22 94 40 94 62c0 13-9 21-20 21-8 0-15-4-20-11 1 10 5 17 12 23H34c7-6 11-13 12-23-5 7-12 11-20 11C15 83 6 75 6 62 6 40 42 22 50 4Z",
  c: "M50 4c13 0 22 10 22 22 0 6-2 11-6 15 2-1 5-1 7-1 13 0 22 9 22 21s-9 22-22 22c-8 0-15-4-19-10 1 9 5 16 12 22H34c7-6 11-13 12-22-4 6-11 10-19 10C14 83 5 73 5 61s9-21 22-21c2 0 5 0 7 1-4-4-6-9-6-15C28 14 37 4 50 4Z",
};

// Court figures on a field of 100 by 110: a head, a robe of two halves, and what is worn on the head.
const ROBE = '<path d="M14 110 34 66h32l20 44Z"/><path class="light" d="M50 66 62 110H38Z"/>';
const HEAD = '<circle class="light" cx="50" cy="46" r="19"/><circle class="line" cx="50" cy="46" r="19"/>';
const FACE = '<circle cx="43" cy="45" r="2.6"/><circle cx="57" cy="45" r="2.6"/>';
/** @type {Record<string, string>} */
const COURTS = {
  K: `${ROBE}${HEAD}${FACE}<path d="M29 50c2 22 12 27 21 27s19-5 21-27c-5 8-12 9-21 9s-16-1-21-9Z"/><path d="M26 32V4l13 13L50 1l11 16L74 4v28Z"/>`,
  Q: `<path d="M26 44c0-34 48-34 48 0l6 34H20Z"/>${ROBE}${HEAD}${FACE}<path class="line" d="M44 55q6 5 12 0"/><path d="M30 30 26 8l14 9 10-13 10 13 14-9-4 22Z"/>`,
  J: `${ROBE}${HEAD}${FACE}<path class="line" d="M44 56h12"/><path d="M27 36c0-26 46-26 46 0Z"/><path class="line thick" d="M68 22C76 16 84 8 84 0"/>`,
};

// The joker is the bird itself with a blue treasure.
const BIRD =
  '<path d="M18 66c0-26 20-42 42-42 6-12 26-12 30 2l14 6-14 5c0 34-20 49-46 49-10 0-20 6-38 22 0-14 4-28 12-42Z"/>' +
  '<circle class="light" cx="76" cy="31" r="4"/><path class="line light-line" d="M36 66c10 8 26 8 36-4"/>' +
  '<path class="line thick" d="M46 86v18M60 82v22"/>';

const WEAVE =
  '<pattern id="weave" width="12" height="12" patternUnits="userSpaceOnUse"><rect class="straw" width="12" height="12"/>' +
  '<path class="blade" d="M0 3h6M6 9h6M3 6v6M9 0v6"/></pattern>';

function drawOnce() {
  if (document.getElementById("card-parts")) return;
  const symbols = Object.entries(PIPS).map(
    ([suit, path]) => `<symbol id="pip-${suit}" viewBox="0 0 100 100"><path d="${path}"/></symbol>`,
  );
  for (const [rank, figure] of Object.entries({ ...COURTS, B: BIRD })) {
    symbols.push(`<symbol id="figure-${rank}" viewBox="0 0 ${rank === "B" ? "104" : "100"} 110">${figure}</symbol>`);
  }
  const parts = document.createElement("div");
  parts.id = "card-parts";
  parts.className = "visually-hidden";
  parts.setAttribute("aria-hidden", "true");
  parts.innerHTML = `<svg width="0" height="0"><defs>${WEAVE}</defs>${symbols.join("")}</svg>`;
  document.body.append(parts);
}

const FRAME = '<rect class="card-face" x="1" y="1" width="98" height="138" rx="9"/>';

function back() {
  return `${FRAME}<rect x="8" y="8" width="84" height="124" rx="5" fill="url(#weave)"/><rect class="card-inset" x="8" y="8" width="84" height="124" rx="5"/>`;
}

function joker() {
  return (
    `${FRAME}<g class="suit-joker"><text x="8" y="27" font-size="25" textLength="66" lengthAdjust="spacingAndGlyphs">Joker</text>` +
    '<use class="figure" href="#figure-B" x="10" y="42" width="82" height="88"/></g>'
  );
}

/** @param {string} rank @param {string} suit */
function face(rank, suit) {
  const label = rank === "T" ? "10" : rank;
  const corner =
    `<text x="${label === "10" ? 4 : label === "J" ? 14 : 8}" y="38" font-size="40"${label === "10" ? ' textLength="44" lengthAdjust="spacingAndGlyphs"' : ""}>${label}</text>` +
    `<use href="#pip-${suit}" x="9" y="46" width="25" height="25"/>`;
  const middle = COURTS[rank]
    ? `<use class="figure" href="#figure-${rank}" x="30" y="50" width="68" height="84"/>`
    : `<use href="#pip-${suit}" x="34" y="68" width="60" height="60"/>`;
  return `${FRAME}<g class="suit-${suit}">${corner}${middle}</g>`;
}

/** @param {string} letter */
function ribbon(letter) {
  return `<g class="ribbon"><path d="M66 1h24v34l-12-8-12 8Z"/><text x="78" y="22" font-size="20" text-anchor="middle">${letter}</text></g>`;
}

class PlayingCard extends HTMLElement {
  static observedAttributes = ["card", "ribbon"];

  connectedCallback() {
    drawOnce();
    this.draw();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.draw();
  }

  draw() {
    const card = this.getAttribute("card") ?? "back";
    const mark = this.getAttribute("ribbon");
    const drawing = card === "back" ? back() : card === "B" ? joker() : face(card[0], card[1]);
    this.innerHTML = `<svg viewBox="0 0 100 140" aria-hidden="true">${drawing}${mark ? ribbon(mark) : ""}</svg>`;
  }
}

customElements.define("playing-card", PlayingCard);
