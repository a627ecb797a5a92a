// The connection between a page and its event. Messages are sent again until the server has answered, in order and with
// the same key, so that each is carried out once. Changes arrive by long polling. A link is all it needs; it does not
// depend on what the messages mean.

import { about, atLeast } from "../shared/retry.js";
import { serverSays } from "../shared/server-clock.js";

/** @typedef {import("../shared/wire.js").ToDesk} ToDesk */
/** @typedef {import("../shared/wire.js").Answer} Answer */
/** @typedef {import("../shared/wire.js").NoNews} NoNews */
/** @typedef {Exclude<import("../shared/wire.js").DeskView, NoNews>} View */
/**
 * A message without its key, of any of its kinds.
 * @template Message
 * @typedef {Message extends unknown ? Omit<Message, "key"> : never} Keyless
 */
/** @typedef {{ waiting: number, trouble: boolean, messages: ToDesk[] }} Queued */
/** @typedef {(message: ToDesk, answer: Answer | null, refusal: Refused | null) => void} Leftover */

const FIRST_RETRY = 500;
const LAST_RETRY = 8_000;
const SEND_LIMIT = 15_000;
const HEAR_LIMIT = 40_000;
const PLACE = "bowerbird-unsent ";
const BUSY = "Bowerbird is very busy right now. Nothing is lost. Try again in a few seconds.";

/** The server refused. The message is for people; `status` 403 or 404 means the link itself is dead. */
export class Refused extends Error {
  /** @param {string} why @param {number} status */
  constructor(why, status) {
    super(why);
    this.status = status;
  }

  get linkIsDead() {
    return this.status === 403 || this.status === 404;
  }
}

/** A word that nobody else has used. `crypto.randomUUID` is missing without https. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(15));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

/** @param {string} token @param {string} what */
const address = (token, what) => `/api/desk/${token}/${what}`;

/** Asking again can help: a server that restarts, or too much at once. `after` says when, in milliseconds. */
class Later extends Error {
  /** @param {Response} answer */
  constructor(answer) {
    super(`the server answered ${answer.status}`);
    this.after = 1000 * (Number(answer.headers.get("Retry-After")) || 0);
  }
}

/** @param {number} status */
const passes = (status) => status >= 500 || status === 408 || status === 429;

/** Milliseconds to wait after an error. @param {unknown} error @param {number} retry */
const pauseAfter = (error, retry) => Math.max(about(retry), atLeast(error instanceof Later ? error.after : 0));

/**
 * The answer as it came: what it holds is for the caller to say.
 * @template Said
 * @param {string} where
 * @param {RequestInit} options
 * @param {number} limit
 * @returns {Promise<Said>}
 */
async function ask(where, options, limit) {
  const answer = await fetch(where, { ...options, cache: "no-store", signal: AbortSignal.timeout(limit) });
  if (passes(answer.status)) throw new Later(answer);
  const said = await answer.json();
  if (!answer.ok) throw new Refused(said.why ?? "Bowerbird couldn't do that. Try again.", answer.status);
  return said;
}

/**
 * Read something once: `get(token, "history")`. Throws an Error whose message is for people.
 * @template Said
 * @param {string} token
 * @param {string} what
 * @param {Record<string, string>} fields
 * @returns {Promise<Said>} as it came
 */
export async function get(token, what, fields = {}) {
  const query = new URLSearchParams(fields).toString();
  try {
    return await ask(address(token, what) + (query ? `?${query}` : ""), {}, SEND_LIMIT);
  } catch (error) {
    if (error instanceof Refused) throw error;
    if (error instanceof Later && error.after) throw new Error(BUSY);
    throw new Error("Can't reach Bowerbird. Nothing is lost. Check your connection and try again.");
  }
}

/**
 * Wait, but no longer than until the network is back or someone looks at the page again.
 * @param {number} milliseconds
 * @returns {Promise<void>}
 */
function pause(milliseconds) {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", seen);
      resolve();
    };
    const seen = () => document.hidden || wake();
    const timer = setTimeout(wake, milliseconds);
    addEventListener("online", wake);
    document.addEventListener("visibilitychange", seen);
  });
}

// Every message has its own entry in the browser's storage: two open pages never write over each other.
/** @param {string} token @param {ToDesk} message */
function keep(token, message) {
  try {
    localStorage.setItem(`${PLACE}${token} ${message.key}`, JSON.stringify({ at: Date.now(), message }));
  } catch {
    // A browser that stores nothing keeps the message as long as the page is open.
  }
}

/** @param {string} token @param {string} key */
function forget(token, key) {
  try {
    localStorage.removeItem(`${PLACE}${token} ${key}`);
  } catch {
    // Nothing was kept.
  }
}

/** @param {string} token @returns {ToDesk[]} */
function kept(token) {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(`${PLACE}${token} `))
      .map((name) => JSON.parse(localStorage.getItem(name) ?? ""))
      .sort((a, b) => a.at - b.at)
      .map(({ message }) => message);
  } catch {
    return [];
  }
}

/**
 * Messages to the server, sent one after the other. `changed({waiting, trouble, messages})` is called on every change;
 * `trouble` is true while the server does not answer. Messages that a page left unsent are sent when it is opened
 * again, and `leftover(message, answer or null, refusal or null)` is called with the outcome.
 */
