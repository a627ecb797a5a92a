// Fees that nobody ticked as paid, after the doors: a line that stays in sight, a list to tick them, and what it means
// for the pot.

import { h } from "../../shared/dom.js";
import { plural } from "../../shared/english.js";
import { money } from "../money.js";
import { act, opens } from "./parts.js";

/** @typedef {import("../page-types.js").Desk} Desk */

const NAMED = 3;

/**
 * People of this meeting who came and have not paid, once the till beside the names is gone.
 * @param {Desk} desk
 */
const owing = ({ view }) => (view.phase === "entry" ? [] : (view.door?.owing ?? []));

/** @param {readonly string[]} names */
function unpaidWords(names) {
  const more = names.length - NAMED;
  const named = more > 1 ? `${names.slice(0, NAMED).join(", ")} and ${more} more` : names.join(", ");
  return `${plural(names.length, "person hasn't", "people haven't")} paid: ${named}.`;
}

/**
 * The line among what needs attention; none where everyone has paid.
 * @param {Desk} desk
 */
export function unpaidNeed(desk) {
  const names = owing(desk);
  if (!names.length) return null;
  return h(
    "li",
    { class: "need long", "data-key": "need unpaid" },
    opens(h("span", {}, unpaidWords(names)), "unpaid", {}, { class: "plain-button need-words" }),
    opens("Open", "unpaid", {}, { "aria-label": "Open the list of people who haven't paid" }),
  );
}

/**
 * What unpaid fees mean for the pot, where prizes are worked out or the event is finished.
 * @param {Desk} desk
 */
export function unpaidNote(desk) {
  const { door } = desk.view;
  if (!door?.short) return null;
  return h(
    "div",
    { class: "panel unpaid-note", "data-key": "unpaid" },
    h(
      "p",
      {},
      h("b", {}, `${plural(door.short / door.fee, "fee is", "fees are")} not ticked as paid: ${money(door.short)}. `),
      `The pot counts everyone who came. If this money isn't in the till, it will be ${money(door.short)} short.`,
    ),
    door.owing.length > 0 && opens("Who hasn't paid", "unpaid"),
  );
}

/** @type {import("../page-types.js").DrawerPart} */
export const unpaidDrawer = {
  directorOnly: true,
  title: (desk) => `Not paid: ${desk.view.door?.owing.length ?? 0}`,
  content: ({ view: { door } }) => {
    if (!door?.owing.length) return h("p", { class: "sentence" }, "Everyone who came has paid.");
    const names = [...door.owing].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }));
    return [
      h("p", { "data-key": "sum" }, `${money(door.fee)} each. Tap a name when you have the money.`),
      h(
        "ul",
        { class: "people-list", "data-key": "list" },
        names.map((name) =>
          h(
            "li",
            { "data-key": name },
            h("b", {}, name),
            act("Mark as paid", { what: "paid", names: [name], paid: true }, { "aria-label": `Mark as paid: ${name}` }),
          ),
        ),
      ),
      names.length > 1 &&
        act(`Mark all ${names.length} as paid`, { what: "paid", names, paid: true }, { "data-key": "all" }),
    ];
  },
};
