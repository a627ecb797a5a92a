// The line to the hall: it reconnects by itself, and what was sent and not answered is sent again with the same number.
// Knows nothing of euchre; whoever owns it says which of those still make sense after a break.

const QUIET_TOO_LONG = 30_000;
const PING_EVERY = 12_000;
const FIRST_RETRY = 400;
const LAST_RETRY = 8_000;

export class Line {
  /** `heard` gets frames, `changed` gets "open", "lost" or "refused", `stillWanted` judges messages after a break. */
  constructor(address, { heard, changed, stillWanted }) {
    this.address = address;
    this.heard = heard;
    this.changed = changed;
    this.stillWanted = stillWanted;
    this.waiting = new Map();
    this.lastId = 0;
    this.retry = FIRST_RETRY;
    this.caughtUp = false;
    setInterval(() => this.look(), PING_EVERY);
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    this.caughtUp = false;
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.lastHeard = Date.now();
    socket.addEventListener("message", (event) => socket === this.socket && this.hear(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => socket === this.socket && this.lost(event));
  }

  hear(message) {
    this.lastHeard = Date.now();
    if (message.type === "reply") {
      this.waiting.get(message.id)?.answered(message);
      this.waiting.delete(message.id);
      return;
    }
    this.heard(message);
    if (message.type === "table" && !this.caughtUp) {
      this.caughtUp = true;
      this.retry = FIRST_RETRY;
      this.changed("open");
      this.sendAgain(message);
    }
  }

  sendAgain(frame) {
    for (const [id, { message, answered }] of this.waiting) {
      if (this.stillWanted(frame, message)) {
        this.socket.send(JSON.stringify(message));
      } else {
        this.waiting.delete(id);
        answered({ ok: true, dropped: true });
      }
    }
  }

  lost(event) {
    this.caughtUp = false;
    // The hall closes with a code of its own when coming back would not help.
    if (event.code >= 4400 && event.code < 4500) {
      this.changed("refused", event.reason);
      return;
    }
    this.changed("lost");
    this.timer = setTimeout(() => this.open(), this.retry);
    this.retry = Math.min(this.retry * 2, LAST_RETRY);
  }

  hurry() {
    if (this.socket.readyState === WebSocket.CLOSED && this.timer) this.open();
    else this.look();
  }

  look() {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.lastHeard > QUIET_TOO_LONG) this.socket.close();
    else this.socket.send(JSON.stringify({ id: ++this.lastId, do: "ping" }));
  }

  /** Send something to be done; resolves to the hall's answer, `{ok, why}`, however long that takes. What made no sense
   * any more after a break is answered as `dropped`. */
  send(what, rest = {}) {
    const message = { id: ++this.lastId, do: what, ...rest };
    const answer = new Promise((answered) => this.waiting.set(message.id, { message, answered }));
    if (this.caughtUp) this.socket.send(JSON.stringify(message));
    return answer;
  }
}
