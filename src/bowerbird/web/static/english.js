// Words as English puts them together. Knows nothing of cards or pages.

const ORDINALS = { one: "st", two: "nd", few: "rd", other: "th" };
const rules = new Intl.PluralRules("en", { type: "ordinal" });

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** "1st", "22nd". */
export const ordinal = (number) => `${number}${ORDINALS[rules.select(number)]}`;

/** "1 table", "3 tables". */
export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** "Ann", "Ann and Betty", "Ann, Betty and Carl". */
export const listed = (words) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

/** A moment as a clock shows it: "7:02 PM". */
export const clockTime = (at) => new Date(at).toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
