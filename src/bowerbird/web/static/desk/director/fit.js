// How the room is laid out: how many columns, which manner of tile, and how large the names are. Everything is worked
// out from the number of tables, the longest name and the space; never from scores, so that the room does not jump.

/** The smallest type for a name, in pixels, where nobody wants it larger. */
export const SMALLEST = 14;
/** The largest, where the type of the page is the usual 18. */
const LARGEST = 30;
const GAP = 7;
/** Up to so many tables stand in large tiles, with a line about the table at their foot. */
const FEW = 6;
/** More than that are a map on a screen that scrolls. */
const MANY = 18;

/**
 * What the longest line of a tile holds, in the height of its type: the name with its marks, and what stands beside
 * both lines of a side.
 * @typedef {{ line: number, side: number }} Widths
 * @typedef {{ kind: "large" | "wide" | "map", columns: number, type: number }} Layout
 * @typedef {{ width: number, height: number, scale: number, least: number }} Space `scale` is that of the type of the
 *   page, `least` the smallest type for a name
 */

/** @param {Widths} widths @param {number} score width of the score */
const lineOf = ({ line, side }, score) => 1.25 + line + side + score;

/** @param {Widths} widths @param {number} width @param {number} height @param {number} scale */
function largeType(widths, width, height, scale) {
  const across = (width - 34 * scale) / lineOf(widths, 2.9);
  return Math.min(LARGEST * scale, across, (height - 100 * scale) / 5.4);
}

/** @param {Widths} widths @param {number} width @param {number} height @param {number} scale */
function wideType(widths, width, height, scale) {
  const across = (width - 77 * scale) / lineOf(widths, 2.4);
  return Math.min(22 * scale, across, (height - 6) / 4.7);
}

/** @param {number} count @param {number} columns @param {Space} space */
function tileSize(count, columns, { width, height }) {
  const rows = Math.ceil(count / columns);
  return { wide: (width - (columns - 1) * GAP) / columns, high: (height - (rows - 1) * GAP) / rows };
}

/**
 * The best number of columns for so many tiles.
 * @param {number} count
 * @param {number[]} choices
 * @param {Space} space
 * @param {(width: number, height: number) => number} type
 */
function best(count, choices, space, type) {
  const tried = choices.map((columns) => {
    const { wide, high } = tileSize(count, columns, space);
    return { columns, type: type(wide, high), left: Math.ceil(count / columns) * columns - count };
  });
  // Full rows look best, where the names are as large.
  return tried.reduce((one, other) => {
    if (Math.abs(other.type - one.type) > 0.4) return other.type > one.type ? other : one;
    return other.left < one.left ? other : one;
  });
}

/**
 * The layout for so many tables in this space.
 * @param {number} count
 * @param {Widths} widths
 * @param {Space} space
 * @returns {Layout}
 */
export function fit(count, widths, space) {
  const { scale, least } = space;
  if (count <= FEW) {
    const columns = count <= 1 ? [1] : count <= 4 ? [2, 3] : [3];
    const large = best(count, columns, space, (width, height) => largeType(widths, width, height, scale));
    if (large.type >= least) return { kind: "large", columns: large.columns, type: large.type };
  }
  const wide = best(count, [2, 3, 4, 5, 6], space, (width, height) => wideType(widths, width, height, scale));
  const enough = count <= FEW || wide.type >= least - 0.5;
  return { kind: enough ? "wide" : "map", columns: wide.columns, type: wide.type };
}

/**
 * The layout where the page is as long as it has to be: on a phone and on an upright tablet.
 * @param {number} count
 * @param {Widths} widths
 * @param {Space} space whose height says nothing
 * @returns {Layout}
 */
export function fitLong(count, widths, { width, scale, least }) {
  const columns = width >= 560 * scale && count > 1 ? 2 : 1;
  const each = (width - (columns - 1) * GAP) / columns;
  const wide = wideType(widths, each, Infinity, scale);
  // Beside the number there is no room for a long name on a phone: then the number stands above it.
  if ((count <= FEW && each >= 300 * scale) || (count <= MANY && wide < least)) {
    const type = Math.min(22 * scale, (each - 34 * scale) / lineOf(widths, 2.9));
    return { kind: "large", columns, type };
  }
  return { kind: count > MANY ? "map" : "wide", columns, type: wide };
}

/**
 * Wide tiles in so many columns, whatever becomes of their type.
 * @param {number} count
 * @param {number} columns
 * @param {Widths} widths
 * @param {Space} space
 */
export function fitGrid(count, columns, widths, space) {
  const { wide, high } = tileSize(count, columns, space);
  return { columns, type: wideType(widths, wide, high, space.scale) };
}

/**
 * How many wide tiles there is room for below the map.
 * @param {Widths} widths
 * @param {Space} space
 */
export function fitPage(widths, { width, height, scale, least }) {
  const three = (width - 2 * GAP) / 3;
  const columns = wideType(widths, three, Infinity, scale) >= least - 0.5 ? 3 : 2;
  const each = (width - (columns - 1) * GAP) / columns;
  const most = wideType(widths, each, Infinity, scale);
  const rows = Math.max(1, Math.floor((height + GAP) / (Math.min(16 * scale, most) * 4.7 + 6 + GAP)));
  const high = (height - (rows - 1) * GAP) / rows;
  return { columns, rows, type: wideType(widths, each, high, scale) };
}

/** @type {CanvasRenderingContext2D | null} */
let pen = null;
/** @type {Map<string, number>} */
const measured = new Map();

/**
 * The width of a name in bold type, in the height of that type.
 * @param {string} name
 */
export function widthOf(name) {
  let width = measured.get(name);
  if (width === undefined) {
    pen ??= document.createElement("canvas").getContext("2d");
    if (!pen) return name.length * 0.62;
    pen.font = `800 100px ${getComputedStyle(document.documentElement).fontFamily}`;
    width = pen.measureText(name).width / 100;
    measured.set(name, width);
  }
  return width;
}
