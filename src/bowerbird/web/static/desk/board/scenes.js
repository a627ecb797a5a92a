// What the board shows, page by page: who sits where, the clock, results, standings, prizes, the final places. A page
// is only ever as much as fits without scrolling and can be read from ten metres. Depends on the view, not on the time.

import { h } from "../../shared/dom.js";
import { timeWords } from "../phone/words.js";
import { isAnnouncing, placesScene, prizeScenes } from "./places.js";
import { playScene } from "./playing.js";
import { standingsScenes } from "./ranking.js";
import { isPlayed, resultScenes, seatScenes } from "./tables.js";

/** @typedef {import("../../shared/wire.js").BoardView} View */
/**
 * A page of the board: what stands above, between and below. `low` has a lower header, `quiet` the time of day in it.
 * `sizes` become lengths and numbers of the style sheet; `spoken` is a heading for screen readers, where the page shows
 * by itself what it is.
 * @typedef {object} Scene
 * @property {string} kind
 * @property {[string, string]} title
 * @property {[number, number]} part
 * @property {() => unknown} body
 * @property {() => unknown} foot
 * @property {Record<string, number>} [sizes]
 * @property {string} [spoken]
 * @property {boolean} [low]
 * @property {boolean} [quiet]
 */

const CUTS_A_PAGE = 7;

/**
 * Games that ended level, and who cuts: everything that a score in a grid does not show.
 * @param {View} view
 * @returns {Scene[]}
 */
function cutScenes({ results, tables, round, moves }) {
  const level = new Set(tables.filter(({ result }) => result && !result.winner).map(({ number }) => number));
  const lines = results.filter(({ table }) => level.has(table));
  const pages = Array.from({ length: Math.ceil(lines.length / CUTS_A_PAGE) }, (_, page) =>
    lines.slice(page * CUTS_A_PAGE, (page + 1) * CUTS_A_PAGE),
  );
  return pages.map((page, at) => ({
    kind: "ties",
    title: ["Tied games", round ? `${round.name}` : ""],
    part: [at + 1, pages.length],
    body: () =>
      h(
        "ul",
        { class: "ties", "data-fit": "" },
        page.map(({ table, words }) => h("li", {}, h("b", {}, `Table ${table}`), h("span", {}, words))),
      ),
    foot: () => [moves],
  }));
}

/** @param {string} token @param {View} view @returns {Scene} */
function welcome(token, view) {
  const { here = 0, entered = 0, sign_up: signUp, place, start } = view;
  const people = entered ? `${here} of ${entered} ${entered === 1 ? "person is" : "people are"} here` : "Welcome";
  const code = signUp ? `/api/desk/${token}/qr.svg?to=${encodeURIComponent(signUp)}` : null;
  return {
    kind: "welcome",
    title: ["Welcome", ""],
    part: [1, 1],
    quiet: true,
    body: () =>
      h(
        "div",
        { class: "welcome" },
        h(
          "div",
          {},
          h("h2", {}, view.title),
          h("p", { class: "big" }, people),
          start ? h("p", {}, `We start at ${timeWords(start)}`) : null,
          place ? h("p", {}, place) : null,
          h("p", {}, view.rules.title),
        ),
        code
          ? h(
              "figure",
              {},
              // Lazy: a page that is drawn but not shown asks for nothing.
              h("img", { loading: "lazy", src: code, alt: "QR code to sign up with a phone" }),
              h("figcaption", {}, "Sign up with your phone, or tell the director"),
            )
          : null,
      ),
    foot: () => [view.moves],
  };
}

/** @param {View} view */
const anyGames = (view) => view.standings.lines.some((line) => line.games);

/**
 * Every page there is to show now, in the order in which they turn. A page draws itself when its time comes.
 * @param {string} token
 * @param {View} view
 * @param {() => ReturnType<typeof import("./clock.js").face>} face
 * @returns {Scene[]}
 */
export function scenes(token, view, face) {
  const places = placesScene(view);
  if (places && isAnnouncing(view)) return [places];
  const prizes = prizeScenes(view);
  if (view.phase === "over" || view.phase === "play-offs") {
    return [...(places ? [places] : []), ...standingsScenes(view), ...prizes];
  }
  if (!view.round) return [welcome(token, view), ...prizes];
  const standings = anyGames(view) ? standingsScenes(view) : [];
  if (view.round.closed) return [...resultScenes(view), ...cutScenes(view), ...standings, ...prizes];
  const seats = seatScenes(view);
  // Before the bell nobody looks for anything but a chair.
  return isPlayed(view) ? [playScene(view, face), ...seats, ...cutScenes(view), ...standings, ...prizes] : seats;
}
