// One entry of a review: the small table beside it, and what each choice was worth. The replay shows the same.

import { h } from "../shared/dom.js";
import { capital } from "../shared/english.js";
import { settings } from "../shared/settings.js";
import { sceneCaption, smallTable } from "../table/small-table.js";
import { barBetween, inPoints, isBehind, isMistake, placeOn, SMALL, scaleOf, signed } from "./estimates.js";

/** @typedef {import("../shared/wire.js").Review} Review */
/** @typedef {import("../shared/wire.js").Decided} Decided */
/** @typedef {import("../shared/wire.js").Proof} Proof */
/** @typedef {import("../shared/wire.js").ReviewedChoice} Choice */
/** @typedef {import("../table/small-table.js").Scene} Scene */
/** @typedef {{ options: readonly Choice[], seat: number, stood_in?: boolean, by?: string }} Shown */
/** @typedef {import("../table/small-table.js").Mark} Mark */

/** @param {Review} review @param {number} seat */
export const nameOf = (review, seat) => review.people.find((person) => person.seat === seat)?.name ?? "";

/** @param {Review} review @param {number} seat */
export const youOr = (review, seat) => (seat === review.you ? "You" : nameOf(review, seat));

/**
 * The pictures of the players by seat. One's own new choice is shown at once.
 * @param {Review} review
 */
export const birdsOf = (review) =>
  [0, 1, 2, 3].map((seat) =>
    seat === review.you && settings.birdWaits ? settings.bird : review.birds[nameOf(review, seat)],
  );

/** @param {Review} review @param {Decided} decision */
export function whoDecided(review, { seat, stood_in: stoodIn, by }) {
  if (!stoodIn) return by || youOr(review, seat);
  return `A bot for ${seat === review.you ? "you" : nameOf(review, seat)}`;
}

/**
 * A moment of the game as the small table draws it.
 * @param {Review} review
 * @param {import("../shared/wire.js").Scene} scene
 * @param {Partial<Decided>} [decision] perhaps of a bot that sat down during the game
 * @returns {Scene}
 */
function drawn(review, scene, { seat = 0, by = "" } = {}) {
  const names = [0, 1, 2, 3].map((each) => nameOf(review, each));
  const birds = birdsOf(review);
  if (by) [names[seat], birds[seat]] = [by, review.birds[by]];
  const { turn_up: turnUp, turn_up_is: turnUpIs, ...rest } = scene;
  return { ...rest, turnUp, turnUpIs, names, birds, you: review.you };
}

/**
 * The table at a decision: what was chosen and what was best are marked on the cards; a call is heard.
 * @param {Review} review
 * @param {Decided} decision
 * @returns {Scene}
 */
export function sceneOfDecision(review, decision) {
  const { scene, options, kind, seat, did } = decision;
  /** @type {Record<string, Mark[]>} */
  const marks = {};
  const chosen = options.find((option) => option.chosen)?.card;
  const [best] = options;
  if (chosen) marks[chosen] = ["you"];
  if (best?.card) for (const card of [best.card, ...best.same]) marks[card] = [...(marks[card] ?? []), "best"];
  /** @type {[number, string]} */
  const heard = [seat, did.match(/“(.*)”/)?.[1] ?? capital(did)];
  const calls = kind === "call" ? [...scene.calls, heard] : scene.calls;
  return { ...drawn(review, scene, decision), calls, marks, turn: kind === "play" ? seat : null };
}

/**
 * The table with the wrong card on it, and the cards that should have been played still in the hand.
 * @param {Review} review
 * @param {Proof} proof
 * @returns {Scene}
 */
export function sceneOfProof(review, { scene, plays, card, held }) {
  /** @type {Record<string, Mark[]>} */
  const marks = { [card]: ["wrong"] };
  for (const name of held) marks[name] = ["held"];
  const hand = scene.hand.filter((name) => name !== card);
  return { ...drawn(review, scene), plays, hand, winner: null, marks };
}

/**
 * A small table with a line under it. The line is part of what the table says to people who listen.
 * @param {Scene} scene
 */
