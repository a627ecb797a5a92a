// The voice of the page: one live region that is never overwritten before it could be read. Sentences wait for the text
// before them; what has piled up meanwhile is one text. Nothing is left out.

// A screen reader at an easy speed.
const PER_LETTER = 45;
const PER_TEXT = 250;

/**
 * How long a text is left alone, in milliseconds.
 * @param {string} text
 */
export const readingTime = (text) => PER_TEXT + PER_LETTER * text.length;

export class Speech {
  /**
   * `region` is the live region, `later` waits.
   * @param {{ textContent: string | null }} region
   * @param {(then: () => void, wait: number) => unknown} later
   */
  constructor(region, later = (then, wait) => setTimeout(then, wait)) {
    this.region = region;
    this.later = later;
    /** @type {string[]} */
    this.waiting = [];
    this.speaking = false;
    this.held = false;
    // Counts texts: a text that was cut short ends nothing when its time is over.
    this.texts = 0;
  }

  /**
   * Say these after everything else.
   * @param {string[]} sentences
   */
  say(sentences) {
    this.waiting.push(...sentences.filter(Boolean));
    if (!this.speaking) this.next();
  }

  /**
   * Say this at once, and then what waits: an answer to what the person has just done. Screen readers stop at a key.
   * @param {string} text
   */
  answer(text) {
    this.waiting.unshift(text);
    this.next();
  }

  /** The person acts, and so listens no longer: what waits is said now. */
  hurry() {
    if (this.waiting.length) this.next();
  }

  /**
   * Keep silent while a dialog is open, because the rest of the page is not read then.
   * @param {boolean} held
   */
  hold(held) {
    this.held = held;
    if (!held && !this.speaking) this.next();
  }

  next() {
    const text = this.held ? "" : this.waiting.splice(0).join(" ");
    this.texts += 1;
    this.speaking = text !== "";
    if (!text) {
      // Nobody who reads through the page is to find old news at its end.
      this.region.textContent = "";
      return;
    }
    // The same words again are a change only if something about them differs.
    this.region.textContent = this.region.textContent === text ? `${text}\u00a0` : text;
    const spoken = this.texts;
    this.later(() => spoken === this.texts && this.next(), readingTime(text));
  }
}
