// Questions about the rules as rows of a form: each with its value, its clause, and what it usually is. Used by the
// set-up of an event, and by the form that changes a running one.

import { h } from "../../shared/dom.js";

/** @typedef {import("../../shared/wire.js").OpenSetting} Setting */
/** @typedef {NonNullable<import("../../shared/wire.js").NewEvent["settings"]>} Answers */

/** @param {Setting} setting */
function clauseWords({ clause, clause_says: says }) {
  if (!clause) return h("small", { class: "quiet" }, "The rules don't say.");
  return h("small", { class: "quiet" }, h("b", {}, clause), says ? `: ${says}` : "");
}

const YES_OR_NO = [
  { value: true, words: "Yes" },
  { value: false, words: "No" },
];

/** @param {number | null} cents */
export const inDollars = (cents) => (cents === null ? null : (cents / 100).toFixed(2));

/** @param {Setting} setting @param {string} name @returns {HTMLElement} */
function control(setting, name) {
  if (setting.choices.length || typeof setting.default === "boolean") {
    const choices = setting.choices.length ? setting.choices : YES_OR_NO;
    return h(
      "select",
      { id: name, name, "data-kind": "json" },
      choices.map(({ value, words }) =>
        h("option", { value: JSON.stringify(value), selected: value === setting.default }, words),
      ),
    );
  }
  if (setting.cents) {
    return h("input", {
      id: name,
      name,
      type: "number",
      min: inDollars(setting.min),
      max: inDollars(setting.max),
      step: "0.01",
      value: inDollars(Number(setting.default)),
      "data-kind": "cents",
    });
  }
  if (typeof setting.default === "number") {
    return h("input", {
      id: name,
      name,
      type: "number",
      min: setting.min,
      max: setting.max,
      value: String(setting.default),
      "data-kind": "number",
    });
  }
  return h("input", {
    id: name,
    name,
    type: "text",
    maxlength: "80",
    value: setting.default,
    "data-kind": "text",
  });
}

/** @param {Setting} setting */
export function settingRow(setting, { clauses = true } = {}) {
  const name = `setting ${setting.key}`;
  const asked = control(setting, name);
  const usual = asked.dataset.kind === "json" ? JSON.stringify(setting.default) : asked.getAttribute("value");
  asked.dataset.usual = usual ?? "";
  return h(
    "div",
    { class: "setting", "data-key": name },
    h("label", { for: name }, setting.words),
    asked,
    clauses && clauseWords(setting),
  );
}

/** @param {HTMLInputElement} field @returns {Answers[string]} */
function answerOf({ dataset, value }) {
  if (dataset.kind === "text") return value;
  return dataset.kind === "cents" ? Math.round(Number(value) * 100) : JSON.parse(value);
}

/**
 * The settings in which a form differs from what is usual.
 * @param {HTMLFormElement} form
 */
export function settingsOf(form) {
  /** @type {Answers} */
  const settings = {};
  for (const each of form.elements) {
    const asked = /** @type {HTMLInputElement} */ (each);
    const { name = "", value, type, checked, dataset } = asked;
    const [, key] = name.match(/^(?:setting|unusual) (\S+)$/) ?? [];
    if (!key || value === "" || value === dataset.usual || (type === "radio" && !checked)) continue;
    settings[key] = answerOf(asked);
  }
  return settings;
}
