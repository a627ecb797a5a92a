// Words as English puts them together. Knows nothing of cards or pages.

/** @type {Record<string, string>} */
const ORDINALS = { one: "st", two: "nd", few: "rd", other: "th" };
const rules = new Intl.PluralRules("en", { type: "ordinal" });

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * "1st", "22nd".
 * @param {number} number
 */
export const ordinal = (number) => `${number}${ORDINALS[rules.select(number)]}`;

/**
 * "1 table", "3 tables".
 * @param {number} count
 * @param {string} one
 */
export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/**
 * "Ann", "Ann and Betty", "Ann, Betty and Carl".
 * @param {readonly string[]} words
 */
export const listed = (words) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

/**
 * A moment as a clock shows it: "7:02 PM".
 * @param {number} at
 */
export const clockTime = (at) => new Date(at).toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
