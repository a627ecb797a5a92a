// How large things on the board are: names are fitted by calculation, never cut. Lengths are in points of a screen of
// 1920 by 1080. Pure: does not depend on the page.

/** @typedef {{ width: number, height: number }} Room what a page has for its tiles or lines */
/** @typedef {{ columns: number, rows: number, each: number, font: number, big: boolean, line: number }} Grid */

/** The smallest type for a name: it can be read from ten metres. */
export const SMALLEST = 28;
/** Up to this many tables the board shows every table; with more, people find their name in a list. */
export const MOST_TABLES = 18;

const GAP_X = 16;
const GAP_Y = 10;
const MOST_ROWS = 8;

/** @param {number} all @param {number} count @param {number} gap */
const share = (all, count, gap) => (all - gap * (count - 1)) / count;

/**
 * As even as can be: 20 tables make two pages of ten, not eighteen and two.
 * @template Item
 * @param {Item[]} list
 * @param {number} most
 */
export function evenPages(list, most) {
  const pages = Math.max(1, Math.ceil(list.length / most));
  const size = Math.ceil(list.length / pages);
  return Array.from({ length: pages }, (_, page) => list.slice(page * size, (page + 1) * size));
}

/**
 * A few tables, each with its number above the names.
 * @param {number} count
 * @param {number} em
 * @param {Room} room
 * @param {number} beside
 * @returns {Grid}
 */
function bigGrid(count, em, room, beside) {
  const columns = count === 4 ? 2 : Math.min(3, count);
  const rows = Math.ceil(count / columns);
  const wide = (share(room.width, columns, 18) - 60 - beside) / em;
  const high = share(room.height, rows, 14) - 124;
  const font = Math.min(64, wide, high / 5.1);
  // Where a long name keeps the type small, the lines stand further apart.
  return { columns, rows, each: count, font, big: true, line: Math.min(1.6, high / 4.3 / font) };
}

/**
 * @param {number} count
 * @param {number} columns
 * @param {number} most
 * @param {number} em
 * @param {Room} room
 * @param {number} beside
 * @returns {Grid}
 */
function wideGrid(count, columns, most, em, room, beside) {
  const pages = Math.ceil(count / (columns * most));
  const each = Math.ceil(count / pages);
  const rows = Math.ceil(each / columns);
  const wide = (share(room.width, columns, GAP_X) - 122 - beside) / em;
  const high = (share(room.height, rows, GAP_Y) - 6) / 4.4;
  return { columns, rows, each, font: Math.min(48, wide, high), big: false, line: 1.05 };
}

/**
 * The grid for so many tables: the fewest pages on which the longest name is still large enough.
 * @param {number} count
 * @param {number} em the longest line of a tile, with its marks
 * @param {Room} room
 * @param {number} [beside] what a score takes beside the names
 * @returns {Grid}
 */
export function tableGrid(count, em, room, beside = 0) {
  if (count <= 6) {
    const big = bigGrid(count, em, room, beside);
    if (big.font >= SMALLEST) return big;
  }
  /** @type {Grid[]} */
  const found = [];
  for (const columns of [3, 2, 1]) {
    for (let rows = MOST_ROWS; rows > 0; rows--) found.push(wideGrid(count, columns, rows, em, room, beside));
  }
  const good = found.filter(({ font }) => font >= SMALLEST);
  const best = (/** @type {Grid} */ a, /** @type {Grid} */ b) => b.each - a.each || b.font - a.font;
  return good.length ? good.sort(best)[0] : found.sort((a, b) => b.font - a.font || b.each - a.each)[0];
}

/**
 * Lines of names in columns: the most columns in which the longest name is still large enough.
 * @param {number} em the longest name
 * @param {number} fixed what else a line holds
 * @param {Room} room
 * @param {{ columns: number, rows: number, most: number }} wanted
 * @returns {Grid}
 */
export function lineGrid(em, fixed, room, { columns: widest, rows, most }) {
  const high = (share(room.height, rows, 6) - 4) / 1.12;
  for (let columns = widest; ; columns--) {
    const font = Math.min(most, high, (share(room.width, columns, 22) - fixed) / em);
    if (font >= SMALLEST || columns === 1) return { columns, rows, each: columns * rows, font, big: false, line: 1 };
  }
}
