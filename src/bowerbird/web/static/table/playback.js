// Frames come as fast as the hall sends them; people follow at their own speed. Here they queue: a card travels, a
// full trick lies long enough to be read and is then drawn in, the result of a hand stands for a moment, the turn-up of
// the next lies alone before the first call. A tap goes on.

import { moves, settings } from "../shared/settings.js";

/** @typedef {import("./table-types.js").DrawnView} DrawnView */
/** @typedef {import("./table-types.js").ShownFrame} ShownFrame */
/** @template Frame @typedef {{ frame: Frame, hold: number }} Step */

const CARD_TRAVELS = 220;
const CALL_HEARD = 450;
const RESULT_STANDS = 2;
const TURN_UP_LIES = 1000;
// For people who wait for nothing: long enough to be drawn, and told.
const AT_LEAST = 150;
const TOO_MANY = 40;

/** @param {unknown} one @param {unknown} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Whether the turn-up of this hand has yet to be shown. Whoever comes in sees it while the hand has just begun.
 * @param {DrawnView | null | undefined} old
 * @param {DrawnView} view
 */
function isFresh(old, view) {
  if (!view.turn_up || view.result) return false;
  if (!old || view.results.length < old.results.length) return view.phase === "first round";
  return view.turn_up !== old.turn_up || view.hands_played !== old.hands_played;
}

/**
 * The turn-up alone, as it lay before the first call; what has happened since is shown after it.
 * @template {DrawnView} View
 * @param {View} view
 * @returns {View}
 */
function turnUpAlone(view) {
  const unnamed = { trump: null, maker: null, alone: false, lone_defender: null, turn: null, result: null };
  const nothing = { calls: [], actions: [], held_back: [], plays: [], tricks: [], sitting_out: [] };
  const trick = { plays: [], winner: null };
  return { ...view, ...unnamed, ...nothing, trick, phase: "first round", turn_up_is: "shown", dealt: true };
}

/**
 * The frames to show, each with how long it stays, from what was shown to what is new.
 * @template {{ view: DrawnView | null }} Frame
 * @param {Frame | null} before
 * @param {Frame} frame
 * @returns {Step<Frame>[]}
 */
export function steps(before, frame) {
  const old = before?.view;
  const view = frame.view;
  if (!view) return [{ frame, hold: 0 }];
  const lies = settings.pause ? TURN_UP_LIES : AT_LEAST;
  const alone = isFresh(old, view) ? turnUpAlone(view) : null;
  const begun = alone && (view.calls.length || view.turn_up_is !== "shown");
  /** @type {Step<Frame>[]} */
  const dealt = begun ? [{ frame: { ...frame, view: alone }, hold: lies }] : [];
  if (!old || view.results.length < old.results.length) return [...dealt, { frame, hold: alone ? lies : 0 }];
  /** @type {Step<Frame>[]} */
  const shown = [];
  const completed = view.last_trick;
  if (view.guarded && completed && !same(completed, old.last_trick) && old.phase === "play") {
    const tricks = view.tricks.length ? view.tricks.slice(0, -1) : old.tricks;
    const lying = { ...view, trick: completed, tricks, trump: old.trump, maker: old.maker, alone: old.alone };
    lying.sitting_out = old.sitting_out;
    if (view.results.length > old.results.length) {
      // The next hand has begun behind it: its dealer, score and turn are shown when this trick is gathered.
      Object.assign(lying, { dealer: old.dealer, score: old.score, markers: old.markers, turn: null, result: null });
      Object.assign(lying, { hands_played: old.hands_played });
      Object.assign(lying, { phase: "play", hand: [], turn_up: old.turn_up, turn_up_is: old.turn_up_is });
    }
    shown.push({ frame: { ...frame, view: { ...lying } }, hold: settings.pause });
    if (moves()) shown.push({ frame: { ...frame, view: { ...lying, gathering: true } }, hold: CARD_TRAVELS });
  }
  if (view.results.length > old.results.length && !view.result) {
    const stands = { ...turnUpAlone(view), hand_over: view.results.at(-1), turn_up: null, dealt: false };
    shown.push({ frame: { ...frame, view: stands }, hold: settings.pause * RESULT_STANDS });
  }
  const played = view.trick.plays.length > old.trick.plays.length;
  const called = view.calls.length > old.calls.length;
  const heard = settings.pause && (played && moves() ? CARD_TRAVELS : called ? CALL_HEARD : 0);
  return [...shown, ...dealt, { frame, hold: alone && !begun ? lies : heard }];
}

export class Playback {
  /**
   * `show(frame)` draws it.
   * @param {(frame: ShownFrame) => void} show
   */
  constructor(show) {
    this.show = show;
    /** @type {Step<ShownFrame>[]} */
    this.queue = [];
    /** @type {ShownFrame | null} */
    this.last = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @param {ShownFrame} frame */
  add(frame) {
    this.queue.push(...steps(this.last, frame));
    this.last = frame;
    if (document.hidden || this.queue.length > TOO_MANY) this.queue.splice(0, this.queue.length - 1);
    if (this.timer === undefined) this.next();
  }

  next() {
    const step = this.queue.shift();
    if (!step) return;
    this.show(step.frame);
    if (step.hold) {
      this.timer = setTimeout(() => this.goOn(), step.hold);
    } else {
      this.next();
    }
  }

  /** Go on at once: the person has seen enough of this one. */
  goOn() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.next();
  }

  /** Show the latest at once: the person acts on it. */
  catchUp() {
    clearTimeout(this.timer);
    this.timer = undefined;
    const last = this.queue.splice(0).pop();
    if (last) this.show(last.frame);
  }

  /** Whether something newer waits to be shown. */
  get behind() {
    return this.queue.length > 0;
  }
}
