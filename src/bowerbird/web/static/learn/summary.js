// The first part of a review: the result, the way to it from luck and decisions, and the points hand by hand.

import "../table/birds.js";
import { h } from "../shared/dom.js";
import { listed, plural } from "../shared/english.js";
import { portraitAt } from "../table/small-table.js";
import { birdsOf, nameOf, placed, youOr } from "./entry.js";
import { barBetween, isGood, isMistake, legsOf, placeOn, scaleOf, signed } from "./estimates.js";

/** @typedef {import("../shared/wire.js").Review} Review */
/** @typedef {import("./estimates.js").Leg} Leg */

/** @param {Review} review @param {number} seat */
function portrait(review, seat) {
  const names = review.people.map(({ name }) => name);
  return portraitAt({ names, birds: birdsOf(review) }, seat, { "aria-hidden": "true" });
}

/** @param {Review} review */
const ownSide = ({ you }) => (you === null ? 0 : you % 2);

/**
 * The seats of a side, the reader's own first.
 * @param {Review} review
 * @param {number} side
 */
const seatsOf = ({ you }, side) => (you !== null && you % 2 === side ? [you, (you + 2) % 4] : [side, side + 2]);

/** @param {Review} review @param {number} side */
const names = (review, side) => listed(seatsOf(review, side).map((seat) => youOr(review, seat)));

/**
 * "You and Finch won 10–8".
 * @param {Review} review
 */
export function resultWords(review) {
  const own = ownSide(review);
  const score = `${review.sides[own].points}–${review.sides[1 - own].points}`;
  if (review.winner === null) return `${names(review, own)} tied ${score}`;
  return `${names(review, own)} ${review.winner === own ? "won" : "lost"} ${score}`;
}

/**
 * The result, who played, and the ways on from here.
 * @param {Review} review
 * @param {unknown[]} ways
 */
export function head(review, ways) {
  const own = ownSide(review);
  return h(
    "header",
    { class: "review-head" },
    h(
      "span",
      { class: "pair" },
      seatsOf(review, own).map((seat) => portrait(review, seat)),
    ),
    h("div", {}, h("h1", {}, resultWords(review)), h("p", { class: "quiet" }, `against ${names(review, 1 - own)}`)),
    h("p", { class: "row" }, ways),
  );
}

/** @param {Review} review @param {Leg} leg @returns {[string, string]} */
function legWords(review, { kind, seats }) {
  switch (kind) {
    case "luck":
      return ["Luck", "the cards"];
    case "you":
      return [youOr(review, seats[0]), "decisions"];
    case "partner":
      return [nameOf(review, seats[0]), review.you === null ? "decisions" : "your partner"];
    case "they":
      return ["They", `mistakes of ${listed(seats.map((seat) => nameOf(review, seat)))}`];
    case "bots":
      return ["Bots", "for players who were away"];
  }
}

const WIND = "M8 15H24a5 5 0 1 0-5-5M8 21H31a4.5 4.5 0 1 1-4.5 4.5M8 27H19a4 4 0 1 1-4 4";

/** @param {string} kind */
function sign(kind) {
  const holder = h("span", { class: `leg-sign ${kind}`, "aria-hidden": "true" });
  holder.innerHTML = `<svg viewBox="0 0 40 40"><circle cx="20" cy="20" r="20"/><path d="${WIND}"/></svg>`;
  return holder;
}

/** @param {Review} review @param {Leg} leg @param {import("./estimates.js").Scale} scale */
function legItem(review, leg, scale) {
  const [label, about] = legWords(review, leg);
  const gave = leg.to - leg.from;
  const { left, width } = barBetween(scale, leg.from, leg.to);
  return h(
    "li",
    { class: `leg ${leg.kind}` },
    leg.seats.length
      ? h(
          "span",
          { class: `leg-sign${leg.seats.length > 1 ? " two" : ""}` },
          leg.seats.map((seat) => portrait(review, seat)),
        )
      : sign(leg.kind),
    h("span", { class: "leg-words" }, h("b", {}, label), h("small", {}, about)),
    h(
      "span",
      { class: "track", "aria-hidden": "true" },
      placed("zero", placeOn(scale, 0)),
      placed(`way${gave < 0 ? " back" : ""}`, left, width),
    ),
    h("b", { class: "leg-worth" }, signed(gave)),
  );
}

