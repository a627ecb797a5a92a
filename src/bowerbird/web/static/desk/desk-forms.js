// What a form of the desk says to the hall: its own body, joined by its fields. Some need a reader of their own.

import { readOnline } from "./desk-more.js";
import { readNext, readSeat } from "./desk-next.js";
import { readAbsent, readEnter } from "./desk-people.js";
import { readRuling } from "./desk-rulings.js";
import { readScore } from "./desk-score.js";
import { readCoins, readPlayOff } from "./desk-standings.js";
import { readCut } from "./desk-table.js";

const READERS = {
  absent: readAbsent,
  coins: readCoins,
  cut: readCut,
  enter: readEnter,
  next: readNext,
  online: readOnline,
  "play-off": readPlayOff,
  ruling: readRuling,
  seat: readSeat,
};

function fieldsOf(form) {
  const fields = JSON.parse(form.dataset.act);
  for (const field of form.elements) {
    if (!field.name || field.disabled) continue;
    if (field.type === "checkbox") fields[field.name] = field.checked;
    else if (field.type === "radio") {
      if (field.checked) fields[field.name] = field.value;
    } else if (field.hasAttribute("data-number")) fields[field.name] = numberOf(field);
    else fields[field.name] = field.value.trim();
  }
  return fields;
}

function numberOf(field) {
  const typed = field.value.trim();
  if (!/^\d*$/.test(typed)) throw new Error(`“${typed}” is no number. Write a whole number.`);
  return Number(typed);
}

function scoreOf(form, desk) {
  const body = { ...JSON.parse(form.dataset.act), ...readScore(form, desk.view.needs) };
  const { lost_by: lostBy, last_dealer: lastDealer, reason } = form.elements;
  if (lostBy?.value) body.lost_by = lostBy.value;
  if (lastDealer?.value) body.last_dealer = Number(lastDealer.value);
  if (reason) body.reason = reason.value.trim();
  return body;
}

/** The body for the hall; throws an Error in words for whoever filled the form in. */
export function bodyOf(form, desk) {
  if (form.dataset.read === "score") return scoreOf(form, desk);
  const fields = fieldsOf(form);
  const reader = READERS[form.dataset.read];
  return reader ? reader(fields, desk) : fields;
}
