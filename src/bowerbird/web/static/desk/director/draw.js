// The draw of a table: one row for each card, in the order in which the cards were shown. Names go round the table
// automatically. Cards are typed, or tapped on large keys. A row without a card is left out.

import { h } from "../../shared/dom.js";
import { asOption, form, select, text } from "./parts.js";

/** @typedef {import("../page-types.js").Desk} Desk */
/** @typedef {import("../page-types.js").Detail} Detail */
/** @typedef {import("../page-types.js").Fields} Fields */

/** @type {[string, string][]} */
const SUITS = [
  ["♠", "Spades"],
  ["♥", "Hearts"],
  ["♦", "Diamonds"],
  ["♣", "Clubs"],
];
/** @type {Record<string, string>} */
const RANKS = { J: "Jack", Q: "Queen", K: "King", A: "Ace" };

/** @param {Desk} desk @param {Detail} detail */
function around({ view }, detail) {
  const table = view.tables.find(({ number }) => number === detail.table);
  return table?.seats.map(({ name }) => name) ?? [];
}

/** @param {string[]} ring @param {string | undefined} name */
const nextAround = (ring, name) => ring[(ring.indexOf(name ?? "") + 1) % ring.length];

/** @param {string[]} ring @param {string} name @param {number} at */
function row(ring, name, at) {
  const card = `Card ${at + 1}`;
  return h(
    "li",
    { "data-key": at },
    h("span", { class: "draw-number", "aria-hidden": "true" }, String(at + 1)),
    select(`name-${at}`, ring.map(asOption), name, { "aria-label": `${card}: whose` }),
    text(`card-${at}`, {
      maxlength: 3,
      inputmode: "none", // the keys below are larger than a phone's own
      autocapitalize: "characters",
      placeholder: at ? "" : "J♥",
      autofocus: at === 0,
      "aria-label": `${card}: which`,
    }),
  );
}

/** @param {string} sign @param {string} words @param {string} kind */
const key = (sign, words, kind) =>
  h("button", { type: "button", class: `card-key ${kind}`, "data-card": sign, "aria-label": words }, sign);

/** @type {import("../page-types.js").DrawerPart} */
export const drawDrawer = {
  title: (_, { table }) => `Table ${table}: the draw`,
  content: (desk, detail) => {
    const ring = around(desk, detail);
    const names = detail.names ?? ring;
    return form(
      { what: "draw", table: detail.table },
      { "data-read": "draw", "data-then": "close", class: "draw-form" },
      h("p", {}, "Enter the cards in the order they were shown, one row for each card."),
      h(
        "ol",
        { class: "draw-rows" },
        names.map((name, at) => row(ring, name, at)),
      ),
      h("button", { type: "button", "data-add": true }, "Add a card"),
      h(
        "div",
        { class: "draw-end" },
        h(
          "div",
          { class: "card-keys", role: "group", "aria-label": "Card keys" },
          h(
            "div",
            {},
            desk.view.ranks.map((rank) => key(rank, RANKS[rank] ?? rank, "rank")),
          ),
          h(
            "div",
            {},
            SUITS.map(([sign, words]) => key(sign, words, sign === "♥" || sign === "♦" ? "suit red" : "suit")),
          ),
        ),
        h("p", { role: "status", class: "visually-hidden" }),
        h("button", { "data-main": true }, "Save the draw"),
      ),
    );
  },
};

/** @param {HTMLFormElement} form @param {string} kind */
const fields = (form, kind) => /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll(`[name^="${kind}-"]`)]);

/**
 * Hear what is done in the form: keys are tapped, Enter goes on, and names go round the table from the one chosen.
 * @param {import("./drawer.js").Drawer} drawer
 * @param {Desk} desk
 */
export function listenToDraw(drawer, desk) {
  const { dialog } = drawer;
  /** @param {Event} event */
  const formOf = ({ target }) =>
    /** @type {HTMLFormElement | null} */ (target instanceof Element ? target.closest(".draw-form") : null);

  /** @param {HTMLFormElement} form @param {number} at */
  async function focusRow(form, at) {
    if (at >= fields(form, "card").length) {
      const names = fields(form, "name").map(({ value }) => value);
      await drawer.set(desk, { names: [...names, nextAround(around(desk, drawer.here.detail), names.at(-1))] });
    }
    fields(form, "card")[at].focus();
  }

  dialog.addEventListener("pointerdown", (event) => {
    // The field keeps the focus, and with it the place where the next card goes.
    if (event.target instanceof Element && event.target.closest(".card-keys")) event.preventDefault();
  });

  dialog.addEventListener("click", (event) => {
    const form = formOf(event);
    const button = /** @type {Element} */ (event.target).closest("button");
    if (!form || !button) return;
    const cards = fields(form, "card");
    if (button.hasAttribute("data-add")) focusRow(form, cards.length);
    const sign = button.dataset.card;
    if (!sign) return;
    const empty = cards.findIndex(({ value }) => !value || RANK_ONLY.test(value));
    const now = cards.indexOf(/** @type {HTMLInputElement} */ (document.activeElement));
    tapped(form, now < 0 ? (empty < 0 ? cards.length - 1 : empty) : now, sign);
  });

  /** @param {HTMLFormElement} form @param {number} at @param {string} sign */
  function tapped(form, at, sign) {
    const field = fields(form, "card")[at];
    const suit = SUITS.some(([each]) => each === sign);
    const rank = RANK_ONLY.exec(field.value)?.[0];
    if (suit && !rank) return;
    field.value = suit ? rank + sign : sign;
    const said = form.querySelector("[role=status]");
    if (said) said.textContent = `${fields(form, "name")[at].value}: ${field.value}`;
    if (suit) focusRow(form, at + 1);
  }

  dialog.addEventListener("keydown", (event) => {
    const form = formOf(event);
    const field = /** @type {HTMLInputElement} */ (event.target);
    // Enter on an empty row saves, as in any form.
    if (!form || event.key !== "Enter" || event.ctrlKey || !field.name?.startsWith("card-") || !field.value) return;
    event.preventDefault();
    focusRow(form, fields(form, "card").indexOf(field) + 1);
  });

  dialog.addEventListener("change", (event) => {
    const form = formOf(event);
    if (!form) return;
    const changed = fields(form, "name").indexOf(/** @type {HTMLInputElement} */ (event.target));
    if (changed < 0) return;
    const ring = around(desk, drawer.here.detail);
    const cards = fields(form, "card");
    const names = fields(form, "name").map(({ value }) => value);
    for (let at = changed + 1; at < names.length; at++)
      if (!cards[at].value) names[at] = nextAround(ring, names[at - 1]);
    drawer.set(desk, { names });
  });
}

const RANK_ONLY = /^(10|[7-9TJQKA])$/i;

/**
 * @param {Fields} fields
 * @returns {import("../page-types.js").Keyless<import("../../shared/wire.js").DrawRequest>}
 */
export function readDraw(fields) {
  /** @type {[string, string][]} */
  const cards = [];
  for (let at = 0; `card-${at}` in fields; at++) {
    const card = String(fields[`card-${at}`]);
    if (card) cards.push([String(fields[`name-${at}`]), card]);
  }
  if (cards.length < 2) throw new Error("Enter at least two cards, in the order they were shown.");
  return { what: "draw", table: Number(fields.table), cards };
}
