// Luck and skill, drawn: the way from level to the result of the game, and the same for each hand.

import { h } from "../shared/dom.js";
import { plural } from "../shared/english.js";
import { nameOf, placed, youOr } from "./entry.js";
import { barBetween, placeOn, scaleOf } from "./estimates.js";
import { groupsOf, inTenths, legsOf, marginWords, partsOf, signedTenths } from "./fortune.js";
import { portrait } from "./portrait.js";

/** @typedef {import("../shared/wire.js").Review} Review */
/** @typedef {import("../shared/wire.js").Fortune} Fortune */
/** @typedef {import("./fortune.js").Part} Part */
/** @typedef {import("./estimates.js").Scale} Scale */

/** @type {Record<"deal" | "fall" | "skill", string>} */
const GROUP_WORDS = { deal: "Deal", fall: "Fall", skill: "Skill" };

/** @param {Review} review @param {Part} part @returns {[string, string]} */
function partWords(review, { kind, seat }) {
  switch (kind) {
    case "deal":
      return ["The deal", "luck: the cards as dealt"];
    case "fall":
      return ["The fall", "luck: how the cards lay"];
    case "you":
      return [youOr(review, seat ?? 0), review.you === null ? "decisions" : "your decisions"];
    case "partner":
      return [nameOf(review, seat ?? 0), review.you === null ? "decisions" : "your partner"];
    case "they":
      return [nameOf(review, seat ?? 0), review.you === null ? "decisions" : "opponent"];
    case "bots":
      return ["Bots", "for players who were away"];
    case "rules":
      return ["Rules", "points that nobody played for"];
    case "start":
      return ["Start", "the score before the first hand"];
  }
}

// Cards dealt in a fan, a card that falls, and plain lines for the rest.
/** @type {Record<string, string>} */
const SIGNS = {
  deal: "M9 27 15 11l9 3-6 17zM18 13l5-2 8 15-9 5M25 13l8 3",
  fall: "M14 8h12v14H14zM20 25v7M16 29l4 4 4-4",
  other: "M10 15h20M10 20h20M10 25h20",
};

/** @param {string} kind */
function sign(kind) {
  const holder = h("span", { class: `leg-sign ${kind}`, "aria-hidden": "true" });
  holder.innerHTML = `<svg viewBox="0 0 40 40"><circle cx="20" cy="20" r="20"/><path d="${SIGNS[kind] ?? SIGNS.other}"/></svg>`;
  return holder;
}

/**
 * "+0.7 ± 0.2".
 * @param {number} shown
 * @param {number} margin
 */
const figure = (shown, margin) => [
  h("b", {}, signedTenths(shown)),
  margin ? h("small", {}, ` ${marginWords(margin)}`) : null,
];

/** @param {Scale} scale @param {number} at @param {number} margin */
function whisker(scale, at, margin) {
  if (!margin) return null;
  const { left, width } = barBetween(scale, at - margin, at + margin);
  return placed("whisker", left, width);
}

/** @param {Review} review @param {ReturnType<typeof legsOf>[number]} leg @param {number} shown @param {Scale} scale */
function legItem(review, leg, shown, scale) {
  const [label, about] = partWords(review, leg);
  const { left, width } = barBetween(scale, leg.from, leg.to);
  return h(
    "li",
    { class: `leg ${leg.kind}` },
    leg.seat === null ? sign(leg.kind) : h("span", { class: "leg-sign" }, portrait(review, leg.seat)),
    h("span", { class: "leg-words" }, h("b", {}, label), h("small", {}, about)),
    h(
      "span",
      { class: "track", "aria-hidden": "true" },
      placed("zero", placeOn(scale, 0)),
      placed(`way${leg.gave < 0 ? " back" : ""}`, left, width),
      whisker(scale, leg.to, leg.margin),
    ),
    h("span", { class: "leg-worth" }, figure(shown, leg.margin)),
  );
}

/** @param {number} ahead @param {Scale} scale */
const resultItem = (ahead, scale) =>
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
    h("b", { class: "leg-worth" }, aheadWords(ahead)),
  );

/** @param {number} ahead */
const aheadWords = (ahead) =>
  ahead ? `${plural(Math.abs(ahead), "point")} ${ahead > 0 ? "ahead" : "behind"}` : "level";

/** Less luck than this, in points, is told as even. */
const EVEN = 0.5;

/**
 * "Luck gave you 2.1 points. Your decisions cost 0.6."
 * @param {Review} review
 * @param {readonly Part[]} parts
 * @param {readonly number[]} shown
 * @param {string} who
 */
