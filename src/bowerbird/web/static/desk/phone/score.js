// Entering a score, one question at a time: the points of each side, then only the counts that these rules need.
// Sending the answers is up to the page.

import { h } from "../../shared/dom.js";
import { boardForm, boardQuestion, boardsList, outcomes } from "./boards.js";
import { extrasList, scorePicture } from "./picture.js";
import { chairs, playing, QUESTIONS, side } from "./words.js";

/** @typedef {import("../../shared/wire.js").ScoreNeeds} Needs */
/** @typedef {import("../../shared/wire.js").ScoreRequest} Sent */
/** @typedef {{ ns: number, ew: number, cards?: Sent["cards"], boards?: Sent["boards"] }} Score */
/** @typedef {{ field: string, ours?: boolean, highest?: number, board?: number }} Question */

// Loners come before marches: each of them is a march too, so that the next answer is nearly given.
const SIDE_COUNTS = ["euchred", "failed_alone", "revokes"];
// Up to here every number has its own button; above, digits are typed.
const ONE_TAP = 15;

/**
 * @param {Pick<Needs, "cards" | "target" | "most">} needs
 * @returns {Question[]}
 */
function questions({ cards, target, most }) {
  const highest = most || (target ? target + 3 : 99);
  const found = [
    { field: "points", ours: true, highest },
    { field: "points", ours: false, highest },
  ];
  const counted = [...SIDE_COUNTS, "loners", "marches", "personal"].filter((field) => cards.includes(field));
  return [...found, ...counted.map((field) => ({ field })), { field: "check" }];
}

/**
 * One question for each board.
 * @param {readonly number[]} boards
 * @returns {Question[]}
 */
const boardQuestions = (boards) => [...boards.map((board) => ({ field: "board", board })), { field: "check" }];

/** A score on its way: where the person is in the questions, and what they have answered. */
export class ScoreEntry {
  /**
   * @param {import("../../shared/wire.js").OwnTile} table
   * @param {Needs} needs
   * @param {number} round
   */
  constructor(table, needs, round) {
    this.table = table;
    this.needs = needs;
    this.round = round;
    this.questions = table.boards.length ? boardQuestions(table.boards) : questions(needs);
    /** @type {Map<number, import("../../shared/wire.js").BoardForm>} */
    this.boards = new Map();
    this.at = 0;
    this.typed = "";
    /** @type {(number | null)[]} */
    this.points = [null, null];
    /** @type {Record<string, [number, number]>} */
    this.counts = {};
    this.loners = [0, 0, 0, 0];
    // Points on a side's own cards that its score does not show, such as those beyond the last one needed.
    this.beyond = [0, 0];
  }

  get question() {
    return this.questions[this.at];
  }

  /** Seats from one's own chair: oneself, the partner, then the others; each says its place at the table. */
  get four() {
    return chairs(this.table).sort(
      (a, b) => Number(b.you) - Number(a.you) || Number(b.ours) - Number(a.ours) || a.place - b.place,
    );
  }

  /** @param {boolean | undefined} ours */
  parity(ours) {
    const mine = this.four[0].place % 2;
    return ours ? mine : 1 - mine;
  }

  /** @param {number} parity */
  alone(parity) {
    return this.loners[parity] + this.loners[parity + 2];
  }

  /** @param {string} field @param {number} parity */
  count(field, parity) {
    return this.counts[field]?.[parity] ?? (field === "marches" ? this.alone(parity) : 0);
  }

  /**
   * What a person's own card says: the side's points, and more for every hand made alone. Partners share the rest.
   * @param {number} place
   */
  ownCard(place) {
    const parity = place % 2;
    const bonus = this.needs.lone_bonus * this.loners[place];
    return (this.points[parity] ?? 0) + bonus + this.beyond[parity];
  }

  // What a tap does.

  /**
   * One number, given at once.
   * @param {number} value
   */
  number(value) {
    const { field, board = 0 } = this.question;
    if (field === "board") {
      this.boards.set(board, boardForm(board, outcomes(this.needs.board_points)[value], this.parity(true)));
      return this.next();
    }
    this.points[this.parity(this.question.ours)] = value;
    this.next();
  }

  /** @param {string} value */
  digit(value) {
    const longer = this.typed === "0" ? value : this.typed + value;
    if (longer.length <= 2) this.typed = longer;
  }

  rub() {
    this.typed = this.typed.slice(0, -1);
  }

  typedNumber() {
    if (this.typed !== "") this.number(Number(this.typed));
  }

  /**
   * One more or one fewer, for a side or for a person.
   * @param {number} change
   * @param {number} which
   */
  step(change, which) {
    const { field } = this.question;
    if (field === "loners") {
      this.loners[which] = Math.max(0, this.loners[which] + change);
    } else if (field === "personal") {
      this.beyond[which % 2] = Math.max(0, this.beyond[which % 2] + change);
    } else {
      /** @type {[number, number]} */
      const both = [this.count(field, 0), this.count(field, 1)];
      both[which] = Math.max(0, both[which] + change);
      this.counts[field] = both;
    }
  }

  next() {
    this.go(this.at + 1);
  }

  /** False when there is nothing before this question. */
  back() {
    if (this.at === 0) return false;
    this.go(this.at - 1);
    return true;
  }

  /** @param {number} at */
  go(at) {
    this.at = at;
    const { field, ours } = this.question;
    this.typed = field === "points" ? String(this.points[this.parity(ours)] ?? "") : "";
  }

