// How long everything takes at the table, in milliseconds, and the pace that a person has chosen.

import { settings } from "./settings.js";

/** At the normal pace. What moves for a part of its time has that part below. */
const TIMES = {
  deal: 1000, // the cards go round
  turnUp: 1250, // it is turned over, and lies alone
  action: 650, // between a call or a card and what comes next
  trump: 1100, // trump is made
  trick: 1100, // a full trick lies
  gather: 250, // it is drawn to its winner
  result: 2600, // the result of a hand stands
  game: 1500, // the end of a game
  now: 0, // nothing has happened that anybody waits for
};

/** What moves: never longer than what is shown meanwhile. */
const MOVES = { card: 200, flip: 250, gather: 250, sign: 700, moment: 1300, deal: 1000 };

/** @type {Record<string, number>} */
const PACES = { "at once": 0, quick: 0.5, normal: 1, slow: 1.8 };

/** A moment to enjoy is soon over, at any pace. */
const AT_MOST = { moment: 1500 };

// For people who wait for nothing: long enough to be drawn, and told.
const AT_LEAST = { turnUp: 150 };

/** @typedef {keyof typeof TIMES} Kind */

const factor = () => PACES[settings.pace] ?? 1;

/**
 * How long something of this kind stays before the next thing is shown.
 * @param {Kind} kind
 */
export const time = (kind) => Math.max(TIMES[kind] * factor(), kind === "turnUp" ? AT_LEAST.turnUp : 0);

/**
 * How long something moves.
 * @param {keyof typeof MOVES} what
 */
export const moving = (what) => Math.min(MOVES[what] * factor(), what === "moment" ? AT_MOST.moment : Infinity);
