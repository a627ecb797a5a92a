// The room: every table a tile with its number, its people and its state by colour, sign and word. Before the first
// round the people stand there instead, one tap to check in. Tiles shrink with their number: the room is seen whole.

import { h } from "../../shared/dom.js";
import { plural } from "../../shared/english.js";
import { peopleTiles } from "./door.js";
import { pairAt, pairNames, SIDES, STATE_SIGNS, STATE_WORDS } from "./parts.js";

/** @typedef {import("../page-types.js").Desk} Desk */
/** @typedef {import("../../shared/wire.js").TableTile} Table */
/** @typedef {{ ns: number, ew: number, lost_by?: unknown, winner?: string | null }} Points */

/**
 * How small a tile may be, from the roomiest way of drawing it to the tightest: name, width and height in pixels, and
 * how wide it may be before it is a banner.
 */
/** @type {[string, number, number, number][]} */
const SIZES = [
  ["grand", 280, 205, 500],
  ["ample", 225, 172, 320],
  ["roomy", 178, 132, 320],
  ["snug", 146, 74, 320],
  ["tight", 92, 52, 320],
  ["dots", 46, 26, 320],
];

const GAP = 6;

/**
 * The roomiest way to show so many tiles in this space, and in how many columns; the tightest where none fits. Sizes are
 * those of type of 18 pixels: with larger type, the space is counted smaller.
 * @param {number} count
 * @param {number} width
 * @param {number} height
 */
export function fit(count, width, height, gap = GAP) {
  for (const [name, least, high, widest] of SIZES) {
    const columns = Math.max(1, Math.floor((width + gap) / (least + gap)));
    const rows = Math.ceil(count / columns);
    if (rows * (high + gap) - gap > height) continue;
    // Fewer columns make wider tiles, as long as the rows still fit and a tile is no banner; full rows look best.
    const most = Math.max(1, Math.floor((height + gap) / (high + gap)));
    const fewest = Math.min(columns, Math.max(Math.ceil(count / most), Math.ceil(width / widest)));
    /** @param {number} each */
    const left = (each) => Math.ceil(count / each) * each - count;
    const choices = Array.from({ length: columns - fewest + 1 }, (_, more) => fewest + more);
    return { name, columns: choices.reduce((best, each) => (left(each) < left(best) ? each : best)) };
  }
  const [name, least] = SIZES[SIZES.length - 1];
  return { name, columns: Math.max(1, Math.floor((width + gap) / (least + gap))) };
}

/**
 * Where the game was lost by a ruling, the points alone do not show who won.
 * @param {{ lost_by?: unknown, winner?: string | null }} result
 * @param {number} at
 */
const wonSign = ({ lost_by: lostBy, winner }, at) => (lostBy && winner === SIDES[at] ? " ✓" : "");

/** @param {Table} table @param {number} at @param {Points | null} result */
function side(table, at, result) {
  const points = result ? [result.ns, result.ew] : null;
  return h(
    "span",
    { class: table.state === "in" && result?.winner === SIDES[at] ? "tile-side ahead" : "tile-side" },
    h(
      "span",
      { class: "tile-names" },
      pairAt(table, at).flatMap((name, place) => [place ? " & " : "", h("span", {}, name)]),
    ),
    // What the sides disagree about counts for nobody yet.
    points &&
      h(
        "span",
        { class: "tile-points" },
        table.state === "disputed" ? "?" : `${points[at]}${wonSign(result ?? {}, at)}`,
      ),
  );
}

/**
 * The score that is being sent for a table, or null.
 * @param {Desk} desk
 * @param {Table} table
 */
function unsent(desk, table) {
  const scores = desk.sending.filter((message) => message.what === "score");
  return scores.findLast((message) => message.table === table.number) ?? null;
}

/** @param {Desk} desk @param {Table} table */
function tile(desk, table) {
  const going = unsent(desk, table);
  const state = going ? "sending" : table.state;
  const words = going ? "Sending…" : table.words;
  const people = `${pairNames(table, 0)} against ${pairNames(table, 1)}`;
  return h(
    "button",
    {
      type: "button",
      class: `tile ${state.replace(" ", "-")}`,
      "data-key": `table ${table.number}`,
      "data-open": "table",
      "data-detail": JSON.stringify({ round: desk.view.round?.number, table: table.number }),
      "aria-label": `Table ${table.number}: ${words}. ${people}`,
      title: `Table ${table.number}: ${words}. ${people}`,
    },
    h(
      "span",
      { class: "tile-head" },
      h("b", {}, String(table.number)),
      h(
        "span",
        { class: "tile-state" },
        h("span", { class: "tile-sign", "aria-hidden": "true" }, going ? "↑" : STATE_SIGNS[table.state]),
        h("span", { class: "tile-word" }, going ? words : STATE_WORDS[table.state]),
      ),
    ),
    side(table, 0, going ?? table.result),
    side(table, 1, going ?? table.result),
  );
}

/** @param {Desk["view"]} view */
function counts(view) {
  /** @param {Table["state"]} state */
  const of = (state) => view.tables.filter((table) => table.state === state).length;
  const parts = [
    [of("seated"), "seated"],
    [of("playing"), "playing"],
    [of("waiting"), "waiting for the other side"],
    [of("disputed"), "disputed"],
    [of("late"), "late"],
    [of("in"), "in"],
    [of("stood down"), "stood down"],
  ];
  const told = parts.filter(([count]) => count).map(([count, words]) => `${count} ${words}`);
  return `${plural(view.tables.length, "table")}: ${told.join(", ")}`;
}

/**
 * The whole part of the screen.
 * @param {Desk} desk
 */
export function roomPart(desk) {
  const { view } = desk;
  if (!view.tables.length) return peopleTiles(desk);
  return [
    h(
      "header",
      { class: "room-head", "data-key": "head" },
      h("h2", {}, "The room"),
      h("p", { class: "quiet" }, counts(view)),
      view.sitting_out.length > 0 && h("p", { class: "quiet" }, `Sitting out: ${view.sitting_out.join(", ")}`),
    ),
    h(
      "div",
      { class: "tiles", "data-key": "tiles" },
      view.tables.map((table) => tile(desk, table)),
    ),
  ];
}

/**
 * Make the tiles as large as the room on the screen allows.
 * @param {HTMLElement} room
 * @param {number} count
 */
export function arrange(room, count) {
  /** @type {HTMLElement | null} */
  const tiles = room.querySelector(".tiles:not(.people-tiles)");
  if (!tiles) return;
  const type = parseFloat(getComputedStyle(document.documentElement).fontSize) / 18;
  const { name, columns } = fit(count, (tiles.clientWidth - 8) / type, (tiles.clientHeight - 8) / type);
  // On a phone the room is as long as it needs to be, so the height says nothing.
  const narrow = matchMedia("(max-width: 899px)").matches;
  const crowded = count > 60;
  const fitting = Math.floor(tiles.clientWidth / (crowded ? 86 : 180));
  tiles.dataset.size = narrow ? (crowded ? "tight" : "snug") : name;
  tiles.style.setProperty("--columns", String(narrow ? Math.max(fitting, 2) : columns));
}
