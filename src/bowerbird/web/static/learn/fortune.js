// Luck and skill as figures to draw: the parts of a hand or a game for one side, and the way from level to the result.
// Does not depend on a page.

/** @typedef {import("../shared/wire.js").Review} Review */
/** @typedef {import("../shared/wire.js").Breakdown} Breakdown */
/** @typedef {"deal" | "fall" | "you" | "partner" | "they" | "bots" | "rules" | "start"} Kind */
/**
 * One part of a side's points: what it gave, and its margin of error, which is two standard errors. `seat` is the
 * player whose decisions it is about.
 * @typedef {{ kind: Kind, seat: number | null, gave: number, margin: number }} Part
 */
/**
 * The three parts of a hand that are drawn.
 * @typedef {"deal" | "fall" | "skill"} Group
 */

/** The standard errors of a margin: the true figure is further away once in twenty times. */
const SHOWN = 2;

/** @param {readonly { error: number }[]} estimates */
const marginOf = (estimates) => SHOWN * Math.hypot(...estimates.map(({ error }) => error));

/**
 * The parts of the points, for the reader's side or for North and South. They add up exactly.
 * @param {number | null} you
 * @param {Breakdown} parts
 * @returns {Part[]}
 */
export function partsOf(you, { average, deal, fall, skill, bots, rules }) {
  const seat = you ?? 0;
  const sign = seat % 2 ? -1 : 1;
  /** @type {(kind: Kind, by: number, factor: number) => Part} */
  const ofSeat = (kind, by, factor) => {
    const who = (seat + by) % 4;
    return { kind, seat: who, gave: factor * skill[who].value, margin: marginOf([skill[who]]) };
  };
  /** @type {Part[]} */
  const every = [
    { kind: "deal", seat: null, gave: sign * (average.value + deal.value), margin: marginOf([deal]) },
    { kind: "fall", seat: null, gave: sign * fall.value, margin: marginOf([fall]) },
    ofSeat("you", 0, 1),
    ofSeat("partner", 2, 1),
    ofSeat("they", 1, -1),
    ofSeat("they", 3, -1),
  ];
  if (bots.value || bots.error)
    every.push({ kind: "bots", seat: null, gave: sign * bots.value, margin: marginOf([bots]) });
  if (rules) every.push({ kind: "rules", seat: null, gave: sign * rules, margin: 0 });
  return every;
}

/**
 * The same for the whole game, each from where the one before it ended. The last one ends at the result.
 * @param {Pick<Review, "you"> & { fortune: import("../shared/wire.js").Fortune }} review
 * @returns {(Part & { from: number, to: number })[]}
 */
export function legsOf({ you, fortune: { start, game } }) {
  const parts = partsOf(you, game);
  const ahead = you !== null && you % 2 ? -start : start;
  if (start) parts.unshift({ kind: "start", seat: null, gave: ahead, margin: 0 });
  let level = 0;
  return parts.map((part) => {
    const from = level;
    level += part.gave;
    return { ...part, from, to: level };
  });
}

/**
 * A hand in three: the deal, the fall, and the decisions of everybody.
 * @param {readonly Part[]} parts
 * @returns {Record<Group, { gave: number, margin: number }>}
 */
export function groupsOf(parts) {
  /** @param {readonly Part[]} some */
  const together = (some) => ({
    gave: some.reduce((sum, { gave }) => sum + gave, 0),
    margin: Math.hypot(...some.map(({ margin }) => margin)),
  });
  /** @param {readonly Kind[]} kinds */
  const of = (kinds) => together(parts.filter(({ kind }) => kinds.includes(kind)));
  return { deal: of(["deal"]), fall: of(["fall"]), skill: of(["you", "partner", "they", "bots"]) };
}

/**
 * Figures in tenths that add up to the same as the figures themselves, if that is a whole number.
 * @param {readonly number[]} figures
 */
export function inTenths(figures) {
  const tenths = figures.map((figure) => Math.round(10 * figure));
  const left = Math.round(10 * figures.reduce((sum, figure) => sum + figure, 0)) - tenths.reduce((a, b) => a + b, 0);
  const step = Math.sign(left);
  // Where rounding took the most away, it is given back.
  const order = figures
    .map((figure, place) => ({ place, short: step * (10 * figure - tenths[place]) }))
    .sort((one, other) => other.short - one.short);
  for (const { place } of order.slice(0, Math.abs(left))) tenths[place] += step;
  return tenths.map((tenth) => tenth / 10);
}

/**
 * What the decisions of each player lost in a game, in tenths of points, by seat: the same figures as on the way to the
 * result.
 * @param {Pick<Review, "you"> & { fortune: import("../shared/wire.js").Fortune }} review
 * @returns {Map<number, number>}
 */
export function lostBySeat(review) {
  const legs = legsOf(review);
  const shown = inTenths(legs.map(({ gave }) => gave));
  // What an opponent lost is good for the reader.
  const lost = legs.map(({ kind, seat }, place) => ({ seat, points: kind === "they" ? shown[place] : -shown[place] }));
  return new Map(lost.flatMap(({ seat, points }) => (seat === null ? [] : [[seat, points]])));
}

/**
 * "+0.7", "−1.2", "0.0".
 * @param {number} figure in tenths
 */
export const signedTenths = (figure) =>
  `${Math.abs(figure) < 0.05 ? "" : figure < 0 ? "−" : "+"}${Math.abs(figure).toFixed(1)}`;

/**
 * "± 0.3".
 * @param {number} margin
 */
export const marginWords = (margin) => (margin ? `± ${Math.max(0.1, margin).toFixed(1)}` : "");
