// The register: scores as fast as at a till. Type a table's number, Enter, points, Enter, points, Enter: saved, and the
// next table without a score is suggested. A digit typed anywhere on the desk begins here. On a narrow screen it lies
// folded at the foot, and opens with its own keys, so that no keyboard slides over the room.
//
// While a score is on its way the fields take nothing: keys wait for the answer, and go on to the next table after it. If
// the score is refused they are not used, and the bar stays as it is, locked, until someone corrects or drops the score.

import { h } from "../../shared/dom.js";
import { plural } from "../../shared/english.js";
import { get } from "../event-connection.js";
import { fieldOf } from "../fields.js";
import { keypad, type } from "./keypad.js";
import { show } from "./parts.js";
import { rulingNote } from "./penalties.js";
import { liveWords, readScore, scoreFields, workOutOwnCards } from "./score.js";

/** @typedef {import("../page-types.js").Keyless<import("../../shared/wire.js").ScoreRequest>} ScoreBody */
/** @typedef {import("../../shared/wire.js").TableTile} Table */
/**
 * A score that was refused. `body` is what was sent, if anything was; `differs` is true if the table has another score.
 * @typedef {{ round?: number, table: number, body: ScoreBody | null, why: string, differs: boolean, typedOn: boolean }} Refusal
 */

/** Keys by their names on the pad. @type {Record<string, string>} */
const KEYS = { Enter: "next", Backspace: "rub" };

