// Money and prizes: the fee, what the club keeps, prizes by percent or as fixed sums, prizes that are not for a place,
// and what everyone would get. Sums are written in dollars and sent in cents. The server does the arithmetic.

import { h } from "../../shared/dom.js";
import { fieldOf, textOf } from "../fields.js";
import { inDollars, settingRow } from "./setting-rows.js";

/** @typedef {import("../../shared/wire.js").OpenSetting} Setting */
/** @typedef {import("../../shared/wire.js").MoneyRules} Money */
/** @typedef {NonNullable<import("../../shared/wire.js").NewEvent["settings"]>} Answers */
/** @typedef {Pick<import("../../shared/wire.js").SetupForm, "settings" | "prizes" | "money">} Form */

const POT = "setting event.money.pot";
const FEE = "setting event.money.fee";
const OWN = "own";
const BOOK = "book";
const PLACES = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
/** Settings that matter only while the fees are paid out in this way. */
const ONLY_WITH = { "event.money.keeps_each": "all paid out", "event.money.keeps_percent": "all paid out" };

/** @param {Setting} setting */
export const isMoney = ({ key }) => key.startsWith("event.money.");

/** @param {string} amount */
const dollars = (amount) => `$${Number(amount).toFixed(2)}`;

/** @param {readonly number[]} cents */
const asSums = (cents) => cents.map((each) => (each % 100 ? (each / 100).toFixed(2) : String(each / 100))).join(", ");

/**
 * How the places share the pot. The first answer is what happens anyway.
 * @param {Form["prizes"]} prizes
 * @param {string} asNow
 */
function sharesRow({ says, clause, choices }, asNow) {
  return h(
    "div",
    { class: "setting", id: "prizes", "data-key": "shares" },
    h("label", { for: "shares" }, "Who gets the pot?"),
    h(
      "select",
      { id: "shares", name: "shares" },
      says && h("option", { value: BOOK }, asNow),
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

/** @param {readonly number[]} now */
function sumsRow(now) {
  return h(
    "div",
    { class: "setting", id: "fixed-prizes", "data-key": "sums", hidden: true },
    h("label", { for: "sums" }, "Prizes in dollars, first place first"),
    h("input", {
      id: "sums",
      name: "sums",
      type: "text",
      maxlength: "200",
      placeholder: "50, 30, 20",
      value: asSums(now),
      "data-usual": asSums(now),
      "aria-describedby": "sums-wrong",
    }),
    h("span", { id: "sums-wrong", class: "wrong", role: "status" }),
    h(
      "small",
      { class: "quiet" },
      "If the fees don't reach, the first places are paid first. The club keeps the rest.",
    ),
  );
}

/** @param {string} name @param {number} cents @param {string} label */
const sumCell = (name, cents, label) =>
  h(
    "td",
    {},
    h("input", {
      name,
      type: "number",
      min: "0",
      max: "10000",
      step: "0.01",
      value: cents ? inDollars(cents) : "",
      placeholder: "0.00",
      "data-usual": cents ? inDollars(cents) : "",
      "aria-label": label,
    }),
  );

/** @param {Form} form */
function otherPrizes({ prizes, money }) {
  return h(
    "div",
    { class: "setting wide", "data-key": "others" },
    h(
      "table",
      { class: "other-prizes" },
      h("caption", {}, "Prizes that are not for a place, in dollars"),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "For"),
          h("th", { scope: "col" }, "Out of the fees"),
          h("th", { scope: "col" }, "Side pot: everyone pays"),
        ),
      ),
      h(
        "tbody",
        {},
        Object.entries(prizes.sides).map(([side, words]) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, words),
            sumCell(`extra ${side}`, money.extra_prizes?.[side] ?? 0, `${words}: out of the fees`),
            sumCell(`side ${side}`, money.side_pots?.[side] ?? 0, `${words}: everyone pays`),
          ),
        ),
      ),
    ),
  );
}

/**
 * Everything about money as rows of a form. `asNow` are the words for the shares as they are.
 * @param {Form} form
 */
export function prizesRows({ settings, prizes, money }, { asNow = "As in the rules", clauses = true } = {}) {
  const asked = settings.filter(isMoney);
  const row = (/** @type {Setting} */ setting) => settingRow(setting, { clauses });
  const first = asked.filter(({ key }) => ["event.money.fee", "event.money.pot"].includes(key));
  return [
    ...first.map(row),
    sharesRow(prizes, asNow),
    sumsRow(money.place_prizes ?? []),
    ...asked.filter((setting) => !first.includes(setting)).map(row),
    otherPrizes({ settings, prizes, money }),
  ];
}

/** @param {string} text */
const numbersIn = (text) => text.split(/[\s,;+/%$]+/).filter(Boolean);

/**
 * Why these shares cannot be; empty if they can.
 * @param {string} text
 */
function wrongShares(text) {
  const said = numbersIn(text);
  if (!said.length) return "Enter a percentage for each place, such as 50, 30, 20.";
  const odd = said.find((each) => !/^\d{1,3}$/.test(each) || Number(each) < 1);
  if (odd) return `“${odd}” isn't a whole percentage. Use the form 50, 30, 20.`;
  const sum = said.map(Number).reduce((all, each) => all + each, 0);
  return sum === 100 ? "" : `These add up to ${sum} percent. They must add up to 100.`;
}

/**
 * Why these prizes cannot be; empty if they can.
 * @param {string} text
 */
function wrongSums(text) {
  const said = numbersIn(text);
  if (!said.length) return "Enter a sum for each place, such as 50, 30, 20.";
  const odd = said.find((each) => !/^\d{1,5}(\.\d{1,2})?$/.test(each));
  return odd ? `“${odd}” isn't a sum in dollars. Use the form 50, 30, 12.50.` : "";
}

