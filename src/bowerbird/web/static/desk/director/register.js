// The register: scores as fast as at a till. Type a table's number, Enter, points, Enter, points, Enter: saved, and the
// next table without a score is suggested. A digit typed anywhere on the desk begins here. On a narrow screen it lies
// folded at the foot, and opens with its own keys, so that no keyboard slides over the room.

import { h } from "../../shared/dom.js";
import { plural } from "../../shared/english.js";
import { fieldOf } from "../fields.js";
import { keypad } from "./keypad.js";
import { show } from "./parts.js";
import { rulingNote } from "./penalties.js";
import { liveWords, readScore, scoreFields, workOutOwnCards } from "./score.js";

/** @typedef {import("../page-types.js").Keyless<import("../../shared/wire.js").ScoreRequest>} ScoreBody */
/** @typedef {import("../../shared/wire.js").TableTile} Table */

/** Where there is no room for the whole line, and enough for keys. */
const NARROW = "(max-width: 999px) and (min-height: 500px)";

/** @param {Table} table */
const running = ({ running: card }) =>
  card ? `The card says ${card.ns}–${card.ew} after ${plural(card.hands, "hand")}.` : "";

export class Register {
  /** @param {HTMLFormElement} form @param {import("../page-types.js").Desk} desk */
  constructor(form, desk) {
    this.form = form;
    this.desk = desk;
    this.fields = /** @type {HTMLElement} */ (form.querySelector("#register-fields"));
    this.number = /** @type {HTMLInputElement} */ (fieldOf(form, "table"));
    this.note = /** @type {HTMLElement} */ (form.querySelector("#register-note"));
    this.lift = /** @type {HTMLElement} */ (form.querySelector(".register-lift"));
    this.at = this.number;
    /** The table whose score went off last. */
    this.last = 0;
    /** @type {string | null} which table's fields are shown */
    this.shown = null;
    /** The score in the fields was refused, and nobody has changed it since. */
    this.refused = false;
    this.pad = keypad(
      () => this.at,
      () => this.onward(this.at),
    );
    form.append(this.pad);
    this.narrow = matchMedia(NARROW);
    this.narrow.addEventListener("change", () => this.open && this.show());
    this.fold();
    form.addEventListener("input", (event) => this.typed(event));
    form.addEventListener("keydown", (event) => this.key(event));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.save();
    });
    this.number.addEventListener("focus", () => this.number.select());
    form.addEventListener("focusin", ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return;
      this.at = target;
      this.nameNext();
      this.markTile();
    });
    form.addEventListener("focusout", () => requestAnimationFrame(() => this.markTile()));
  }

  /** Out of the way, where it is in the way. */
  fold() {
    this.form.classList.add("folded");
  }

  /** There to be typed in. */
  unfold() {
    this.form.classList.remove("folded");
    this.number.focus();
  }

  get open() {
    return this.desk.hasView && this.desk.view.phase === "round" && !this.desk.view.round?.closed;
  }

  /** Tables without a score that counts, in the order of their numbers, less those on their way. */
  missing() {
    const scores = this.desk.sending.filter((message) => message.what === "score");
    const going = new Set(scores.map(({ table }) => table));
    return this.desk.view.tables.filter(
      ({ number, state }) => ["seated", "playing", "late", "disputed"].includes(state) && !going.has(number),
    );
  }

  suggest() {
    const missing = this.missing();
    const next = missing.find(({ number }) => number > this.last) ?? missing[0];
    this.number.value = next ? String(next.number) : "";
  }

  table() {
    return this.desk.view.tables.find(({ number }) => String(number) === this.number.value.trim()) ?? null;
  }

  /** The view has changed: keep what is being typed. */
  draw() {
    this.form.hidden = !this.open;
    if (!this.open) return;
    if (!this.form.contains(document.activeElement) && !this.dirty()) this.suggest();
    this.show();
  }

  dirty() {
    return [...this.fields.querySelectorAll("input")].some((input) => input.value.trim() !== "");
  }

  show() {
    const table = this.table();
    const name = `${this.desk.view.round?.number} ${table?.number ?? "none"}`;
    if (this.shown !== name) this.fields.replaceChildren(scoreFields(table, this.desk.view.needs));
    else show(this.fields, [scoreFields(table, this.desk.view.needs)]);
    this.shown = name;
    this.fields.hidden = !table;
    this.form.dataset.state = table?.state ?? "";
    for (const button of this.form.querySelectorAll("button"))
      if (button.closest(".register-end")) button.hidden = !table;
    const count = this.missing().length;
    show(this.lift, [count ? `Enter a score (${count} missing)` : "All scores are in"]);
    for (const input of this.inputs()) input.inputMode = this.narrow.matches ? "none" : "numeric";
    if (!this.at.isConnected) this.at = this.number;
    this.nameNext();
    this.say(table);
  }

  inputs() {
    return [...this.form.querySelectorAll("input")].filter((input) => input === this.number || !this.fields.hidden);
  }

  /** The key that goes on says what it does. */
  nameNext() {
    const last = this.at !== this.number && this.at === this.inputs().at(-1);
    const key = this.pad.querySelector("[data-pad=next]");
    if (key) key.textContent = last ? "Save" : "Next";
  }

  /** @param {Table | null} table */
  say(table) {
    const typed = this.number.value.trim();
    let words = "";
    if (typed && !table) words = `There's no table ${typed}.`;
    else if (!table) words = "All scores are in. Type a table's number to correct one.";
    else if (this.refused) words = "Not saved. Correct the points.";
    else if (table.state === "in") {
      const key = this.narrow.matches ? "Next" : "Enter";
      words = `Score: ${table.result?.ns}–${table.result?.ew}. Press ${key} to correct it.`;
    } else if (table.state === "stood down") words = "Stood down.";
    else
      words = [
        liveWords(table, this.form) || (table.result && (table.result.note || table.words)),
        rulingNote(table),
        running(table),
      ]
        .filter(Boolean)
        .join(" ");
    show(this.note, [words]);
    this.note.className = this.refused || (typed && !table) ? "wrong" : "quiet";
  }

  /**
   * Somebody comes with the score of this table.
   * @param {number} number
   */
  choose(number) {
    if (!this.open) return;
    this.clear();
    this.unfold();
    this.number.value = String(number);
    this.show();
    this.onward(this.number);
  }

  /** The tile of the table whose score is being entered stands out. */
  markTile() {
    const number = this.open && !this.form.hidden ? this.number.value.trim() : "";
    const typing = this.form.contains(document.activeElement);
    for (const tile of document.querySelectorAll("#desk-room .tile"))
      tile.classList.toggle("chosen", typing && tile.getAttribute("data-number") === number);
  }

  /**
   * A digit was typed somewhere on the desk.
   * @param {string} digit
   */
  begin(digit) {
    if (!this.open) return;
    this.unfold();
    this.number.value = digit;
    this.number.setSelectionRange(1, 1);
    this.show();
  }

  /** @param {Event} event */
  typed({ target }) {
    this.refused = false;
    if (target === this.number) {
      this.show();
      this.markTile();
    } else {
      /** @type {Element} */ (target).removeAttribute("data-worked-out");
      workOutOwnCards(this.form, this.desk.view.needs);
      this.say(this.table());
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Escape") {
      this.clear();
      this.fold();
      /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
    } else if (event.key === "Enter" && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      if (event.ctrlKey || event.metaKey) this.save();
      else this.onward(event.target);
    }
  }

  /**
   * From field to field; after the last one it is saved.
   * @param {HTMLInputElement} from
   */
  onward(from) {
    if (from === this.number) {
      const table = this.table();
      if (!table) return;
      if (table.state === "in" || table.state === "stood down") {
        this.openSheet();
        return;
      }
    }
    const inputs = this.inputs();
    const next = inputs[inputs.indexOf(from) + 1];
    if (!next) {
      this.save();
      return;
    }
    next.focus();
    next.select();
  }

  openSheet() {
    const table = this.table();
    if (table) this.desk.open("table", { round: this.desk.view.round?.number, table: table.number });
  }

  clear() {
    for (const input of this.fields.querySelectorAll("input")) input.value = "";
    this.shown = null;
    this.refused = false;
  }

  /** @returns {ScoreBody} the score as typed; throws an Error in words for the scorer */
  read() {
    const table = this.table();
    if (!table) throw new Error("Enter a table number first.");
    const { round, needs } = this.desk.view;
    return { what: "score", round: round?.number, table: table.number, ...readScore(this.form, needs) };
  }

  async save() {
    /** @type {ScoreBody} */
    let body;
    try {
      body = this.read();
    } catch (error) {
      this.desk.tell([/** @type {Error} */ (error).message], "wrong");
      return;
    }
    this.last = body.table ?? 0;
    const refused = this.desk.act(body);
    this.clear();
    this.suggest();
    this.show();
    if (this.missing().length) this.number.focus();
    else this.fold();
    const error = await refused;
    if (error && !this.dirty()) this.putBack(body);
  }

  /**
   * The server refused and the scorer has not typed anything else: show it again as it was.
   * @param {ScoreBody} body
   */
  putBack(body) {
    this.number.value = String(body.table);
    const table = this.table();
    if (!table) return;
    this.fields.replaceChildren(scoreFields(table, this.desk.view.needs, body));
    // As if typed: the next view draws the fields again without their score, and must leave it standing.
    for (const input of this.fields.querySelectorAll("input")) input.value = String(input.value);
    this.shown = `${this.desk.view.round?.number} ${table.number}`;
    this.refused = true;
    this.unfold();
    this.show();
    const points = fieldOf(this.form, "ns");
    points?.focus();
    points?.select();
  }
}

/** The form itself, empty. */
export const registerForm = () => [
  h("button", { type: "button", class: "register-lift", "data-do": "unfold" }, "Enter a score"),
  h(
    "label",
    { class: "register-table" },
    h("span", {}, "Table"),
    h("input", {
      name: "table",
      type: "text",
      inputmode: "numeric",
      maxlength: "4",
      autocomplete: "off",
      "aria-describedby": "register-note",
    }),
  ),
  h("div", { id: "register-fields" }),
  h(
    "div",
    { class: "register-end" },
    h("p", { id: "register-note", class: "quiet", "aria-live": "polite" }),
    h(
      "div",
      { class: "register-buttons" },
      h("button", { class: "register-save", "data-main": true }, "Save ", h("kbd", { "aria-hidden": "true" }, "Enter")),
      h("button", { type: "button", class: "plain-button", "data-do": "sheet" }, "Table sheet"),
    ),
  ),
  h(
    "button",
    { type: "button", class: "plain-button register-fold", "data-do": "fold", "aria-label": "Close the keypad" },
    "×",
  ),
];
