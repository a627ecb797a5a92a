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
 * A seating of the whole room is told by its beginning; the history has the rest.
 * @param {string} words
 */
const beginning = (words) => (words.length > LONG && words.includes(":") ? `${words.split(":")[0]}.` : words);

/**
 * The line itself: what this desk was answered last, or what has been done elsewhere since then.
 * @param {Desk} desk
 */
function line(desk) {
  const { news } = desk.view;
  const own = desk.words.length > 0 && (desk.mood === "wrong" || (news?.seq ?? 0) <= desk.saidSeq);
  if (own) return { mood: desk.mood, time: desk.saidAt || news?.time, words: desk.words.join(" ") };
  if (!news) return null;
  const by = byWords(news.by);
  const words = beginning(news.words);
  return {
    mood: "",
    time: news.time,
    words: by === "Director" || words.includes(by) ? words : `${by}: ${words}`,
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
    h("p", { class: shown?.mood, role: shown?.mood === "wrong" ? "alert" : "status" }, shown?.words ?? ""),
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
      h(
        "ol",
        {},
        [...lines].reverse().map((told) => item(this.desk, named, told)),
      ),
    ]);
  }
}
