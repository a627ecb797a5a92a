// How wide words are, in the type of this page, and words that shrink until they fit. The only part of the board that
// looks at what is drawn.

const canvas = document.createElement("canvas").getContext("2d");
/** @type {Map<string, number>} */
const known = new Map();

/**
 * The width of words in em.
 * @param {string} words
 * @param {number} [weight]
 */
export function ems(words, weight = 700) {
  const key = `${weight} ${words}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  if (!canvas) return words.length * 0.7;
  canvas.font = `${weight} 100px ${getComputedStyle(document.body).fontFamily}`;
  const width = canvas.measureText(words).width / 100 + 0.05;
  known.set(key, width);
  return width;
}

/**
 * The widest of these words in em.
 * @param {string[]} list
 * @param {number} [weight]
 */
export const widest = (list, weight) => Math.max(1, ...list.map((words) => ems(words, weight)));

/** The length of one point: a hundredth part of 19.2 of a screen of 16 to 9 that fits into this one. */
export const point = () => Math.min(innerWidth / 1920, innerHeight / 1080);

/**
 * What a page has between header and footer, in points.
 * @param {{ head: number, foot: number, x: number, y: number }} around
 */
export function room({ head, foot, x, y }) {
  const p = point();
  return { width: innerWidth / p - 2 * x, height: innerHeight / p - head - foot - 2 * y };
}

/** @param {HTMLElement} it */
const overflows = (it) => it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 1;

/**
 * Make words smaller that do not fit into their place.
 * @param {HTMLElement} page
 */
export function shrink(page) {
  for (const it of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("[data-fit]"))) {
    it.style.fontSize = "";
    let size = Number.parseFloat(getComputedStyle(it).fontSize);
    const least = size * 0.4;
    while (overflows(it) && size > least) {
      size *= 0.95;
      it.style.fontSize = `${size}px`;
    }
  }
}