/** @param {ScoreBody | null} body */
const pointsOf = (body) => (body ? `${body.ns}–${body.ew}` : "The score");

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
    /** @type {{ table: number } | null} the score that is waiting for its answer */
    this.waiting = null;
    /** @type {string[]} keys that were typed meanwhile */
    this.ahead = [];
    /** @type {Refusal[]} the first one is in the bar */
    this.refusals = [];
    /** The first of them is being corrected. */
    this.mending = false;
    /** @type {{ name: string, value: string }[]} what was being typed when an older score was refused */
    this.draft = [];
    /** The last score that was saved here; the view may not have it yet. */
    this.saved = { table: 0, seq: 0 };
    this.buttons = /** @type {HTMLElement} */ (form.querySelector(".register-buttons"));
    this.refusal = /** @type {HTMLElement} */ (form.querySelector("#register-refusal"));
    this.pad = keypad((key) => this.press(key));
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

  /** @returns {Refusal | null} */
  get refused() {
    return this.refusals[0] ?? null;
  }

  /** True while no key may reach a field. */
  get isLocked() {
    return this.waiting !== null || (this.refused !== null && !this.mending);
  }

  get open() {
    return this.desk.hasView && this.desk.view.phase === "round" && !this.desk.view.round?.closed;
  }

  /** Tables without a score that counts, in the order of their numbers, less those on their way. */
  missing() {
    const scores = this.desk.sending.filter((message) => message.what === "score");
    const going = new Set(scores.map(({ table }) => table));
    if (this.desk.view.seq < this.saved.seq) going.add(this.saved.table);
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
    this.form.hidden = !this.open && !this.refused;
    if (this.form.hidden) return;
    if (this.refused && !this.waiting && this.shown !== `${this.refused.round} ${this.refused.table}`)
      this.showRefused();
    else if (!this.isLocked && !this.form.contains(document.activeElement) && !this.dirty()) this.suggest();
    this.show();
  }

  dirty() {
    return [...this.fields.querySelectorAll("input")].some((input) => input.value.trim() !== "");
  }

  show() {
    const table = this.table();
    // What is on its way, or was refused, stays as it was typed.
    if (!this.waiting && !this.refused) this.showFields(table);
    this.fields.hidden = !table;
    this.form.dataset.state = table?.state ?? "";
    this.buttons.hidden = !table || this.isLocked;
    const count = this.missing().length;
    show(this.lift, [count ? `Enter a score (${count} missing)` : "All scores are in"]);
    for (const input of this.inputs()) input.inputMode = this.narrow.matches ? "none" : "numeric";
    if (!this.at.isConnected) this.at = this.number;
    this.nameNext();
    this.say(table);
    this.showLock();
  }

  /** @param {Table | null} table */
  showFields(table) {
    const name = `${this.desk.view.round?.number} ${table?.number ?? "none"}`;
    if (this.shown !== name) this.fields.replaceChildren(scoreFields(table, this.desk.view.needs));
    else show(this.fields, [scoreFields(table, this.desk.view.needs)]);
    this.shown = name;
  }

  /** A locked bar shows it, and a refused score says why, and what to do. */
  showLock() {
    const { refused } = this;
    const settled = refused && this.settledWords(refused);
    for (const input of this.form.querySelectorAll("input"))
      input.readOnly = this.isLocked || (input === this.number && refused !== null);
    this.form.dataset.lock = settled ? "settled" : refused ? "refused" : this.waiting ? "waiting" : "";
    this.pad.classList.toggle("locked", this.isLocked && !this.waiting);
    this.form.ariaBusy = String(this.waiting !== null);
    show(this.refusal, [
      refused &&
        h(
          "p",
          { role: settled ? "status" : "alert", "data-key": settled ? "settled" : "refused" },
          settled || this.refusedWords(refused),
          refused.typedOn && h("small", {}, " You typed on. Those keys were not used."),
        ),
      refused && !this.waiting && h("div", { class: "register-buttons" }, this.waysOut(settled)),
    ]);
  }

  /** @param {string | null} settled */
  waysOut(settled) {
    /** @param {string} words @param {string} does @param {string} key @param {boolean} main */
    const button = (words, does, key, main) =>
      h(
        "button",
        { type: "button", "data-do": does, ...(main ? { "data-main": true } : { class: "plain-button" }) },
        `${words} `,
        h("kbd", { "aria-hidden": "true" }, key),
      );
    if (settled) return button("Continue", "drop", "Esc", true);
    return [!this.mending && button("Correct it", "mend", "⌫", true), button("Drop it", "drop", "Esc", false)];
  }

  /**
   * Why, beginning with the table's number.
   * @param {Refusal} refused
   */
  refusedWords({ table, why }) {
    const where = `Table ${table}`;
    const words = why.startsWith(`${where} `) ? why : `${where}. Not saved. ${why}`;
    if (this.narrow.matches) return words;
    return `${words} Press ${this.mending ? "" : "Backspace to correct it, or "}Esc to drop it.`;
  }

  /**
   * Someone else has seen to the table meanwhile: nothing about it is loud any longer. Empty otherwise.
   * @param {Refusal} refused
   */
  settledWords({ round, table, body, differs }) {
    const { view } = this.desk;
    const typed = pointsOf(body);
    if (view.round?.number !== round || !this.open) return `That round is over. Table ${table}: ${typed} isn't saved.`;
    const at = view.tables.find(({ number }) => number === table);
    if (at?.state === "stood down") return `Table ${table} doesn't play this round. ${typed} isn't saved.`;
    if (at?.state !== "in" || !at.result) return "";
    const { ns, ew } = at.result;
    if (body?.ns === ns && body.ew === ew) return `Table ${table} has this score already: ${ns}–${ew}.`;
    return differs ? "" : `Table ${table} has ${ns}–${ew} now. ${typed} isn't saved.`;
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
    else if (this.waiting) words = `Saving table ${this.waiting.table}…`;
    else if (this.isLocked || this.isAsRefused()) words = "";
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
    this.note.className = typed && !table ? "wrong" : "quiet";
  }

  /**
   * Somebody comes with the score of this table.
   * @param {number} number
   */
  choose(number) {
    if (!this.open || this.keeps(number)) return;
    this.clear();
    this.unfold();
    this.number.value = String(number);
    this.show();
    this.onward(this.number);
  }

  /** The tile of the table whose score is being entered stands out. */
  markTile() {
    const number = this.open && !this.form.hidden ? this.number.value.trim() : "";
    const typing = this.refused || this.form.contains(document.activeElement);
    for (const tile of document.querySelectorAll("#desk-room .tile"))
      tile.classList.toggle("chosen", Boolean(typing) && tile.getAttribute("data-number") === number);
  }

  /**
   * A digit was typed somewhere on the desk.
   * @param {string} digit
   */
  begin(digit) {
    if (this.hold(digit) || this.keeps(0) || !this.open) return;
    this.unfold();
    this.number.value = digit;
    this.number.setSelectionRange(1, 1);
    this.show();
  }

  /** @param {Event} event */
  typed({ target }) {
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
    const { target } = event;
    const save = event.ctrlKey || event.metaKey;
    const key = KEYS[event.key] ?? event.key;
    if (event.key === "Escape") {
      if (this.refused) this.drop();
      else if (!this.waiting) {
        this.clear();
        this.fold();
        /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
      }
    } else if (target instanceof HTMLButtonElement && !/^\d$/.test(key)) return;
    else if (/^(\d|next|rub)$/.test(key) && this.hold(save && key === "next" ? "save" : key)) event.preventDefault();
    else if (event.key === "Enter") {
      event.preventDefault();
      this.press(save ? "save" : "next");
    } else return;
    // The keys of the desk would take it for their own.
    event.stopPropagation();
  }

  /**
   * A key by its name on the pad.
   * @param {string} key
   */
  press(key) {
    if (this.hold(key)) return;
    if (key === "next") this.onward(this.at);
    else if (key === "save") this.save();
    else type(this.at, key);
  }

  /**
   * While the bar is locked no key reaches a field; true if this one was held back.
   * @param {string} key
   */
  hold(key) {
    if (!this.isLocked) return false;
    if (this.waiting) this.ahead.push(key);
    else if (key === "rub") this.mend();
    else this.typedOn();
    return true;
  }

  /** True while a refused score is as it was: nothing can be said about it that would hold. */
  isAsRefused() {
    const { body } = this.refused ?? {};
    if (!body) return false;
    try {
      const { ns, ew } = readScore(this.form, this.desk.view.needs);
      return ns === body.ns && ew === body.ew;
    } catch {
      return false;
    }
  }

  typedOn() {
    if (this.refused) this.refused.typedOn = true;
    this.showLock();
  }

  /**
   * True if another table has to wait until the score in the bar is answered, corrected or dropped.
   * @param {number} table 0 for any
   */
  keeps(table) {
    if (this.refused?.table === table || !(this.waiting || this.refused)) return false;
    this.typedOn();
    return true;
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
      const { round } = this.desk.view;
      const table = this.table()?.number ?? 0;
      const why = /** @type {Error} */ (error).message;
      if (table) this.refuse({ round: round?.number, table, body: null, why }, true);
      else this.desk.tell([why], "wrong");
      return;
    }
    const { round, table = 0 } = body;
    this.last = table;
    const sent = { table };
    this.waiting = sent;
    this.show();
    const error = await this.desk.act(body, { quiet: true });
    const isHere = this.waiting === sent;
    if (error) {
      if (isHere) this.waiting = null;
      this.refuse({ round, table, body, why: error.message }, isHere);
    } else if (isHere) {
      this.saved = { table, seq: this.desk.saidSeq };
      this.settle(table);
    }
  }

  /** The server does not answer now. The score is kept and sent again, and the scorer goes on. */
  letGo() {
    if (this.waiting) this.settle(this.waiting.table);
  }

  /**
   * A score is refused: it goes into the bar, or waits for the one that is there. `isHere` if its fields are.
   * @param {Pick<Refusal, "round" | "table" | "body" | "why">} refused
   * @param {boolean} isHere
   */
  refuse(refused, isHere = false) {
    const one = { ...refused, differs: false, typedOn: isHere && this.ahead.length > 0 };
    const others = this.refusals.filter(({ table }) => table !== one.table);
    this.refusals = isHere ? [one, ...others] : [...others, one];
    this.mending = this.mending && !isHere;
    if (one.body) this.ask(one);
    if (!this.desk.hasView) return;
    if (isHere) this.ahead = [];
    else if (this.refused === one && !this.waiting) {
      if (this.dirty()) this.draft = this.inputs().map(({ name, value }) => ({ name, value }));
      this.showRefused();
    }
    if (isHere) this.lock();
  }

  /**
   * Does the table have another score? The view may not say so yet.
   * @param {Refusal} refused
   */
  async ask(refused) {
    const { token } = this.desk;
    /** @type {Pick<import("../../shared/wire.js").RoundShown, "tables">} */
    const round = await get(token, `round/${refused.round}`).catch(() => ({ tables: null }));
    refused.differs = (round.tables ?? []).some(({ number, state }) => number === refused.table && state === "in");
    this.showLock();
  }

  /** The focus leaves the fields for the bar: a key that follows must find no field. */
  lock() {
    this.form.classList.remove("folded");
    this.show();
    const now = document.activeElement;
    if (!now || now === document.body || this.form.contains(now)) this.form.focus({ preventScroll: true });
    this.markTile();
  }

  /** Correct the refused score: here, or on the sheet of a table that has another one. */
  mend() {
    const { refused } = this;
    if (!refused || this.mending || this.settledWords(refused)) return;
    if (refused.differs) {
      this.desk.open("table", { round: refused.round, table: refused.table });
      return;
    }
    this.mending = true;
    this.show();
    const [, ...fields] = this.inputs();
    const wanted = (refused.body ? null : fields.find(({ value }) => !value.trim())) ?? fields[0];
    wanted?.focus();
    wanted?.select();
  }

  /** Let go of the refused score; its table is missing as before. */
  drop() {
    const { refused } = this;
    if (!refused || this.waiting) return;
    if (!this.settledWords(refused))
      this.desk.tell([`Table ${refused.table}: dropped. ${pointsOf(refused.body)} isn't saved.`]);
    this.settle(refused.table);
  }

  /**
   * Nothing more is to be done about this table: on to another refused score, to what was being typed, or to the next.
   * @param {number} settled
   */
  settle(settled) {
    const was = this.waiting?.table ?? this.refused?.table;
    this.refusals = this.refusals.filter(({ table }) => table !== settled);
    if (was !== settled) return;
    this.waiting = null;
    this.mending = false;
    if (this.refused) {
      this.refused.typedOn ||= this.ahead.length > 0;
      this.ahead = [];
      this.showRefused();
      return;
    }
    this.clear();
    if (this.draft.length) this.takeUp();
    else this.suggest();
    this.draw();
    if (this.missing().length || this.dirty()) this.number.focus();
    else this.fold();
    this.at = this.number;
    while (this.ahead.length && !this.isLocked && !document.querySelector("dialog[open]"))
      this.press(this.ahead.shift() ?? "");
  }

  /** What was being typed comes back. */
  takeUp() {
    for (const { name, value } of this.draft) {
      const field = fieldOf(this.form, name);
      if (field) field.value = value;
      if (field === this.number) this.showFields(this.table());
    }
    this.draft = [];
  }

  /** The refused score in the fields, as if typed: the next view must leave it as it is. */
  showRefused() {
    if (!this.refused) return;
    const { round, table, body } = this.refused;
    this.number.value = String(table);
    this.fields.replaceChildren(scoreFields(this.table(), this.desk.view.needs, body));
    for (const input of this.fields.querySelectorAll("input")) input.value = String(input.value);
    this.shown = `${round} ${table}`;
    this.lock();
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
    h("div", { id: "register-refusal" }),
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
