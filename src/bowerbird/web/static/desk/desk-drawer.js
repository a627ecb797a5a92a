// The one drawer of the desk: a modal dialog that shows a heading and its content, keeps the focus inside, goes back
// one step, and is drawn anew when the event changes. What is in a drawer is written in its own module:
//   { title(desk, detail), content(desk, detail, data), load?(desk, detail), wide?, directorOnly? }

import { h } from "../dom.js";
import { show } from "./desk-parts.js";

export class Drawer {
  constructor(dialog, drawers) {
    this.dialog = dialog;
    this.drawers = drawers;
    this.trail = [];
    this.data = null;
    dialog.addEventListener("close", () => this.closed());
    dialog.addEventListener("click", (event) => event.target === dialog && this.close());
  }

  get isOpen() {
    return this.dialog.open;
  }

  get here() {
    return this.trail.at(-1);
  }

  async open(desk, name, detail = {}) {
    if (!this.isOpen) {
      this.trail = [];
      desk.news = false;
    }
    this.trail.push({ name, detail });
    await this.turn(desk);
  }

  async back(desk) {
    this.trail.pop();
    await this.turn(desk);
  }

  /** Change what the open drawer shows. */
  async set(desk, changes) {
    Object.assign(this.here.detail, changes);
    await this.load(desk);
    this.draw(desk);
  }

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

  focus() {
    const wanted = this.dialog.querySelector("[autofocus]") ?? this.dialog.querySelector("h2");
    if (!this.dialog.contains(document.activeElement) || document.activeElement.matches(".drawer-close, h2, dialog")) {
      wanted?.focus();
      if (wanted?.matches("input")) wanted.select();
    }
  }

  async load(desk) {
    const { here } = this;
    const { load } = this.drawers[here.name];
    if (!load) return false;
    try {
      const data = await load(desk, here.detail);
      if (this.here !== here) return false;
      this.data = data;
    } catch (error) {
      if (this.here === here) desk.tell([error.message], "wrong");
      return false;
    }
    return true;
  }

  /** The event has changed: what was read for the drawer is read again, then it is drawn. */
  async refresh(desk) {
    if (!this.isOpen) return;
    if (this.drawers[this.here.name].load) await this.load(desk);
    if (this.isOpen) this.draw(desk);
  }

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
