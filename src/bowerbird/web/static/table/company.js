// The bots at the table in words. Loaded where there is room for it, and with the sheets.

import { h } from "../shared/dom.js";
import "./birds.js";

/**
 * What the page knows about the birds that play.
 * @typedef {object} BirdShown
 * @property {string} bird
 * @property {string} habit
 * @property {string} style
 * @property {Record<string, { words: string, shares: number[], usual: number[] }>} levels
 */

/**
 * The birds that play, in the order in which they take seats.
 * @type {readonly BirdShown[]}
 */
export const BOT_BIRDS = JSON.parse(document.getElementById("table-page")?.dataset.birds ?? "[]");

/** @param {import("../shared/wire.js").ChairShown} chair */
export const birdOf = ({ kind, bird }) => (kind === "bot" ? BOT_BIRDS.find((each) => each.bird === bird) : undefined);

/**
 * The level of a bot as people call it.
 * @param {import("../shared/wire.js").RoomShown} room
 * @param {string} level
 */
function levelWord({ levels }, level) {
  const words = (document.getElementById("table-page")?.dataset.levels ?? "").split("|");
  return words[levels.indexOf(level)] ?? level;
}

/**
 * The level, the habit and the style of a bot in two sentences; empty for people.
 * @param {import("../shared/wire.js").RoomShown} room
 * @param {import("../shared/wire.js").ChairShown} chair
 */
export function manner(room, chair) {
  const found = birdOf(chair);
  if (!found) return "";
  return `${found.habit.replace(chair.name, `${chair.name} (${levelWord(room, chair.level).toLowerCase()})`)} ${found.style}`;
}

/**
 * The bots at the table: a picture and a manner each.
 * @param {import("./table-types.js").ShownFrame} frame
 */
export function company({ room }) {
  const bots = room.chairs.filter((chair) => manner(room, chair));
  if (!bots.length) return null;
  return h(
    "div",
    { class: "company" },
    h("h2", {}, "At the table"),
    h(
      "ul",
      {},
      bots.map((bot) =>
        h(
          "li",
          {},
          h("bird-portrait", { bird: bot.bird, name: bot.name, "aria-hidden": "true" }),
          h("span", {}, manner(room, bot)),
        ),
      ),
    ),
  );
}