  /** The answers as the server expects them. @returns {Score} */
  score() {
    if (this.boards.size) {
      const boards = [...this.boards.values()];
      const sum = (/** @type {"ns" | "ew"} */ side) => boards.reduce((all, each) => all + (each[side] ?? 0), 0);
      return { ns: sum("ns"), ew: sum("ew"), boards };
    }
    const { cards } = this.needs;
    /** @param {number} parity @returns {import("../../shared/wire.js").CardForm} */
    const card = (parity) => ({
      ...Object.fromEntries(SIDE_COUNTS.map((field) => [field, this.count(field, parity)])),
      marches: Math.max(this.count("marches", parity), this.alone(parity)),
      loners: [this.loners[parity], this.loners[parity + 2]],
      personal: cards.includes("personal") ? [this.ownCard(parity), this.ownCard(parity + 2)] : null,
    });
    /** @type {Score} */
    const score = { ns: this.points[0] ?? 0, ew: this.points[1] ?? 0 };
    if (cards.length) score.cards = [card(0), card(1)];
    return score;
  }
}

// How a question looks. Buttons carry data-act and data-value; the page listens.

/** @param {string} act @param {string | number} value @param {string} words @param {string} [label] */
const button = (act, value, words, label) =>
  h("button", { type: "button", "data-act": act, "data-value": value, "aria-label": label }, words);

/** @param {number} highest */
function oneTap(highest) {
  return h(
    "div",
    { class: "number-grid" },
    Array.from({ length: highest + 1 }, (_, number) => button("number", number, String(number))),
  );
}

/** @param {string} typed */
function pad(typed) {
  return h(
    "div",
    { class: "pad" },
    h("output", { class: "typed", "aria-live": "polite" }, typed || "–"),
    ["1", "2", "3", "4", "5", "6", "7", "8", "9"].map((digit) => button("digit", digit, digit)),
    button("rub", "", "⌫", "Backspace"),
    button("digit", "0", "0"),
    h(
      "button",
      { type: "button", "data-act": "typed", "data-main": "", "aria-disabled": typed === "" ? "true" : null },
      "Next",
    ),
  );
}

/** @param {string} words @param {number} value @param {number} which */
function stepper(words, value, which) {
  return h(
    "div",
    { class: "stepper", role: "group", "aria-label": words },
    h("span", { class: "whose" }, words),
    button("fewer", which, "−", `One fewer: ${words}`),
    h("output", { "aria-live": "polite" }, String(value)),
    button("more", which, "+", `One more: ${words}`),
  );
}

/**
 * The rows of a question: words, number, and whose it is.
 * @param {ScoreEntry} entry
 * @returns {[string, number, number][]}
 */
function rows(entry) {
  const { field } = entry.question;
  /** @param {import("./words.js").Chair} chair */
  const name = (chair) => (chair.you ? "You" : playing(chair));
  if (field === "loners") return entry.four.map((chair) => [name(chair), entry.loners[chair.place], chair.place]);
  if (field === "personal") return entry.four.map((chair) => [name(chair), entry.ownCard(chair.place), chair.place]);
  return [true, false].map((ours) => {
    const parity = entry.parity(ours);
    return [side(entry.table, ours), entry.count(field, parity), parity];
  });
}

/** @param {ScoreEntry} entry */
function steppers(entry) {
  const asked = rows(entry);
  const none = entry.question.field !== "personal" && asked.every(([, value]) => value === 0);
  const [sentence, line] = QUESTIONS[entry.question.field];
  return {
    sentence,
    line,
    body: asked.map((row) => stepper(...row)),
    buttons: [{ act: "next", words: none ? "None" : "Next", main: true }],
  };
}

/** @param {ScoreEntry} entry */
function pointsQuestion(entry) {
  const { ours = false, highest = 0 } = entry.question;
  return {
    sentence: `How many points does ${ours ? "your side" : "the other side"} have?`,
    line: side(entry.table, ours),
    body: highest <= ONE_TAP ? oneTap(highest) : pad(entry.typed),
    buttons: [],
  };
}

/** @param {ScoreEntry} entry */
function check(entry) {
  const score = entry.score();
  return {
    sentence: "Is this what you want to send?",
    line: "",
    body: [
      scorePicture(entry.table, score),
      extrasList(entry.table, score.cards ?? undefined),
      boardsList(score.boards, entry.parity(true)),
    ],
    buttons: [{ act: "send", words: "Send the score", main: true }],
  };
}

/** @typedef {{ act: string, words: string, main?: boolean }} Button */
/** @typedef {{ sentence: string, line: string, body: unknown, buttons: Button[] }} Asked */

/** @param {ScoreEntry} entry */
function oneBoard(entry) {
  const { board = 0 } = entry.question;
  const all = outcomes(entry.needs.board_points);
  return {
    ...boardQuestion(board),
    body: h(
      "div",
      { class: "number-grid board-grid" },
      all.map(({ words }, at) => button("number", at, words)),
    ),
    buttons: [],
  };
}

/** @type {Record<string, (entry: ScoreEntry) => Asked>} */
const DRAWN = { points: pointsQuestion, board: oneBoard, check };

/**
 * The question to show now: `{sentence, line, body, buttons, step}`.
 * @param {ScoreEntry} entry
 */
export function asked(entry) {
  const drawn = (DRAWN[entry.question.field] ?? steppers)(entry);
  return { ...drawn, step: `${entry.at + 1} of ${entry.questions.length}` };
}
