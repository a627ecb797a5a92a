// The bots at the table in words. Loaded where there is room for it, and with the sheets.

import { h } from "../shared/dom.js";
import "./birds.js";

/**
 * The bots and their manners. What a bot can do is told by its level, not by its bird.
 * @type {Record<string, string>}
 */
const MANNERS = {
  wren: "Wren counts trumps and never hurries.",
  robin: "Robin hums while sorting the cards.",
  heron: "Heron stands still, and then plays at once.",
  finch: "Finch likes a quick hand and a full pile of tricks.",
  plover: "Plover keeps a very straight hand of cards.",
  magpie: "Magpie has an eye for jacks.",
  curlew: "Curlew looks long at every lead.",
};

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
 * The level and the style of a bot in one sentence; empty for people and for other bots.
 * @param {import("../shared/wire.js").RoomShown} room
 * @param {import("../shared/wire.js").ChairShown} chair
 */
export function manner(room, { kind, name, level }) {
  const style = kind === "bot" ? MANNERS[name.toLowerCase()] : undefined;
  return style?.replace(name, `${name} (${levelWord(room, level).toLowerCase()})`) ?? "";
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