export class Outbox {
  /**
   * @param {string} token
   * @param {{ changed?: (queued: Queued) => void, leftover?: Leftover }} listeners
   */
  constructor(token, { changed = () => {}, leftover = () => {} } = {}) {
    this.token = token;
    this.changed = changed;
    /** @type {{ message: ToDesk, resolve: (answer: Answer) => void, reject: (refusal: unknown) => void }[]} */
    this.queue = [];
    this.trouble = false;
    for (const message of kept(token)) {
      this.push(message).then(
        (answer) => leftover(message, answer, null),
        (refusal) => leftover(message, null, refusal),
      );
    }
  }

  get waiting() {
    return this.queue.length;
  }

  /**
   * Do something: `send({what: "check-in", names: ["Ann"]})`. Gives the answer, however long that takes.
   * @param {Keyless<ToDesk>} body
   */
  send(body) {
    const message = /** @type {ToDesk} */ ({ ...body, key: newKey() });
    keep(this.token, message);
    return this.push(message);
  }

  /** @param {ToDesk} message @returns {Promise<Answer>} */
  push(message) {
    return new Promise((resolve, reject) => {
      this.queue.push({ message, resolve, reject });
      this.tell();
      if (this.queue.length === 1) this.work();
    });
  }

  tell() {
    const messages = this.queue.map(({ message }) => message);
    this.changed({ waiting: messages.length, trouble: this.trouble, messages });
  }

  async work() {
    while (this.queue.length) {
      const { message, resolve, reject } = this.queue[0];
      /** @type {() => void} */
      let settle;
      try {
        const answer = await this.deliver(message);
        settle = () => resolve(answer);
      } catch (error) {
        settle = () => reject(error);
      }
      forget(this.token, message.key);
      this.queue.shift();
      this.tell();
      settle();
    }
  }

  /** @param {ToDesk} message @returns {Promise<Answer>} */
  async deliver(message) {
    const options = {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Bowerbird": "1" },
      body: JSON.stringify(message),
    };
    for (let retry = FIRST_RETRY; ; retry = Math.min(retry * 2, LAST_RETRY)) {
      try {
        /** @type {Answer} */
        const answer = await ask(address(this.token, "do"), options, SEND_LIMIT);
        this.trouble = false;
        return answer;
      } catch (error) {
        if (error instanceof Refused) {
          this.trouble = false;
          throw error;
        }
        this.trouble = true;
        this.tell();
        await pause(pauseAfter(error, retry));
      }
    }
  }
}

/**
 * Follow the view: `heard(view)` on every change, `same` for answers in which only the clock is new. `changed("live")`,
 * `changed("lost")` while the server does not answer, `changed("refused", why)` when the link is dead,
 * which ends it. Gives a function that ends it, too.
 * @template {View} Seen
 * @param {string} token
 * @param {{
 *   heard: (view: Seen) => void,
 *   same?: (news: NoNews) => void,
 *   changed?: (state: "live" | "lost" | "refused", why?: string) => void,
 * }} listeners
 */
export function follow(token, { heard, same = () => {}, changed = () => {} }) {
  let over = false;
  let seq = -1;
  let turn = 0;
  let way = LAST_RETRY; // milliseconds that an answer takes to come here: half of the quickest question and answer
  /** @param {Seen} view */
  const hear = (view) => {
    ({ seq, turn } = view);
    try {
      heard(view);
    } catch (error) {
      // A fault in drawing is reported to developers; the page continues to follow the event.
      reportError(error);
    }
  };
  let looks = 0;
  /** @param {number} after @returns {Promise<Seen | NoNews>} the view, once there is a later one; its time is heard */
  const view = async (after) => {
    const asked = performance.now();
    const looked = looks;
    /** @type {Seen | NoNews} */
    const said = await ask(`${address(token, "view")}?after=${after}&turn=${turn}`, {}, HEAR_LIMIT);
    way = Math.min(way, (performance.now() - asked) / 2);
    // An answer that came to a sleeping device says what time it was then.
    if (looked === looks) serverSays(said.now + way);
    return said;
  };
  // A device that slept has lost the time: somebody who looks at it again sees the right one at once.
  const lookAgain = async () => {
    if (document.hidden) return;
    looks += 1;
    try {
      const news = await view(-1);
      if (!over && !("same" in news) && news.seq >= seq) hear(news);
    } catch {
      // The server can't be reached, or refuses: the question that is waiting says so.
    }
  };
  document.addEventListener("visibilitychange", lookAgain);
  const listen = async () => {
    let retry = FIRST_RETRY;
    while (!over) {
      const looked = looks;
      try {
        const news = await view(seq);
        if (over) return;
        retry = FIRST_RETRY;
        changed("live");
        const isOld = looked !== looks && news.seq <= seq;
        if (!isOld && "same" in news) same(news);
        else if (!isOld && !("same" in news)) hear(news);
      } catch (error) {
        if (error instanceof Refused) {
          changed("refused", error.message);
          return;
        }
        changed("lost");
        await pause(pauseAfter(error, retry));
        retry = Math.min(retry * 2, LAST_RETRY);
      }
    }
  };
  listen();
  return () => {
    over = true;
    document.removeEventListener("visibilitychange", lookAgain);
  };
}
