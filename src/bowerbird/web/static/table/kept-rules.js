// The rules that somebody played by last, kept in this browser, so that the first page can offer them again.

/** @typedef {{ title: string, toml: string, link: string }} HouseRules */
/** @typedef {{ rules?: string, house?: HouseRules }} Kept */

const PLACE = "bowerbird-rules";

/**
 * `{rules, house}`: the book played last, or the house rules with their title, whichever it was.
 * @returns {Kept}
 */
export function keptRules() {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {Kept} what */
function keep(what) {
  try {
    localStorage.setItem(PLACE, JSON.stringify({ ...keptRules(), ...what }));
  } catch {
    // A browser that stores nothing offers the books only.
  }
}

/**
 * These house rules were played: `{title, toml, link}`.
 * @param {HouseRules} house
 */
export const keepHouseRules = (house) => keep({ house, rules: "" });

/**
 * This book was played.
 * @param {string} rules
 */
export const keepBook = (rules) => keep({ rules });