/** @param {Review} review */
function luckAndSkill(review) {
  const own = ownSide(review);
  const { luck } = review.sides[own];
  const cost = review.you === null ? null : (review.people.find(({ seat }) => seat === review.you)?.cost ?? 0);
  const gave = `The cards ${luck < 0 ? "cost" : "gave"} ${review.you === null ? names(review, own) : "you"} ${Math.abs(luck).toFixed(2)} points.`;
  const skill = cost === null ? "" : ` Your decisions cost ${cost.toFixed(2)}.`;
  const legs = legsOf(review);
  const ahead = review.sides[own].points - review.sides[1 - own].points;
  const scale = scaleOf(legs.map(({ to }) => ({ worth: to })));
  return h(
    "section",
    { class: "cloth legs-panel" },
    h("h2", {}, gave, skill),
    h(
      "ol",
      { class: "legs" },
      legs.map((leg) => legItem(review, leg, scale)),
      h(
        "li",
        { class: "leg result" },
        h("span", {}),
        h("b", {}, "Result"),
        h(
          "span",
          { class: "track", "aria-hidden": "true" },
          placed("zero", placeOn(scale, 0)),
          placed("berry", placeOn(scale, ahead)),
        ),
        h(
          "b",
          { class: "leg-worth" },
          ahead ? `${plural(Math.abs(ahead), "point")} ${ahead > 0 ? "ahead" : "behind"}` : "level",
        ),
      ),
    ),
    h("p", {}, "Measured against the teacher's choices with the same cards. Luck is all that decisions don't explain."),
  );
}

/** @param {number} count @param {string} kind */
const marks = (count, kind) =>
  h(
    "span",
    { class: `marks ${kind}`, "aria-hidden": "true" },
    Array.from({ length: count }, () => h("i", null)),
  );

/** @param {Review} review */
function handByHand(review) {
  const own = ownSide(review);
  const words = review.you === null ? [names(review, own), names(review, 1 - own)] : ["We", "They"];
  const mine = review.decisions.filter(
    ({ seat, stood_in: stoodIn }) => !stoodIn && (review.you === null || seat === review.you),
  );
  const mistakes = mine.filter(isMistake);
  const bad = new Set(mistakes.map(({ hand }) => hand));
  const figures = /** @type {[string, number][]} */ ([
    [plural(mine.length, "choice").replace(/^\d+ /, ""), mine.length],
    ["as good as any", mine.filter(isGood).length],
    ["to look at", mistakes.length],
  ]);
  return h(
    "section",
    { class: "panel hands-panel" },
    h("h2", {}, "Hand by hand"),
    h("p", { class: "side-points" }, `${words[0]} `, h("b", {}, String(review.sides[own].points))),
    h(
      "ol",
      { class: "hands" },
      review.hands.map((points, place) =>
        h(
          "li",
          { class: bad.has(place + 1) ? "look" : null },
          marks(points[own], "ours"),
          h(
            "span",
            { class: "visually-hidden" },
            `Hand ${place + 1}: ${words[0]} ${points[own]}, ${words[1]} ${points[1 - own]}${bad.has(place + 1) ? ", to look at" : ""}`,
          ),
          h("b", { "aria-hidden": "true" }, String(place + 1)),
          marks(points[1 - own], "theirs"),
        ),
      ),
    ),
    h("p", { class: "side-points" }, `${words[1]} `, h("b", {}, String(review.sides[1 - own].points))),
    h(
      "ul",
      { class: "figures" },
      figures.map(([word, number]) => h("li", {}, h("b", {}, String(number)), ` ${word}`)),
    ),
  );
}

/**
 * Every player's decisions and what they lost.
 * @param {Review} review
 */
export function byPlayer(review) {
  return h(
    "section",
    {},
    h("h2", {}, "By player"),
    h(
      "div",
      { class: "table-scroll panel", role: "region", "aria-label": "By player", tabindex: 0 },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["Player", "Decisions", "Mistakes", "Lost"].map((word) => h("th", { scope: "col" }, word)),
          ),
        ),
        h(
          "tbody",
          {},
          review.people.map((person) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, person.name),
              h("td", {}, String(person.decisions)),
              h("td", {}, String(person.mistakes)),
              h("td", {}, person.cost.toFixed(2)),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @param {Review} review */
export const overview = (review) => h("div", { class: "overview" }, luckAndSkill(review), handByHand(review));
