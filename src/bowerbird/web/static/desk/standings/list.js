// The ranking as a list whose lines open: place, name and total for everyone, the rest and the reasons of a tie on a
// tap. Shared by the public page and the phones.

import { h } from "../../shared/dom.js";
import { plural } from "../../shared/english.js";
import { toCome } from "../phone/words.js";
import { GAIN_NOTE, gainPicture, gainScale, gainWords } from "./gain.js";
import { ranked } from "./places.js";

/** @typedef {import("../../shared/wire.js").StandingLine} StandingLine */

// Which lines people have opened: they stay open when the list is drawn again.
/** @type {Set<string>} */
const opened = new Set();

document.addEventListener(
  "toggle",
  ({ target }) => {
    const { dataset, open } = /** @type {HTMLDetailsElement} */ (target);
    if (dataset.line) opened[open ? "add" : "delete"](dataset.line);
  },
  true,
);

/**
 * Everything about one line in words; only what is not nothing.
 * @param {StandingLine} line
 */
function details(line) {
  const parts = [plural(line.games, "game"), `${line.wins} won`];
  if (line.per_board) parts.unshift(gainWords(line.per_board));
  if (line.draws) parts.push(`${line.draws} tied`);
  parts.push(`${line.losses} lost`);
  if (Number(line.points) !== Number(line.total)) parts.push(plural(line.points, "point"));
  if (line.loners) parts.push(plural(line.loners, "lone march", "lone marches"));
  if (line.euchres) parts.push(plural(line.euchres, "euchre"));
  if (line.sat_out) parts.push(`sat out ${line.sat_out === 1 ? "once" : `${line.sat_out} times`}`);
  if (line.to_come) parts.push(toCome(line));
  return parts.join(", ");
}

/**
 * @param {StandingLine} line
 * @param {boolean} own
 * @param {(line: StandingLine) => string} written
 * @param {number} scale of the pictures
 * @param {boolean} above
 */
function row(line, own, written, scale, above = false) {
  const id = `${above ? "above " : ""}${line.name}`;
  return h(
    "li",
    { "data-key": id, class: own ? "own" : null },
    h(
      "details",
      { "data-line": id, open: opened.has(id) },
      h(
        "summary",
        {},
        h("span", { class: "place" }, written(line)),
        h("span", { class: "name" }, line.name, own ? h("span", { class: "you-mark" }, " (you)") : null),
        line.to_come ? h("span", { class: "quiet", title: toCome(line) }, `${line.to_come} to come`) : null,
        line.reasons?.length ? h("span", { class: "tie", title: "There is a reason for this place" }, "why?") : null,
        gainPicture(line.per_board, scale),
        h("b", { class: "total" }, line.total),
      ),
      h("p", {}, details(line)),
      line.reasons?.length
        ? h(
            "ol",
            { class: "reasons" },
            line.reasons.map((reason) => h("li", {}, reason)),
          )
        : null,
    ),
  );
}

/**
 * The list. With `ownFirst` one's own line stands above the others, as well as in its place.
 * @param {import("../../shared/wire.js").Standings | undefined} standings
 * @param {{ own?: string | null, ownFirst?: boolean, find?: string }} options
 */
export function standingsList(standings, { own = null, ownFirst = false, find = "" } = {}) {
  const { lines = [], total_is: total, held = false, says = "" } = standings ?? {};
  const soon = held ? h("p", { class: "held" }, "The places are announced soon.") : null;
  if (soon && !lines.length) return soon;
  if (!lines.length) return h("p", {}, says || "No standings yet. They start with the first scores.");
  const written = ranked(lines);
  const mine = lines.find((line) => line.name === own);
  const sought = find.trim().toLocaleLowerCase();
  const wanted = lines.filter((line) => line.name.toLocaleLowerCase().includes(sought));
  const scale = gainScale(lines);
  const head = h("p", { class: "total-is quiet" }, h("span", {}, "Tap a line for more."), h("span", {}, total));
  return h(
    "div",
    { class: "standings" },
    soon,
    says ? h("p", {}, says) : null,
    head,
    ownFirst && mine ? h("ol", { class: "own-line" }, row(mine, true, written, scale, true)) : null,
    wanted.length
      ? h(
          "ol",
          {},
          wanted.map((line) => row(line, line === mine, written, scale)),
        )
      : h("p", {}, "Nobody here has that name."),
    scale ? h("p", { class: "quiet gain-note" }, GAIN_NOTE) : null,
  );
}
