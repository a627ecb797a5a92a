// Who gets the pot: one choice, with the book's own shares first where it has any, and what was chosen in words. Parts
// are whole percents by place, first place first.

import { h } from "../shared/dom.js";

const POT = "setting event.money.pot";
const FEE = "setting event.money.fee";
const OWN = "own";
const BOOK = "book";
const PLACES = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

const dollars = (amount) => `$${Number(amount).toFixed(2)}`;

/** The question. The first answer is what happens anyway. */
export function prizesRow({ says, clause, choices }) {
  return h(
    "div",
    { class: "setting", id: "prizes" },
    h("label", { for: "shares" }, "Who gets the pot?"),
    h(
      "select",
      { id: "shares", name: "shares" },
      says && h("option", { value: BOOK }, "As in the book"),
      choices.map(({ words, parts }) => h("option", { value: parts.join(", ") }, words)),
      h("option", { value: OWN }, "Own shares"),
    ),
    h(
      "p",
      { id: "own-shares-part", hidden: true },
      h("label", { for: "own_shares" }, "Percent for each place, the first place first"),
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
      says ? [h("b", {}, clause), " The book: ", h("span", { id: "prizes-say" }, says)] : "The book does not say.",
      " People who are level share.",
    ),
  );
}

const numbersIn = (text) => text.split(/[\s,;+/%]+/).filter(Boolean);

/** Why these shares cannot be; empty if they can. */
function wrongIn(text) {
  const said = numbersIn(text);
  if (!said.length) return "Write a percentage for each place, such as 50, 30, 20.";
  const odd = said.find((each) => !/^\d{1,3}$/.test(each) || Number(each) < 1);
  if (odd) return `“${odd}” is no whole percentage. Write them such as 50, 30, 20.`;
  const sum = said.map(Number).reduce((all, each) => all + each, 0);
  return sum === 100 ? "" : `These come to ${sum} percent. They must come to 100.`;
}

const isPaidOut = (form) => form.elements[POT]?.value === JSON.stringify("all paid out");

/** Show what belongs to the answers so far, and say at the field what is wrong with it. */
export function checkPrizes(form) {
  const row = form.querySelector("#prizes");
  if (!row) return;
  row.hidden = !isPaidOut(form);
  const { shares, own_shares: own } = form.elements;
  if (!shares) return;
  const asked = shares.value === OWN;
  form.querySelector("#own-shares-part").hidden = !asked;
  const wrong = asked && !row.hidden ? wrongIn(own.value) : "";
  own.setCustomValidity(wrong);
  own.setAttribute("aria-invalid", String(Boolean(wrong && own.value)));
  form.querySelector("#own-shares-wrong").textContent = own.value ? wrong : "";
}

function partsOf({ elements: { shares, own_shares: own } }) {
  return numbersIn(shares.value === OWN ? own.value : shares.value).map(Number);
}

/** The shares as a setting, where they are not what happens anyway. */
export function sharesOf(form) {
  const { shares } = form.elements;
  if (!shares || !isPaidOut(form) || !shares.selectedIndex) return {};
  return { "event.money.shares": { 1: partsOf(form) } };
}

function splitWords(parts) {
  if (parts.length === 1) return "the first place takes all of it";
  const place = (at) => (PLACES[at] ? `the ${PLACES[at]} place` : `place ${at + 1}`);
  return parts.map((part, at) => `${part}% for ${place(at)}`).join(", ");
}

/** What becomes of the fees, in a sentence. */
export function moneyWords(form) {
  const { shares, own_shares: own, [FEE]: fee, house_rules: house } = form.elements;
  if (house.value.trim() && !shares?.selectedIndex)
    return "Fees and prizes: as your house rules and the answers above say.";
  if (!Number(fee?.value)) return "There is no fee, so there is no pot.";
  const paid = `Everybody pays ${dollars(fee.value)}.`;
  if (!isPaidOut(form)) return `${paid} The house keeps it.`;
  if (shares?.value === BOOK) return `${paid} All of it is paid out. ${form.querySelector("#prizes-say").textContent}`;
  if (own.validationMessage) return `${paid} All of it is paid out; the shares are still to be put right.`;
  return `${paid} All of it is paid out: ${splitWords(partsOf(form))}.`;
}
