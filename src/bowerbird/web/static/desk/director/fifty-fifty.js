// The 50-50 draw: what the tickets brought and who won, entered after the tickets are drawn.

import { h } from "../../shared/dom.js";
import { field, form, text } from "./parts.js";

/** @typedef {import("../page-types.js").Desk} Desk */
/** @typedef {import("../page-types.js").Fields} Fields */

/** @param {Desk} desk */
export function fiftyFiftyPart({ view }) {
  if (!view.fifty_fifty) return null;
  return h(
    "section",
    { class: "panel", "data-key": "fifty-fifty" },
    h("h3", {}, "50-50 draw"),
    form(
      { what: "fifty-fifty" },
      { "data-read": "fifty-fifty", class: "row" },
      field("The tickets brought, in dollars", text("taken", { inputmode: "decimal", required: true, maxlength: 9 })),
      field("Winner", text("winner", { required: true, maxlength: 60, list: "names" })),
      h("button", {}, "Save the draw"),
    ),
    h("p", { class: "quiet" }, `${view.fifty_fifty}% goes to the winner. The club keeps the rest.`),
  );
}

/** @param {Fields} fields */
export function readFiftyFifty({ taken, winner }) {
  const cents = Math.round(Number(taken) * 100);
  if (!Number.isFinite(cents)) throw new Error(`“${taken}” isn't a sum in dollars. Use the form 41 or 41.50.`);
  return { what: "fifty-fifty", taken: cents, winner: String(winner) };
}
