// The bots at the table in words. Loaded where there is room for it, and with the sheets.

import { h } from "../shared/dom.js";
import "./birds.js";

/**
 * The birds and their manners. What a bot can do is told by its level, not by its bird.
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
  lark: "Lark is up early and sings after a march.",
  jay: "Jay remembers every card, and says so.",
  owl: "Owl waits for the sure trick.",
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
 * The bots at the table: a picture, a manner and a level each.
 * @param {import("./table-types.js").ShownFrame} frame
 */
export function company({ room }) {
  const bots = room.chairs.filter(({ kind, name }) => kind === "bot" && Object.hasOwn(MANNERS, name.toLowerCase()));
  if (!bots.length) return null;
  return h(
    "div",
    { class: "company" },
    h("h2", {}, "At the table"),
    h(
      "ul",
      {},
      bots.map(({ name, level }) =>
        h(
          "li",
          {},
          h("bird-portrait", { bird: name.toLowerCase(), name, "aria-hidden": "true" }),
          h(
            "span",
            {},
            MANNERS[name.toLowerCase()],
            h("span", { class: "quiet" }, ` Level: ${levelWord(room, level)}.`),
          ),
        ),
      ),
    ),
  );
}
