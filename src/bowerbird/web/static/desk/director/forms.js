// The request of a form: its own body, joined by its fields. Some forms need their own reader.

import { fieldOf, textOf } from "../fields.js";
import { readChange } from "./change.js";
import { readDraw } from "./draw.js";
import { readFiftyFifty } from "./fifty-fifty.js";
import { readOnline } from "./more.js";
import { readChoices } from "./next.js";
import { readAbsent, readEnter } from "./people.js";
import { readPlaces } from "./places.js";
import { readRuling } from "./rulings.js";
import { readScore } from "./score.js";
import { readCoins, readPlayOff } from "./standings.js";
import { readCut } from "./table.js";

/** @typedef {import("../page-types.js").Desk} Desk */
/** @typedef {import("../page-types.js").Fields} Fields */
/** @typedef {import("../page-types.js").Keyless<import("../../shared/wire.js").ToDesk>} Body */

/** @type {Record<string, (fields: Fields, desk: Desk) => object>} */
const READERS = {
  absent: readAbsent,
  choices: readChoices,
  coins: readCoins,
  cut: readCut,
  draw: readDraw,
  enter: readEnter,
  "fifty-fifty": readFiftyFifty,
  online: readOnline,
  places: readPlaces,
  "play-off": readPlayOff,
  ruling: readRuling,
};

/** @param {HTMLFormElement} form @returns {Fields} what the form says whatever is typed */
const fixed = (form) => JSON.parse(form.dataset.act ?? "{}");

/** @param {HTMLFormElement} form */
function fieldsOf(form) {
  const fields = fixed(form);
  for (const each of form.elements) {
    const field = /** @type {HTMLInputElement} */ (each);
    if (!field.name || field.disabled) continue;
    if (field.type === "checkbox") fields[field.name] = field.checked;
    else if (field.type === "radio") {
      if (field.checked) fields[field.name] = field.value;
    } else if (field.hasAttribute("data-number")) fields[field.name] = numberOf(field);
    else fields[field.name] = field.value.trim();
  }
  return fields;
}

/** @param {HTMLInputElement} field */
function numberOf(field) {
  const typed = field.value.trim();
  if (!/^\d*$/.test(typed)) throw new Error(`“${typed}” isn't a number. Enter a whole number.`);
  return Number(typed);
}

/** @param {HTMLFormElement} form @param {Desk} desk */
function scoreOf(form, desk) {
  const lostBy = textOf(form, "lost_by");
  const lastDealer = textOf(form, "last_dealer");
  const reason = fieldOf(form, "reason");
  const body = fixed(form);
  const stopped = body.what === "score" ? { what: "stop" } : { stopped: true };
  return {
    ...body,
    ...(fieldOf(form, "stopped")?.checked && stopped),
    ...readScore(form, desk.view.needs),
    ...(lostBy && { lost_by: lostBy }),
    ...(lastDealer && { last_dealer: Number(lastDealer) }),
    ...(reason && { reason: reason.value.trim() }),
  };
}

/**
 * The request; throws an Error in words for the person who filled the form in.
 * @param {HTMLFormElement} form
 * @param {Desk} desk
 */
export function bodyOf(form, desk) {
  const reader = READERS[form.dataset.read ?? ""] ?? ((fields) => fields);
  if (form.dataset.read === "change") return readChange(form);
  return /** @type {Body} */ (form.dataset.read === "score" ? scoreOf(form, desk) : reader(fieldsOf(form), desk));
}
