// Decides when each thing is shown. Frames come as fast as the hall sends them; people follow at their own pace. What
// happened is queued, one fact a step, and each stays for its time. A tap goes on; a person who acts has seen it all.

import { time } from "../shared/pace.js";
import { moves } from "../shared/settings.js";
import { steps } from "./steps.js";

/** @typedef {import("./table-types.js").ShownFrame} ShownFrame */
/** @typedef {import("./steps.js").Step<ShownFrame>} Step */
/**
 * Who shows what is conducted: `tell` gets every step, `draw` those that are seen, each with the one before it.
 * @typedef {(before: ShownFrame | null, frame: ShownFrame) => void} Shows
 * @typedef {{ tell: Shows, draw: Shows }} Stage
 */

const TOO_MANY = 60;

/**
 * How long a step stays. Where nothing moves, the trick lies for the time of both.
 * @param {Step} step
 */
export function holds({ kind }) {
  if (kind === "trick" && !moves()) return time("trick") + time("gather");
  return time(kind);
}

/**
 * Whether a step is only movement: there is nothing in it to be seen at once, or by people who want none.
 * @param {Step} step
 */
const isOnlyMovement = ({ kind }) =>
  (kind === "gather" && !moves()) || (["gather", "deal"].includes(kind) && !time(kind));

export class Conductor {
  /**
   * @param {Stage} stage
   * @param {{ setTimeout: (what: () => void, after: number) => any, clearTimeout: (timer: any) => void }} clock
   */
  constructor(stage, clock = globalThis) {
    this.stage = stage;
    this.clock = clock;
    /** @type {Step[]} */
    this.queue = [];
    /** The latest frame that came. @type {ShownFrame | null} */
    this.last = null;
    /** The latest that was told, and that was drawn. @type {ShownFrame | null} */
    this.told = null;
    /** @type {ShownFrame | null} */
    this.drawn = null;
    /** @type {any} */
    this.timer = null;
    document.addEventListener("visibilitychange", () => document.hidden && this.catchUp());
  }

  /** @param {ShownFrame} frame */
  add(frame) {
    const found = steps(this.last, frame).filter((step) => !isOnlyMovement(step));
    this.last = frame;
    // What was taken back is over: it is told, and the table as it is now is seen at once.
    if (found[0].frame.view?.undone) this.flush();
    this.queue.push(...found);
    if (document.hidden || this.queue.length > TOO_MANY) this.catchUp();
    else if (this.timer === null) this.next();
  }

  /** Show the next steps: all that need no time at once, up to one that stays. */
  next() {
    while (this.queue.length) {
      const step = /** @type {Step} */ (this.queue.shift());
      this.tell(step);
      const hold = holds(step);
      if (hold) this.timer = this.clock.setTimeout(() => this.goOn(), hold);
      if (hold || !this.queue.length) {
        this.draw(step);
        return;
      }
    }
  }

  /** @param {Step} step */
  tell({ frame }) {
    const before = this.told;
    this.told = frame;
    this.stage.tell(before, frame);
  }

  /** @param {Step} step */
  draw({ frame }) {
    const before = this.drawn;
    this.drawn = frame;
    this.stage.draw(before, frame);
  }

  stop() {
    this.clock.clearTimeout(this.timer);
    this.timer = null;
  }

  /** Go on at once: the person has seen enough of this one. */
  goOn() {
    this.stop();
    this.next();
  }

  /** Tell everything that waits, and give the last of it. */
  flush() {
    this.stop();
    const queued = this.queue.splice(0);
    for (const step of queued) this.tell(step);
    return queued.at(-1);
  }

  /** Show the latest at once: the person acts on it. Everything before it is told. */
  catchUp() {
    const last = this.flush();
    if (last) this.draw(last);
  }

  /** Whether something newer waits to be shown. */
  get behind() {
    return this.queue.length > 0;
  }
}