/** @param {HTMLFormElement} form */
const potOf = (form) => /** @type {string} */ (JSON.parse(textOf(form, POT) || '"none"'));

/** @param {HTMLFormElement} form */
const sharesField = (form) => /** @type {HTMLSelectElement | null} */ (form.elements.namedItem("shares"));

/** @param {HTMLFormElement} form @param {string} name @param {string} wrong */
function mark(form, name, wrong) {
  const field = fieldOf(form, name);
  if (!field) return;
  field.setCustomValidity(wrong);
  field.setAttribute("aria-invalid", String(Boolean(wrong && field.value)));
  form.querySelector(`#${field.getAttribute("aria-describedby")}`)?.replaceChildren(field.value ? wrong : "");
}

/** @param {HTMLFormElement} form @param {string} selector @param {boolean} hidden */
function hide(form, selector, hidden) {
  const row = /** @type {HTMLElement | null} */ (form.querySelector(selector));
  if (row) row.hidden = hidden;
}

/**
 * Show what belongs to the answers so far, and say at the field what is wrong with it.
 * @param {HTMLFormElement} form
 */
export function checkPrizes(form) {
  if (!sharesField(form)) return;
  const pot = potOf(form);
  const own = textOf(form, "shares") === OWN;
  hide(form, "#prizes", pot !== "all paid out");
  hide(form, "#own-shares-part", !own);
  hide(form, "#fixed-prizes", pot !== "fixed prizes");
  for (const [key, needs] of Object.entries(ONLY_WITH)) hide(form, `[data-key="setting ${key}"]`, pot !== needs);
  mark(form, "own_shares", own && pot === "all paid out" ? wrongShares(textOf(form, "own_shares")) : "");
  mark(form, "sums", pot === "fixed prizes" ? wrongSums(textOf(form, "sums")) : "");
}

/** @param {HTMLFormElement} form */
function partsOf(form) {
  const chosen = textOf(form, "shares");
  return numbersIn(chosen === OWN ? textOf(form, "own_shares") : chosen).map(Number);
}

/** @param {string} sum */
const inCents = (sum) => Math.round(Number(sum) * 100);

/**
 * The sums in one column of the other prizes, if any of them was changed.
 * @param {HTMLFormElement} form
 * @param {string} column
 */
function columnOf(form, column) {
  const fields = /** @type {HTMLInputElement[]} */ ([...form.elements]).filter(({ name }) =>
    name?.startsWith(`${column} `),
  );
  if (fields.every(({ value, dataset }) => value === dataset.usual)) return null;
  const given = fields.filter(({ value }) => Number(value) > 0);
  return Object.fromEntries(given.map(({ name, value }) => [name.slice(column.length + 1), inCents(value)]));
}

/**
 * The settings that are more than one answer: shares, fixed prizes and the others, where they differ from what is.
 * @param {HTMLFormElement} form
 * @returns {Answers}
 */
export function prizesOf(form) {
  /** @type {Answers} */
  const settings = {};
  const pot = potOf(form);
  if (pot === "all paid out" && sharesField(form)?.selectedIndex) settings["event.money.shares"] = { 1: partsOf(form) };
  const sums = fieldOf(form, "sums");
  if (pot === "fixed prizes" && sums && sums.value !== sums.dataset.usual)
    settings["event.money.place_prizes"] = numbersIn(sums.value).map(inCents);
  const extra = columnOf(form, "extra");
  const side = columnOf(form, "side");
  if (extra) settings["event.money.extra_prizes"] = extra;
  if (side) settings["event.money.side_pots"] = side;
  return settings;
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
  const pot = potOf(form);
  if (pot === "none") return `${paid} The house keeps it.`;
  if (pot === "fixed prizes") {
    const sums = numbersIn(textOf(form, "sums")).map(dollars).join(", ");
    return `${paid} ${sums ? `The places get ${sums}.` : "Enter the prizes."} The club keeps the rest.`;
  }
  const kept = Number(textOf(form, "setting event.money.keeps_each"));
  const percent = Number(textOf(form, "setting event.money.keeps_percent"));
  const keeps = [kept ? `${dollars(String(kept))} of each fee` : "", percent ? `${percent}% of the fees` : ""]
    .filter(Boolean)
    .join(" and ");
  const all = keeps ? `The club keeps ${keeps}. The rest is paid out` : "All of it is paid out";
  if (textOf(form, "shares") === BOOK) return `${paid} ${all}. ${form.querySelector("#prizes-say")?.textContent}`;
  if (fieldOf(form, "own_shares")?.validationMessage) return `${paid} ${all}. Correct the shares first.`;
  return `${paid} ${all}: ${splitWords(partsOf(form))}.`;
}

/**
 * What everyone would get, as a table.
 * @param {import("../../shared/wire.js").PrizeTable} table
 */
export function prizeTable({ people, taken, prizes, kept, why }) {
  if (why) return [h("p", { class: "wrong" }, why)];
  if (!taken && !prizes.length) return [h("p", { class: "quiet" }, "There is no fee, so there is nothing to pay out.")];
  const rows = prizes.map(({ words, amount }) => [words, amount]);
  if (kept) rows.push(["The club keeps", dollars(String(kept / 100))]);
  return [
    h(
      "table",
      {},
      h("caption", {}, `${people} people pay ${dollars(String(taken / 100))} together`),
      h(
        "tbody",
        {},
        rows.map(([words, amount]) =>
          h("tr", {}, h("th", { scope: "row" }, words), h("td", { class: "figure" }, amount)),
        ),
      ),
    ),
  ];
}
