// Fair deals, seen from this browser: it adds random words of its own, keeps each digest it was shown before a deal,
// and checks the secret against it afterwards. SHA-256 is written out because browsers give theirs to https pages only.

const ROUND = Array.from({ length: 64 }, (_, n) => fractionOfRoot(prime(n), 1 / 3));
const START = Array.from({ length: 8 }, (_, n) => fractionOfRoot(prime(n), 1 / 2));

/** @param {number} place */
function prime(place) {
  let candidate = 1;
  for (let found = -1; found < place; ) {
    candidate += 1;
    let divisor = 2;
    while (divisor * divisor <= candidate && candidate % divisor) divisor += 1;
    if (divisor * divisor > candidate) found += 1;
  }
  return candidate;
}

/** @param {number} number @param {number} power */
function fractionOfRoot(number, power) {
  const root = number ** power;
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}

/** @param {number} word @param {number} by */
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** @param {string} text */
function padded(text) {
  const bytes = new TextEncoder().encode(text);
  const blocks = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  blocks.set(bytes);
  blocks[bytes.length] = 0x80;
  new DataView(blocks.buffer).setUint32(blocks.length - 4, bytes.length * 8);
  return new DataView(blocks.buffer);
}

/**
 * SHA-256 of a text, in hex.
 * @param {string} text
 */
export function sha256(text) {
  const data = padded(text);
  const hash = [...START];
  const words = new Int32Array(64);
  for (let block = 0; block < data.byteLength; block += 64) {
    for (let at = 0; at < 16; at += 1) words[at] = data.getInt32(block + at * 4);
    for (let at = 16; at < 64; at += 1) {
      const [near, far] = [words[at - 2], words[at - 15]];
      const one = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
      const two = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
      words[at] = (one + words[at - 7] + two + words[at - 16]) | 0;
    }
    let [a, b, c, d, e, f, g, last] = hash;
    for (let at = 0; at < 64; at += 1) {
      const one = (last + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[at] + words[at]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [last, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    for (const [place, word] of [a, b, c, d, e, f, g, last].entries()) hash[place] = (hash[place] + word) | 0;
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** Random words of this browser's own. */
export function ownWords() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @typedef {Pick<import("../shared/wire.js").DealShown, "digest" | "secret" | "words">} Shown */

/** What this browser saw before a deal or a draw, against what it is shown afterwards. Each has a number of its own. */
export class Witness {
  constructor() {
    /** @type {Map<number, string>} */
    this.digests = new Map();
    /** @type {Map<number, string>} */
    this.words = new Map();
    /** @type {Map<number, number | null>} */
    this.chairs = new Map();
    /** @type {Set<number>} */
    this.checked = new Set();
  }

  /**
   * Remember the first digest that is shown for the deal or the draw of this number.
   * @param {number} number
   * @param {string} digest
   */
  saw(number, digest) {
    if (digest && !this.digests.has(number)) this.digests.set(number, digest);
  }

  /**
   * Remember the words that are added here, and for which chair.
   * @param {number} number
   * @param {number | null} chair
   * @param {string} words
   */
  adds(number, chair, words) {
    this.words.set(number, words);
    this.chairs.set(number, chair);
  }

  /**
   * Forget the words if they were added for another chair: the person who sits there now can replace them.
   * @param {number} number
   * @param {number | null} chair
   */
  sitsIn(number, chair) {
    if (this.chairs.get(number) !== chair) this.words.delete(number);
  }

  /**
   * True if what is shown fits what was seen: the digest, and the words that were added here.
   * @param {number} number
   * @param {Shown} shown
   */
  fits(number, shown) {
    const before = this.digests.get(number) ?? shown.digest;
    const mine = this.words.get(number);
    const fair = sha256(shown.secret) === before && before === shown.digest && (!mine || shown.words.includes(mine));
    if (fair) this.checked.add(number);
    return fair;
  }
}
