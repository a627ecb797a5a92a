// Find a name or a table from the top of the desk: a few letters, or a number. Enter opens the first that is found.

import { h } from "../../shared/dom.js";
import { meant, PRESENCE_WORDS, pairNames, show } from "./parts.js";

/** @typedef {import("../page-types.js").Desk} Desk */
/** @typedef {{ words: string, where: string, drawer: string, detail: object }} Found */

const MOST = 8;

/**
 * What is meant by these letters.
 * @param {Desk} desk
 * @param {string} typed
 * @returns {Found[]}
 */
function found({ view }, typed) {
  const wanted = typed.trim();
  if (!wanted) return [];
  const tables = view.tables.filter(({ number }) => String(number).startsWith(wanted));
  const people = view.people.filter(({ name, sub }) => meant(name, wanted) || (sub && meant(sub, wanted)));
  const starts = wanted.toLocaleLowerCase();
  people.sort(
    (a, b) =>
      Number(b.name.toLocaleLowerCase().startsWith(starts)) - Number(a.name.toLocaleLowerCase().startsWith(starts)) ||
      a.name.localeCompare(b.name),
  );
  return [
    ...tables.map((table) => ({
      words: `Table ${table.number}`,
      where: `${pairNames(table, 0)}, ${pairNames(table, 1)}`,
      drawer: "table",
      detail: { round: view.round?.number, table: table.number },
    })),
    ...people.map(({ name, where, presence }) => ({
      words: name,
      where: where || PRESENCE_WORDS[presence],
      drawer: "card",
      detail: { name },
    })),
  ].slice(0, MOST);
}

export class Finder {
  /** @param {HTMLElement} place @param {Desk} desk */
  constructor(place, desk) {
    this.desk = desk;
    this.field = h("input", {
      type: "text",
      role: "searchbox",
      placeholder: "Find a name or table",
      "aria-label": "Search: name or table",
      "aria-controls": "desk-found",
      autocomplete: "off",
      spellcheck: "false",
    });
    this.list = h("ul", { id: "desk-found", hidden: true });
    place.append(h("kbd", { "aria-hidden": "true" }, "/"), this.field, this.list);
    this.field.addEventListener("input", () => this.draw());
    place.addEventListener("keydown", (event) => this.key(event));
    place.addEventListener("click", () => this.clear());
    place.addEventListener("focusout", ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && place.contains(relatedTarget))) this.clear();
    });
  }

  focus() {
    this.field.focus();
  }

  clear() {
    if (document.activeElement === this.field && this.field.value === "") return;
    this.field.value = "";
    this.draw();
  }

  draw() {
    const typed = this.desk.hasView && this.field.value.trim() !== "";
    const all = typed ? found(this.desk, this.field.value) : [];
    this.list.hidden = !typed;
    show(
      this.list,
      typed && !all.length
        ? h("li", { class: "none" }, "Nobody and no table has that.")
        : all.map(({ words, where, drawer, detail }) =>
            h(
              "li",
              { "data-key": words },
              h(
                "button",
                { type: "button", "data-open": drawer, "data-detail": JSON.stringify(detail) },
                h("b", {}, words),
                h("span", {}, where),
              ),
            ),
          ),
    );
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const buttons = [...this.list.querySelectorAll("button")];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    if (event.key === "Enter" && event.target === this.field) buttons[0]?.click();
    else if (event.key === "ArrowDown") buttons[Math.min(at + 1, buttons.length - 1)]?.focus();
    else if (event.key === "ArrowUp") (buttons[at - 1] ?? this.field).focus();
    else if (event.key === "Escape") {
      this.clear();
      this.field.blur();
    } else return;
    event.preventDefault();
  }
}
