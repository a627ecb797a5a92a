// What was said last, in one line that may be long, and everything that was said before. The history covers the room
// only: the clock, the list and the score entry stay where they are.

import { h } from "../../shared/dom.js";
import { get } from "../event-connection.js";
import { namesIn } from "./card.js";
import { byWords } from "./more.js";
import { opens, show } from "./parts.js";

/** @typedef {import("../page-types.js").Desk} Desk */
/** @typedef {import("../../shared/wire.js").HistoryLine} HistoryLine */

const LONG = 280;

/**
 * What is very long, such as a seating of the whole room, is told by its beginning; the history has the rest.
 * @param {string} words
 */
function beginning(words) {
  if (words.length <= LONG) return words;
  const sentences = words.split(/(?<=[.?!])\s+/);
  const count = fitting(sentences);
  const begins = sentences.slice(0, count).join(" ");
  if (begins.length <= LONG) return count < sentences.length ? `${begins} …` : begins;
  return words.includes(":") ? `${words.split(":")[0]}.` : words;
}

/**
 * How many sentences have room, at least one.
 * @param {readonly string[]} sentences
 */
function fitting(sentences) {
  let length = 0;
  const over = sentences.findIndex((sentence, at) => {
    length += sentence.length + 1;
    return at > 0 && length > room();
  });
  return over < 0 ? sentences.length : over;
}

/** What two or three lines hold. */
const room = () => (matchMedia("(max-width: 999px)").matches ? 130 : 230);

/**
 * An answer as far as it has room, and how many of its sentences are left for the whole text. A refusal is never cut.
 * @param {Desk} desk
 */
function shortened({ words, mood }) {
  const count = mood === "wrong" ? words.length : fitting(words);
  return { words: words.slice(0, count).join(" "), more: words.length - count };
}

/**
 * The line itself: what this desk was answered last, or what has been done elsewhere since then.
 * @param {Desk} desk
 */
function line(desk) {
  const { news } = desk.view;
  const own = desk.words.length > 0 && (desk.mood === "wrong" || (news?.seq ?? 0) <= desk.saidSeq);
  if (own) return { mood: desk.mood, time: desk.saidAt || news?.time, ...shortened(desk) };
  if (!news) return null;
  const by = byWords(news.by);
  const words = beginning(news.words);
  return {
    mood: "",
    time: news.time,
    words: by === "Director" || words.includes(by) ? words : `${by}: ${words}`,
    more: 0,
  };
}

/**
 * @param {Desk} desk
 * @param {boolean} isOpen
 */
export function newsLine(desk, isOpen) {
  const shown = line(desk);
  const { news, undo } = desk.view;
  return [
    shown?.time && h("time", {}, shown.time),
    h(
      "p",
      { class: shown?.mood, role: shown?.mood === "wrong" ? "alert" : "status" },
      shown?.words ?? "",
      (shown?.more ?? 0) > 0 && [
        " ",
        h("button", { type: "button", class: "plain-button said-more", "data-do": "news" }, `and ${shown?.more} more`),
      ],
    ),
    h(
      "div",
      { class: "said-buttons" },
      desk.mood === "wrong" &&
        desk.words.length > 0 &&
        h("button", { type: "button", "data-do": "hush", "aria-label": "Close this message" }, "×"),
      desk.role === "director" && undo && opens(["Undo ", h("kbd", { "aria-hidden": "true" }, "U")], "undo"),
      news &&
        h(
          "button",
          { type: "button", "data-do": "news", "aria-expanded": String(isOpen), "aria-controls": "desk-news" },
          "Earlier news ",
          h("span", { class: "count" }, String(news.earlier)),
        ),
    ),
  ];
}

/** Who it was, where the words do not say so. @param {string} by @param {string[]} words */
const toldBy = (by, words) =>
  by !== "director" && !words.some((each) => each.includes(byWords(by))) && h("b", {}, `${byWords(by)}: `);

/**
 * Everything; what is very long opens. `named` makes names a way to their cards.
 * @param {string} words
 * @param {(words: string) => unknown} named
 */
function whole(words, named) {
  const begins = beginning(words);
  if (begins === words) return named(words);
  return h("details", {}, h("summary", {}, begins), h("p", {}, named(words)));
}

/** @param {Desk} desk @param {(words: string) => unknown} named @param {HistoryLine} told */
const item = (desk, named, { seq, time, by, words, undone }) =>
  h(
    "li",
    { "data-key": seq, class: undone ? "undone" : null },
    h("time", {}, time),
    h("div", {}, toldBy(by, words), whole(words.join(" "), named), undone && h("b", {}, " (undone)")),
    desk.role === "director" && desk.view.undo?.seq === seq ? opens("Undo", "undo") : h("span", {}),
  );

/**
 * The last answer in full, where the line has no room for it. The history tells what was done, not what it changed.
 * @param {Desk} desk
 */
const answer = (desk) =>
  shortened(desk).more > 0 &&
  h(
    "section",
    { class: "last-answer", "data-key": "answer" },
    h("h3", {}, "The last change in full"),
    h(
      "ul",
      {},
      desk.words.map((sentence) => h("li", {}, sentence)),
    ),
  );

export class News {
  /** @param {HTMLElement} place @param {HTMLElement} room @param {Desk} desk */
  constructor(place, room, desk) {
    this.place = place;
    this.room = room;
    this.desk = desk;
    place.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  get isOpen() {
    return !this.place.hidden;
  }

  async toggle() {
    if (this.isOpen) this.close();
    else {
      this.place.hidden = false;
      this.room.inert = true;
      await this.draw();
      /** @type {HTMLElement | null} */ (this.place.querySelector("h2"))?.focus();
    }
  }

  close() {
    if (!this.isOpen) return;
    this.place.hidden = true;
    this.room.inert = false;
    this.desk.tell(this.desk.words, this.desk.mood);
    /** @type {HTMLElement | null} */ (document.querySelector('[data-do="news"]'))?.focus();
  }

  async draw() {
    if (!this.isOpen) return;
    /** @type {HistoryLine[]} */
    let lines;
    try {
      lines = await get(this.desk.token, "history");
    } catch (error) {
      this.desk.tell([/** @type {Error} */ (error).message], "wrong");
      return;
    }
    const named = namesIn(this.desk);
    show(this.place, [
      h(
        "header",
        {},
        h("h2", { tabindex: "-1" }, "Earlier news"),
        h("button", { type: "button", "data-do": "news" }, "Close ", h("kbd", { "aria-hidden": "true" }, "Esc")),
      ),
      answer(this.desk),
      h(
        "ol",
        {},
        [...lines].reverse().map((told) => item(this.desk, named, told)),
      ),
    ]);
  }
}
