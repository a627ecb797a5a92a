// The line to the hall: it reconnects by itself, and what was sent and not answered is sent again with the same number.
// Knows nothing of euchre; whoever owns it says which of those still make sense after a break.

import { afterClose } from "../shared/retry.js";

// A line that breaks without a word is found out by what is not answered: first the person is told, then another is tried.
const ANSWERED_WITHIN = 3_000;
const GONE_AFTER = 10_000;
const PING_EVERY = 4_000;
const LOOK_EVERY = 1_000;
const FIRST_RETRY = 400;
const LAST_RETRY = 8_000;
// The hall answers a longer message with a refusal, and to one of 64 KiB it closes the line.
const LONGEST = 4_096;

/** @typedef {import("../shared/wire.js").TableFrame} TableFrame */
/** @typedef {import("../shared/wire.js").ToTable} ToTable */
/** @typedef {Pick<import("../shared/wire.js").Reply, "ok" | "why"> & { dropped?: boolean }} Answer */

export class Line {
  /**
   * `heard` gets frames, `changed` gets "open", "lost" or "refused", `stillWanted` judges messages after a break.
   * @param {string} address
   * @param {{
   *   heard: (message: TableFrame | import("../shared/wire.js").Trouble) => void,
   *   changed: (state: "open" | "lost" | "refused", reason?: string) => void,
   *   stillWanted: (frame: TableFrame, message: ToTable) => boolean,
   * }} owner
   */
  constructor(address, { heard, changed, stillWanted }) {
    this.address = address;
    this.heard = heard;
    this.changed = changed;
    this.stillWanted = stillWanted;
    /** @type {Map<number, { message: ToTable, answered: (answer: Answer) => void }>} */
    this.waiting = new Map();
    this.lastId = 0;
    this.retry = FIRST_RETRY;
    this.caughtUp = false;
    /** @type {"open" | "lost" | "refused" | null} */
    this.told = null;
    /** @type {number | null} */
    this.askedAt = null;
    this.pingedAt = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    setInterval(() => this.look(), LOOK_EVERY);
    addEventListener("offline", () => this.tell("lost"));
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    this.caughtUp = false;
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.askedAt = performance.now();
    this.pingedAt = this.askedAt;
    socket.addEventListener("message", (event) => socket === this.socket && this.hear(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => socket === this.socket && this.lost(event));
  }

  /** @param {import("../shared/wire.js").FromTable} message */
  hear(message) {
    this.askedAt = null;
    if (this.caughtUp) this.tell("open");
    if (message.type === "reply") {
      this.waiting.get(message.id)?.answered(message);
      this.waiting.delete(message.id);
      return;
    }
    // Before it closes a line, the hall says when to come back.
    if (message.type === "error" && message.retry_after) this.retry = Math.max(this.retry, 1000 * message.retry_after);
    this.heard(message);
    if (message.type === "table" && !this.caughtUp) {
      this.caughtUp = true;
      this.retry = FIRST_RETRY;
      this.tell("open");
      this.sendAgain(message);
    }
  }

  /** @param {"open" | "lost" | "refused"} state @param {string} [reason] */
  tell(state, reason) {
    if (state === this.told) return;
    this.told = state;
    this.changed(state, reason);
  }

  /** @param {TableFrame} frame */
  sendAgain(frame) {
    for (const [id, { message, answered }] of this.waiting) {
      if (this.stillWanted(frame, message)) {
        this.put(message);
      } else {
        this.waiting.delete(id);
        answered({ ok: true, dropped: true });
      }
    }
  }

  /** @param {Partial<CloseEvent>} event */
  lost({ code = 0, reason }) {
    clearTimeout(this.timer);
    this.caughtUp = false;
    this.askedAt = null;
    // The hall closes with a code of its own when coming back would not help.
    if (code >= 4400 && code < 4500) {
      this.tell("refused", reason);
      return;
    }
    this.tell("lost");
    this.timer = setTimeout(() => this.open(), afterClose(code, this.retry));
    this.retry = Math.min(this.retry * 2, LAST_RETRY);
  }

  hurry() {
    if (this.told === "refused") return;
    if (this.socket?.readyState === WebSocket.CLOSED && this.timer) this.open();
    else if (this.caughtUp) this.ping();
  }

  look() {
    const now = performance.now();
    const unanswered = this.askedAt === null ? 0 : now - this.askedAt;
    if (unanswered > GONE_AFTER) {
      // The close of a broken line may take minutes to be told: this one is not waited for.
      this.socket?.close();
      this.lost({});
    } else if (unanswered > ANSWERED_WITHIN) {
      this.tell("lost");
    } else if (this.caughtUp && now - this.pingedAt >= PING_EVERY) {
      this.ping();
    }
  }

  ping() {
    this.pingedAt = performance.now();
    this.put({ id: ++this.lastId, do: "ping" });
  }

  /** @param {ToTable} message */
  put(message) {
    this.askedAt ??= performance.now();
    this.socket?.send(JSON.stringify(message));
  }

  /**
   * Send something to be done; resolves to the hall's answer, `{ok, why}`, however long that takes. What made no sense
   * any more after a break is answered as `dropped`.
   * @template {ToTable["do"]} What
   * @param {What} what
   * @param {import("./table-types.js").Fields<What>} rest
   * @returns {Promise<Answer>}
   */
  send(what, rest) {
    const message = /** @type {ToTable} */ (/** @type {unknown} */ ({ id: ++this.lastId, do: what, ...rest }));
    if (JSON.stringify(message).length > LONGEST)
      return Promise.resolve({ ok: false, why: "That is too long. Shorten it and try again." });
    /** @type {Promise<Answer>} */
    const answer = new Promise((answered) => this.waiting.set(message.id, { message, answered }));
    if (this.caughtUp) this.put(message);
    return answer;
  }
}
