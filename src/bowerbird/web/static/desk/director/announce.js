// Announce the places: hold the standings back from the board and the phones, then show them from the bottom up.

import { h } from "../../shared/dom.js";
import { act } from "./parts.js";

/** @typedef {import("../page-types.js").Desk} Desk */

/** @param {import("../../shared/wire.js").DeskAnnouncement} announcing @param {HTMLElement} all */
function nextSteps({ next, written, says, many, last }, all) {
  return [
    h("p", { class: "sentence" }, `Next: place ${written}: ${says}.`),
    h(
      "div",
      { class: "row" },
      act(`Announce place ${next}`, { what: "reveal", do: "next" }, { "data-main": true, "data-key": "next" }),
      many > 0 &&
        act(`Announce places ${last} to ${many}`, { what: "reveal", do: "next", place: many }, { "data-key": "many" }),
      all,
    ),
  ];
}

/**
 * The director's part of the standings page about what everyone sees of it.
 * @param {Desk} desk
 */
export function announcePart(desk) {
  const { announcing, phase } = desk.view;
  if (desk.role !== "director" || phase === "entry") return null;
  const { held, next } = announcing;
  const all = act("Show everyone everything", { what: "reveal", do: "all" }, { "data-key": "all" });
  return h(
    "section",
    { class: "panel announce", "data-key": "announce", "aria-label": "Announcing the places" },
    held
      ? [
          h("p", {}, "The board and the phones don't show the places."),
          next > 0
            ? nextSteps(announcing, all)
            : [h("p", { class: "quiet" }, "Finish the event to announce them."), h("div", { class: "row" }, all)],
        ]
      : h(
          "div",
          { class: "row" },
          act("Hold the standings back", { what: "reveal", do: "hold" }, { "data-key": "hold" }),
          h("p", { class: "quiet" }, "Only this desk sees them then. Later you announce them place by place."),
        ),
  );
}
