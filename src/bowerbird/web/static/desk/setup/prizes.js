// Shares of the pot: one choice, with the rulebook's own shares first where it has any, and the choice in words. Parts
// are whole percents by place, first place first.

import { h } from "../../shared/dom.js";
import { fieldOf, textOf } from "../fields.js";

const POT = "setting event.money.pot";
const FEE = "setting event.money.fee";
const OWN = "own";
const BOOK = "book";
const PLACES = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/** @param {string} amount */
const dollars = (amount) => `$${Number(amount).toFixed(2)}`;

/**
 * The question. The first answer is what happens anyway.
 * @param {import("../../shared/wire.js").Prizes} prizes
 */
export function prizesRow({ says, clause, choices }) {
  return h(
    "div",
    { class: "setting", id: "prizes" },
    h("label", { for: "shares" }, "Who gets the pot?"),
    h(
      "select",
      { id: "shares", name: "shares" },
      says && h("option", { value: BOOK }, "As in the rules"),
      choices.map(({ words, parts }) => h("option", { value: parts.join(", ") }, words)),
      h("option", { value: OWN }, "Your own shares"),
    ),
    h(
      "p",
      { id: "own-shares-part", hidden: true },
      h("label", { for: "own_shares" }, "Percent for each place, first place first"),
      h("input", {
        id: "own_shares",
        name: "own_shares",
        type: "text",
        maxlength: "120",
        placeholder: "50, 30, 20",
        "aria-describedby": "own-shares-wrong",
      }),
      h("span", { id: "own-shares-wrong", class: "wrong", role: "status" }),
    ),
    h(
      "small",
      { class: "quiet" },
      says ? [h("b", {}, clause), " The rules: ", h("span", { id: "prizes-say" }, says)] : "The rules don't say.",
      " Tied players share.",
    ),
  );
}

/** @param {string} text */
const numbersIn = (text) => text.split(/[\s,;+/%]+/).filter(Boolean);

/**
 * Why these shares cannot be; empty if they can.
 * @param {string} text
 */
function wrongIn(text) {
  const said = numbersIn(text);
  if (!said.length) return "Enter a percentage for each place, such as 50, 30, 20.";
  const odd = said.find((each) => !/^\d{1,3}$/.test(each) || Number(each) < 1);
  if (odd) return `“${odd}” isn't a whole percentage. Use the form 50, 30, 20.`;
  const sum = said.map(Number).reduce((all, each) => all + each, 0);
  return sum === 100 ? "" : `These add up to ${sum} percent. They must add up to 100.`;
}

/** @param {HTMLFormElement} form */
const isPaidOut = (form) => textOf(form, POT) === JSON.stringify("all paid out");

/** @param {HTMLFormElement} form */
const sharesField = (form) => /** @type {HTMLSelectElement | null} */ (form.elements.namedItem("shares"));

/**
 * Show what belongs to the answers so far, and say at the field what is wrong with it.
 * @param {HTMLFormElement} form
 */
export function checkPrizes(form) {
  /** @type {HTMLElement | null} */
  const row = form.querySelector("#prizes");
  /** @type {HTMLElement | null} */
  const ownPart = form.querySelector("#own-shares-part");
  const own = fieldOf(form, "own_shares");
  if (!row || !ownPart || !own) return;
  row.hidden = !isPaidOut(form);
  const asked = textOf(form, "shares") === OWN;
  ownPart.hidden = !asked;
  const wrong = asked && !row.hidden ? wrongIn(own.value) : "";
  own.setCustomValidity(wrong);
  own.setAttribute("aria-invalid", String(Boolean(wrong && own.value)));
  form.querySelector("#own-shares-wrong")?.replaceChildren(own.value ? wrong : "");
}

/** @param {HTMLFormElement} form */
function partsOf(form) {
  const chosen = textOf(form, "shares");
  return numbersIn(chosen === OWN ? textOf(form, "own_shares") : chosen).map(Number);
}

/**
 * The shares as a setting, where they are not what happens anyway.
 * @param {HTMLFormElement} form
 * @returns {Record<string, Record<string, number[]>>}
 */
export function sharesOf(form) {
  if (!isPaidOut(form) || !sharesField(form)?.selectedIndex) return {};
  return { "event.money.shares": { 1: partsOf(form) } };
}

/** @param {number[]} parts */
function splitWords(parts) {
  if (parts.length === 1) return "first place takes all of it";
  /** @param {number} at */
  const place = (at) => (PLACES[at] ? `${PLACES[at]} place` : `place ${at + 1}`);
  return parts.map((part, at) => `${part}% for ${place(at)}`).join(", ");
}

/**
 * What becomes of the fees, in a sentence.
 * @param {HTMLFormElement} form
 */
export function moneyWords(form) {
  const fee = textOf(form, FEE);
  if (textOf(form, "house_rules").trim() && !sharesField(form)?.selectedIndex)
    return "Fees and prizes follow your house rules and the answers above.";
  if (!Number(fee)) return "There is no fee, so there is no pot.";
  const paid = `Everyone pays ${dollars(fee)}.`;
  if (!isPaidOut(form)) return `${paid} The house keeps it.`;
  if (textOf(form, "shares") === BOOK)
    return `${paid} All of it is paid out. ${form.querySelector("#prizes-say")?.textContent}`;
  if (fieldOf(form, "own_shares")?.validationMessage) return `${paid} All of it is paid out. Correct the shares first.`;
  return `${paid} All of it is paid out: ${splitWords(partsOf(form))}.`;
}
