// The steps of a replay: what lies on the table at each, where hands begin, and where to go from one. Knows no page.

/** @typedef {import("../shared/wire.js").Step} Step */
/** @typedef {import("../shared/wire.js").OpenView} OpenView */
/** @typedef {import("../shared/wire.js").Review} Review */

/**
 * @param {unknown} one
 * @param {unknown} other
 */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The table after a step. A full trick lies there until the next step, though it was won already; so do the score and
 * the trump of its hand, if it was the last.
 * @param {readonly Step[]} steps
 * @param {number} at
 * @returns {OpenView}
 */
export function viewAt(steps, at) {
  const { view } = steps[Math.min(at, steps.length - 1)];
  const before = at > 0 && at < steps.length ? steps[at - 1].view : null;
  const full = view.last_trick;
  const hasFilled = before?.phase === "play" && full && !same(full, before.last_trick) && !view.trick.plays.length;
  if (!before || !hasFilled) return view;
  const ended = view.results.length > before.results.length;
  const hand = ended ? { ...before, turn: null } : { ...view, tricks: view.tricks.slice(0, -1) };
  return {
    ...hand,
    open: ended ? before.open.map((cards) => without(cards, full)) : view.open,
    trick: full,
    result: null,
  };
}

/**
 * The last card of a hand has left it, too.
 * @param {readonly string[]} cards
 * @param {{ plays: readonly (readonly [number, string])[] }} trick
 */
const without = (cards, { plays }) => cards.filter((name) => !plays.some(([, played]) => played === name));

/**
 * The steps at which hands begin.
 * @param {readonly Step[]} steps
 */
export function handStarts(steps) {
  /** @type {number[]} */
  const starts = [];
  steps.forEach(({ view }, step) => {
    const before = step ? steps[step - 1].view : null;
    if (view.phase !== "over" && view.turn_up && (!before?.turn_up || before.results.length !== view.results.length))
      starts.push(step);
  });
  return starts;
}

/**
 * The step to go to by hand: the start of the next, or of this one, or of the one before.
 * @param {readonly number[]} starts
 * @param {number} at
 * @param {number} by
 * @param {number} last
 */
export function handStep(starts, at, by, last) {
  if (by > 0) return starts.find((start) => start > at) ?? last;
  return starts.findLast((start) => start < at) ?? 0;
}

/**
 * The hand of a step, counted from 0; -1 before the first.
 * @param {readonly number[]} starts
 * @param {number} at
 */
export const handAt = (starts, at) => starts.findLastIndex((start) => start <= at);

/**
 * The decision that comes next after a step.
 * @param {Review | null} review
 * @param {number} at
 */
export const decisionAfter = (review, at) => review?.decisions.find(({ step }) => step === at + 1) ?? null;

/**
 * The keys of a replay. With Shift an arrow goes by hand.
 * @param {{ key: string, shiftKey: boolean, altKey: boolean, ctrlKey: boolean, metaKey: boolean }} pressed
 * @returns {"on" | "back" | "hand-on" | "hand-back" | "first" | "last" | null}
 */
export function keyGoes({ key, shiftKey, altKey, ctrlKey, metaKey }) {
  if (altKey || ctrlKey || metaKey) return null;
  switch (key) {
    case "ArrowRight":
      return shiftKey ? "hand-on" : "on";
    case "ArrowLeft":
      return shiftKey ? "hand-back" : "back";
    case "PageDown":
      return "hand-on";
    case "PageUp":
      return "hand-back";
    case "Home":
      return "first";
    case "End":
      return "last";
    default:
      return null;
  }
}
