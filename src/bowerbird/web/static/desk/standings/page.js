// The public page of an event, for phones and laptops: the ranking as it stands, and why.

import { h, morphChildren } from "../../shared/dom.js";
import { follow } from "../event-connection.js";
import { dayWords } from "../phone/words.js";
import { standingsList } from "./list.js";

/** @typedef {import("../../shared/wire.js").BoardView} View */

const page = /** @type {HTMLElement} */ (document.querySelector("#standings"));
const live = /** @type {HTMLElement} */ (document.querySelector("#live"));
/** @type {View | null} */
let view = null;
let trouble = "";
let said = "";

follow(page.dataset.token ?? "", {
  /** @param {View} fresh */
  heard(fresh) {
    view = fresh;
    draw();
    const now = when(fresh);
    if (said && said !== now) live.textContent = `${now} The standings have changed.`;
    said = now;
  },
  changed(line, why) {
    trouble = line === "lost" ? "No connection. Trying again…" : line === "refused" ? (why ?? "") : "";
    draw();
  },
});

page.addEventListener("input", draw);

/** @param {View} view */
function when(view) {
  if (view.phase === "over") return "Final standings.";
  if (!view.round) return "Nothing has been played yet.";
  const { number, of, closed } = view.round;
  return `${closed ? "After" : "During"} round ${number}${of ? ` of ${of}` : ""}.`;
}

// A long list is searched, a short one is read.
const search = () =>
  h(
    "p",
    { class: "find" },
    h("label", { for: "find" }, "Find a name"),
    h("input", { id: "find", type: "search", autocomplete: "off" }),
  );

function draw() {
  if (!view) {
    if (trouble) page.replaceChildren(h("h1", {}, "Standings"), h("p", { role: "status" }, trouble));
    return;
  }
  /** @type {HTMLInputElement | null} */
  const field = page.querySelector("#find");
  const find = field?.value ?? "";
  const facts = [view.place, dayWords(view.date), view.rules.title].filter(Boolean).join(" · ");
  const parts = [
    h("h1", {}, view.title),
    h("p", { class: "quiet" }, facts),
    h("p", {}, h("b", {}, when(view))),
    trouble ? h("p", { role: "status" }, trouble) : null,
    view.standings.lines.length > 12 ? search() : null,
    standingsList(view.standings, { find }),
    view.tables.some(({ boards }) => boards.length)
      ? h("p", {}, h("a", { href: `/boards/${page.dataset.token}` }, "Every board"))
      : null,
  ];
  morphChildren(
    page,
    parts.filter((part) => part !== null),
  );
}