export const picture = (scene) =>
  h(
    "div",
    { class: "scene" },
    smallTable(scene),
    h("p", { class: "scene-words quiet", "aria-hidden": "true" }, sceneCaption(scene)),
  );

/**
 * Something drawn at a place on its track, in percent. Set by hand: the page allows no styles in attributes.
 * @param {string} kind
 * @param {number} left
 * @param {number} [width]
 */
export function placed(kind, left, width) {
  const drawn = h("i", { class: kind });
  drawn.style.left = `${left}%`;
  if (width !== undefined) drawn.style.width = `${width}%`;
  return drawn;
}

/** @param {string} kind @param {string} words */
const tag = (kind, words) => h("b", { class: `mark mark-${kind}` }, words);

/**
 * "+0.71 ± 0.08 points", for people who listen. The doubt is that of the difference from the best choice.
 * @param {Choice} choice
 */
const worthWords = ({ worth, doubt }) => `${signed(worth)}${doubt === null ? "" : ` ± ${doubt.toFixed(2)}`} points`;

/**
 * @param {Review | null} review
 * @param {Shown} decision
 * @param {Choice} choice
 * @param {import("./estimates.js").Scale} scale
 */
function bar(review, decision, choice, scale) {
  const best = choice === decision.options[0];
  const { left, width } = barBetween(scale, 0, choice.worth);
  const doubt =
    choice.doubt === null ? null : barBetween(scale, choice.worth - choice.doubt, choice.worth + choice.doubt);
  return h(
    "li",
    { class: [choice.chosen && "chosen", best && "best"].filter(Boolean).join(" ") || null },
    h(
      "span",
      { class: "choice-words" },
      `${capital(choice.words)} `,
      best ? tag("best", "✓ Best") : null,
      choice.verdict === "as good" ? tag("good", "As good") : null,
      review && choice.chosen
        ? tag("you", decision.stood_in ? "Bot" : decision.by || youOr(review, decision.seat))
        : null,
    ),
    h(
      "span",
      { class: "track", "aria-hidden": "true" },
      placed("zero", placeOn(scale, 0)),
      placed("bar", left, width),
      doubt ? placed("whisker", doubt.left, doubt.width) : null,
    ),
    h(
      "span",
      { class: "worth" },
      h("span", { class: "visually-hidden" }, worthWords(choice)),
      h("b", { "aria-hidden": "true" }, signed(choice.worth)),
      choice.doubt === null ? null : h("small", { "aria-hidden": "true" }, ` ± ${choice.doubt.toFixed(2)}`),
    ),
  );
}

/**
 * Said where the teacher's choice clearly has fewer points than another: it plays to win the game.
 * @param {{ options: readonly Choice[] }} decision
 */
export const forTheGame = ({ options }) =>
  options.some(({ worth, doubt }) => worth - options[0].worth > Math.max(SMALL, doubt ?? 0));

/**
 * What each choice is worth: a bar from the zero line, with its doubt. Before anything is decided there is no review.
 * @param {Review | null} review
 * @param {Shown} decision
 */
export function choices(review, decision) {
  if (!decision.options.length) return null;
  const scale = scaleOf(decision.options);
  return [
    h(
      "ol",
      { class: "choices" },
      decision.options.map((choice) => bar(review, decision, choice, scale)),
    ),
    forTheGame(decision)
      ? h("p", { class: "quiet" }, "At this score the teacher plays to win the game, not for the most points.")
      : null,
  ];
}

/** What the bars are, once for a page. */
export const aboutBars = () =>
  h(
    "p",
    { class: "quiet" },
    "Points for the side that chose, on average over deals that fit what the player saw. ",
    "Every choice is tried in the same deals. ",
    "The thin line is the margin of error of its distance from the best. ",
    "The cost of a mistake counts the score of the game, too, so it can be more or less than the bars show.",
  );

/** @param {Decided} decision */
export function costWords(decision) {
  if (isMistake(decision)) return `cost ${inPoints(decision.cost)}`;
  if (isBehind(decision)) return `a little behind the best, by ${inPoints(decision.cost)}`;
  return decision.verdict === "best" ? "the teacher's choice" : "as good as the teacher's choice";
}