function headline(review, parts, shown, who) {
  /** @param {readonly string[]} kinds */
  const sum = (kinds) => parts.reduce((total, { kind }, place) => total + (kinds.includes(kind) ? shown[place] : 0), 0);
  const luck = sum(["deal", "fall"]);
  const gave =
    Math.abs(luck) < EVEN
      ? "Luck was about even."
      : `Luck ${luck < 0 ? "cost" : "gave"} ${who} ${Math.abs(luck).toFixed(1)} points.`;
  if (review.you === null) return gave;
  const own = sum(["you"]);
  return `${gave} Your decisions ${own > 0 ? "gained" : "cost"} ${Math.abs(own).toFixed(1)}.`;
}

/**
 * The way from level to the result of the game.
 * @param {Review} review
 * @param {Fortune} fortune
 * @param {string} who
 */
export function wayToResult(review, fortune, who) {
  const legs = legsOf({ you: review.you, fortune });
  const shown = inTenths(legs.map(({ gave }) => gave));
  const ahead = Math.round(legs.at(-1)?.to ?? 0);
  const scale = scaleOf(legs.map(({ to, margin }) => ({ worth: to, doubt: margin })));
  return h(
    "section",
    { class: "cloth legs-panel" },
    h("h2", {}, headline(review, legs, shown, who)),
    h(
      "ol",
      { class: "legs" },
      legs.map((leg, place) => legItem(review, leg, shown[place], scale)),
      resultItem(ahead, scale),
    ),
    h(
      "p",
      {},
      "Skill is measured against the teacher's choices, with what each player could see. ",
      `The thin lines are margins of error. Plus is good for ${who}, so an opponent's mistake is a plus.`,
    ),
  );
}

// Hand by hand.

/** @param {"deal" | "fall" | "skill"} group @param {{ gave: number, margin: number }} part @param {Scale} scale */
function groupBar(group, { gave, margin }, scale) {
  const { left, width } = barBetween(scale, 0, gave);
  return h("span", { class: `part ${group}` }, placed("bar", left, width), whisker(scale, gave, margin));
}

/** @param {Review} review @param {readonly Part[]} parts */
function partList(review, parts) {
  const shown = inTenths(parts.map(({ gave }) => gave));
  return h(
    "ul",
    { class: "hand-parts" },
    parts.map((part, place) => {
      const [label, about] = partWords(review, part);
      return h(
        "li",
        {},
        h("span", {}, h("b", {}, label), ` ${about}`),
        h("span", { class: "worth" }, figure(shown[place], part.margin)),
      );
    }),
  );
}

/** @param {Review} review @param {readonly Part[]} parts @param {number} number @param {Scale} scale */
function handItem(review, parts, number, scale) {
  const points = Math.round(parts.reduce((sum, { gave }) => sum + gave, 0));
  const groups = groupsOf(parts);
  const order = /** @type {("deal" | "fall" | "skill")[]} */ (["deal", "fall", "skill"]);
  const said = order.map((group) => `${GROUP_WORDS[group].toLowerCase()} ${signedTenths(groups[group].gave)}`);
  return h(
    "li",
    {},
    h(
      "details",
      { class: "hand-luck" },
      h(
        "summary",
        {},
        h("span", { class: "visually-hidden" }, `Hand ${number}, ${aheadWords(points)}: ${said.join(", ")}`),
        h("b", { class: "hand-number", "aria-hidden": "true" }, String(number)),
        h(
          "span",
          { class: "track", "aria-hidden": "true" },
          placed("zero", placeOn(scale, 0)),
          order.map((group) => groupBar(group, groups[group], scale)),
        ),
        h(
          "b",
          { class: "hand-points", "aria-hidden": "true" },
          points ? `${points > 0 ? "+" : "−"}${Math.abs(points)}` : "0",
        ),
      ),
      partList(review, parts),
    ),
  );
}

/**
 * Luck and skill of each hand. A hand opens to show all its parts.
 * @param {Review} review
 * @param {Fortune} fortune
 */
export function byHand(review, fortune) {
  const hands = fortune.hands.map((hand) => partsOf(review.you, hand));
  const scale = scaleOf(
    hands.flatMap((parts) =>
      Object.values(groupsOf(parts)).map(({ gave, margin }) => ({ worth: gave, doubt: margin })),
    ),
  );
  return h(
    "section",
    { class: "panel hands-luck" },
    h("h2", {}, "Luck and skill, hand by hand"),
    h(
      "ul",
      { class: "luck-key" },
      h("li", { class: "part deal" }, h("i", { class: "bar" }), h("b", {}, "Deal"), " the cards as they were dealt"),
      h(
        "li",
        { class: "part fall" },
        h("i", { class: "bar" }),
        h("b", {}, "Fall"),
        " how they lay for what was chosen",
      ),
      h("li", { class: "part skill" }, h("i", { class: "bar" }), h("b", {}, "Skill"), " the decisions of all four"),
    ),
    h(
      "ol",
      { class: "luck-hands" },
      hands.map((parts, place) => handItem(review, parts, place + 1, scale)),
    ),
  );
}
