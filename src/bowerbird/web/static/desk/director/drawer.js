// The one drawer of the desk: a modal dialog that shows a heading and its content, keeps the focus inside, goes back
// one step, and is drawn again when the event changes. What is in a drawer is written in its own module:
//   { title(desk, detail), content(desk, detail, data), load?(desk, detail), wide?, directorOnly? }

import { h } from "../../shared/dom.js";
import { show } from "./parts.js";

/** @typedef {import("../page-types.js").Desk} Desk */
/** @typedef {import("../page-types.js").Detail} Detail */
/** @typedef {import("../page-types.js").DrawerPart<unknown>} Part */

export class Drawer {
  /** @param {HTMLDialogElement} dialog @param {Record<string, Part>} drawers */
  constructor(dialog, drawers) {
    this.dialog = dialog;
    this.drawers = drawers;
    /** @type {{ name: string, detail: Detail }[]} */
    this.trail = [];
    /** @type {unknown} */
    this.data = null;
    dialog.addEventListener("close", () => this.closed());
    dialog.addEventListener("click", (event) => event.target === dialog && this.close());
  }

  get isOpen() {
    return this.dialog.open;
  }

  get here() {
    return this.trail[this.trail.length - 1];
  }

  /** @param {Desk} desk @param {string} name @param {Detail} detail */
  async open(desk, name, detail = {}) {
    if (!this.isOpen) {
      this.trail = [];
      desk.news = false;
    }
    this.trail.push({ name, detail });
    await this.turn(desk);
  }

  /** @param {Desk} desk */
  async back(desk) {
    this.trail.pop();
    await this.turn(desk);
  }

  /**
   * Change what the open drawer shows.
   * @param {Desk} desk
   * @param {Detail} changes
   */
  async set(desk, changes) {
    Object.assign(this.here.detail, changes);
    await this.load(desk);
    this.draw(desk);
  }

  /** @param {Desk} desk */
  async turn(desk) {
    this.data = null;
    this.dialog.replaceChildren();
    this.dialog.scrollTop = 0;
    this.draw(desk);
    if (!this.isOpen) this.dialog.showModal();
    this.focus();
    if (await this.load(desk)) {
      this.draw(desk);
      this.focus();
    }
  }

  /** @returns {HTMLElement | null} */
  get heading() {
    return this.dialog.querySelector("h2");
  }

  focus() {
    /** @type {HTMLElement | null} */
    const wanted = this.dialog.querySelector("[autofocus]") ?? this.heading;
    const now = document.activeElement;
    if (!now || !this.dialog.contains(now) || now.matches(".drawer-close, h2, dialog")) {
      wanted?.focus();
      if (wanted instanceof HTMLInputElement) wanted.select();
    }
  }

  /** @param {Desk} desk */
  async load(desk) {
    const { here } = this;
    const { load } = this.drawers[here.name];
    if (!load) return false;
    try {
      const data = await load(desk, here.detail);
      if (this.here !== here) return false;
      this.data = data;
    } catch (error) {
      if (this.here === here) desk.tell([/** @type {Error} */ (error).message], "wrong");
      return false;
    }
    return true;
  }

  /**
   * The event has changed: what was read for the drawer is read again, then it is drawn.
   * @param {Desk} desk
   */
  async refresh(desk) {
    if (!this.isOpen) return;
    if (this.drawers[this.here.name].load) await this.load(desk);
    if (this.isOpen) this.draw(desk);
  }

  /** @param {Desk} desk */
  draw(desk) {
    const { name, detail } = this.here;
    const drawer = this.drawers[name];
    this.dialog.className = drawer.wide ? "wide" : "";
    show(this.dialog, [
      h(
        "header",
        { class: "drawer-head", "data-key": "head" },
        this.trail.length > 1 && h("button", { type: "button", class: "plain-button", "data-do": "back" }, "‹ Back"),
        h("h2", { id: "drawer-title", tabindex: "-1" }, drawer.title(desk, detail)),
        h("button", { type: "button", class: "drawer-close", "data-do": "close" }, "Close"),
      ),
      h("div", { class: "drawer-said", "data-key": "said" }, desk.news && desk.said()),
      h("div", { class: "drawer-body", "data-key": `body ${name}` }, drawer.content(desk, detail, this.data)),
    ]);
  }

  close() {
    this.dialog.close();
  }

  closed() {
    // The browser tells of it a little later: quick hands have opened the next drawer by then.
    if (this.isOpen) return;
    this.trail = [];
    this.data = null;
    this.dialog.replaceChildren();
  }
}
