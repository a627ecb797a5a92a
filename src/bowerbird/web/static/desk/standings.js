// The public page of an event, for phones and laptops: the ranking as it stands, and why.

import { h, morphChildren } from "../dom.js";
import { dayWords } from "./phone-words.js";
import { standingsList } from "./standings-list.js";
import { follow } from "./wire.js";

const page = document.querySelector("#standings");
const live = document.querySelector("#live");
let view = null;
let trouble = "";
let said = "";

follow(page.dataset.token, {
  heard(fresh) {
    view = fresh;
    draw();
    if (said && said !== when()) live.textContent = `${when()} The standings have changed.`;
    said = when();
  },
  changed(line, why) {
    trouble = line === "lost" ? "No connection now. I keep trying." : line === "refused" ? why : "";
    draw();
  },
});

page.addEventListener("input", draw);

function when() {
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
  const find = page.querySelector("#find")?.value ?? "";
  const facts = [view.place, dayWords(view.date), view.rules.title].filter(Boolean).join(" · ");
  const parts = [
    h("h1", {}, view.title),
    h("p", { class: "quiet" }, facts),
    h("p", {}, h("b", {}, when())),
    trouble ? h("p", { role: "status" }, trouble) : null,
    view.standings.lines.length > 12 ? search() : null,
    standingsList(view.standings, { find }),
  ];
  morphChildren(page, parts.filter(Boolean));
}
