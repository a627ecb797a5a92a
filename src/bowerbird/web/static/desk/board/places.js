// The prizes, and the final places as they are announced: from the bottom up, one step at a time, the first three as
// cards that lie face down until then. Places that are held back are not in the view, so they are not in the page.

import "../../table/cards.js";
import { h } from "../../shared/dom.js";
import { ordinal, plural } from "../../shared/english.js";
import { ranked } from "../standings/places.js";
import { lineGrid } from "./layout.js";
import { room, widest } from "./measure.js";

/** @typedef {import("../../shared/wire.js").BoardView} View */
/** @typedef {import("../../shared/wire.js").AnnouncedPlace} Place */
/** @typedef {import("../../shared/wire.js").Announcement} Announcement */
/** @typedef {import("./scenes.js").Scene} Scene */

const AROUND = { head: 132, foot: 92, x: 40, y: 22 };
/** From this place on the board waits for each step; before, its pages turn. */
const ONE_BY_ONE = 8;
const BESIDE = 5;
/** @type {Record<number, string>} */
const CARDS = { 1: "B", 2: "Js", 3: "Jh" };
/** @type {Record<number, string>} */
const WORDS = { 1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh", 8: "eighth" };

/** @param {number} place */
const placeWords = (place) => `${WORDS[place] ?? ordinal(place)} place`;

/** @param {Announcement} announced @param {number} place */
function podium({ places, next }, place) {
  const here = places.filter((line) => line.place === place);
  // After a correction a place above the next one may be as it was announced.
  const hidden = place <= next && !here.length;
  // Two who share first place leave nobody second.
  if (!hidden && !here.length) return null;
  const written = ranked(places);
  return h(
    "figure",
    { class: "pod", "data-place": place, "data-key": `pod ${place}`, "data-now": here.some(({ now }) => now) },
    h("playing-card", { card: hidden ? "back" : CARDS[place] }),
    h(
      "figcaption",
      { "data-fit": "" },
      h("i", {}, here.length ? written(here[0]) : String(place)),
      here.map((line) => h("b", { "data-key": line.name }, line.name)),
      here.length ? h("span", {}, here[0].total, here[0].prize ? [" · ", h("strong", {}, here[0].prize)] : null) : null,
    ),
  );
}

/** @param {Place} line @param {(line: Place) => string} written */
const row = (line, written) =>
  h(
    "li",
    { "data-key": line.name, "data-now": line.now },
    h("i", {}, written(line)),
    h("div", {}, h("b", { class: "name" }, line.name), h("span", {}, line.total)),
    h("strong", {}, line.prize),
  );

/** @param {number} place */
const covered = (place) => h("li", { class: "covered", "data-key": `covered ${place}` }, h("i", {}, String(place)));

/** @param {Announcement} announced */
function besideOf({ places, next }) {
  const shown = places.filter(({ place }) => place > 3);
  const above = next <= ONE_BY_ONE ? Array.from({ length: Math.max(0, next - 3) }, (_, at) => at + 4) : [];
  const hidden = above.filter((place) => !shown.some((line) => line.place === place));
  return { hidden, shown: shown.slice(0, Math.max(1, BESIDE - hidden.length)) };
}

/** @param {Announcement} announced @param {number} of */
function words({ places, next, others }, of) {
  if (!next) return others.length ? [others.join(" ")] : ["Congratulations to the winners, and thank you for playing."];
  if (!places.length) return ["The places come up here, from the bottom up."];
  const before = next <= ONE_BY_ONE && of > ONE_BY_ONE ? `Places ${of} to ${ONE_BY_ONE + 1} were shown before. ` : "";
  return [before, h("b", {}, `Next: ${placeWords(next)}.`)];
}

/**
 * The final places: all of them, or those announced so far.
 * @param {View} view
 * @returns {Scene | null}
 */
export function placesScene({ announced, standings, phase }) {
  if (!announced || (phase !== "over" && !standings.held)) return null;
  if (!announced.next && !announced.places.some(({ place }) => place <= 3)) return null;
  const { hidden, shown } = besideOf(announced);
  const written = ranked(announced.places);
  const side = (room(AROUND).width - 44) * 0.43;
  const prize = Math.max(0, ...shown.map((line) => (line.prize ? 46 * widest([line.prize]) : 0)));
  const font = Math.min(42, (side - 96 - prize - 60) / widest(shown.map(({ name }) => name)));
  return {
    kind: "places",
    title: [announced.next ? "The places" : "Final standings", ""],
    part: [1, 1],
    quiet: true,
    sizes: { font, rows: Math.max(BESIDE, hidden.length + shown.length) },
    body: () => [
      h(
        "div",
        { class: "pods" },
        [2, 1, 3].map((place) => podium(announced, place)),
      ),
      h(
        "ol",
        { class: "placed" },
        hidden.map(covered),
        shown.map((line) => row(line, written)),
      ),
    ],
    foot: () => words(announced, standings.of),
  };
}

/**
 * True while each step of the announcement is waited for: nothing else is shown.
 * @param {View} view
 */
export const isAnnouncing = ({ announced, standings }) =>
  standings.held && announced !== null && announced.next < ONE_BY_ONE;

const PRIZE_ROWS = 7;

/** @param {View} view @returns {Scene[]} */
export function prizeScenes({ prizes, prizes_for: people, moves, announced }) {
  if (!prizes.length || announced) return [];
  const place = room(AROUND);
  const em = widest(prizes.map(({ words: says, amount }) => `${says}   ${amount}`));
  const wanted = { columns: prizes.length > PRIZE_ROWS ? 2 : 1, rows: PRIZE_ROWS, most: 60 };
  const { columns, font, each } = lineGrid(em, 90, place, wanted);
  const pages = Array.from({ length: Math.ceil(prizes.length / each) }, (_, at) =>
    prizes.slice(at * each, (at + 1) * each),
  );
  return pages.map((page, at) => ({
    kind: "prizes",
    title: ["The prizes", `for ${plural(people, "player")}`],
    part: [at + 1, pages.length],
    sizes: { font, columns, rows: Math.min(PRIZE_ROWS, Math.max(4, page.length)) },
    body: () =>
      h(
        "ol",
        { class: "prizes" },
        page.map(({ words: says, amount }) => h("li", {}, h("b", { class: "name" }, says), h("strong", {}, amount))),
      ),
    foot: () => [moves],
  }));
}
