// The rules that somebody played by last, kept in this browser, so that the first page can offer them again.

const PLACE = "bowerbird-rules";

/** `{rules, house}`: the book played last, or the house rules with their title, whichever it was. */
export function keptRules() {
  try {
    return JSON.parse(localStorage.getItem(PLACE)) ?? {};
  } catch {
    return {};
  }
}

function keep(what) {
  try {
    localStorage.setItem(PLACE, JSON.stringify({ ...keptRules(), ...what }));
  } catch {
    // A browser that stores nothing offers the books only.
  }
}

/** These house rules were played: `{title, toml, link}`. */
export const keepHouseRules = (house) => keep({ house, rules: "" });

/** This book was played. */
export const keepBook = (rules) => keep({ rules });
