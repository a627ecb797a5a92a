// Puzzles: one after the other, near one's own rating, by theme and rules.

import { h } from "../shared/dom.js";
import { plural } from "../shared/english.js";
import { post } from "../shared/site.js";
import { keptRules } from "../table/kept-rules.js";
import { get, headingOf, positionToTry } from "./position.js";
import { answerShown, wordsOf } from "./puzzle-answer.js";

/** @typedef {import("../shared/wire.js").PuzzleShown} Puzzle */
/** @typedef {import("../shared/wire.js").PuzzleAnswered} PuzzleAnswered */

const page = /** @type {HTMLElement} */ (document.getElementById("puzzle"));
const standing = /** @type {HTMLElement} */ (document.getElementById("standing"));
const theme = /** @type {HTMLSelectElement} */ (document.getElementById("theme"));

const rules = /** @type {HTMLSelectElement} */ (document.getElementById("rules"));

/** The rules that were chosen here last; "" for all of them. */
const PLACE = "bowerbird-puzzle-rules";

/** How many puzzles were asked for: by the arrow keys, themes are chosen faster than answers come. */
let asked = 0;

/** @param {{ rating: number, error: number, solved: number, tried: number }} rating */
function standingWords({ rating, error, solved, tried }) {
  if (!tried) return "";
  return `Your rating: ${rating} ± ${2 * error}. You have solved ${solved} of ${plural(tried, "puzzle")}.`;
}

/** @param {string} words */
const say = (words) => page.replaceChildren(h("p", { role: "alert" }, words), again("Try again"));

/** @param {string} words */
function again(words) {
  const button = h("button", { type: "button", class: "main-button" }, words);
  button.addEventListener("click", () => show({ said: true }));
  return button;
}

/** Choose the rules of last time, or else those that were played last, or else the first ones. */
function startRules() {
  const books = [...rules.options].filter(({ value }) => value);
  const { rules: played } = keptRules();
  const own = books.find(({ value }) => value === played);
  // The person's own come first.
  if (own) books[0]?.before(own);
  let chosen = null;
  try {
    chosen = localStorage.getItem(PLACE);
  } catch {
    // A browser that stores nothing starts with the rules that were played.
  }
  const offered = [...rules.options].map(({ value }) => value);
  rules.value = chosen !== null && offered.includes(chosen) ? chosen : (offered.find(Boolean) ?? "");
  countThemes();
}

/** How many puzzles each theme has by these rules. One that has none can't be chosen. */
function countThemes() {
  for (const option of theme.options) {
    if (!option.value) continue;
    const counts = JSON.parse(option.dataset.counts ?? "{}");
    const count = counts[rules.value] ?? 0;
    option.textContent = `${option.dataset.words} (${count})`;
    option.disabled = !count;
  }
  if (theme.selectedOptions[0]?.disabled) theme.value = "";
}

function rulesChosen() {
  try {
    localStorage.setItem(PLACE, rules.value);
  } catch {
    // It holds as long as the page.
  }
  countThemes();
  show();
}

/**
 * A puzzle with the person's own name at the table.
 * @param {Puzzle} puzzle
 */
function ownPosition({ position }) {
  const { name } = page.dataset;
  if (!name) return position;
  const names = /** @type {typeof position.names} */ (
    position.names.map((other, seat) => (seat === position.scene.seat ? name : other))
  );
  return { ...position, names };
}

/** @param {Puzzle} puzzle */
const wordsAt = ({ position }) => `/api/words?rules=${encodeURIComponent(position.rules.name)}`;

/** @param {Puzzle} puzzle */
function themeWords({ themes }) {
  const words = themes.map(
    (name) => theme.querySelector(`option[value="${CSS.escape(name)}"]`)?.getAttribute("data-words") ?? name,
  );
  return words.join(" · ");
}

/** @param {Puzzle} puzzle @param {number} choice */
async function answer(puzzle, choice) {
  try {
    /** @type {PuzzleAnswered} */
    const said = await post(`/api/puzzles/${puzzle.puzzle}`, { choice });
    const change = said.tried > puzzle.tried ? said.rating - puzzle.rating : 0;
    const more = [
      h(
        "p",
        { class: "quiet" },
        `${themeWords(puzzle)}. Grade ${puzzle.grade}.`,
        change ? ` Your rating ${change > 0 ? "rises" : "falls"} by ${Math.abs(change)}.` : "",
      ),
    ];
    const words = await wordsOf(wordsAt(puzzle));
    const ways = [again("Next puzzle")];
    // The rating would tell the verdict.
    const told = () => {
      standing.textContent = standingWords(said);
    };
    const { shown, start } = answerShown(ownPosition(puzzle), said.answer, { more, ways, words, told });
    page.replaceChildren(shown);
    start();
  } catch (error) {
    say(/** @type {Error} */ (error).message);
  }
}

/**
 * Show a puzzle by its name, or the next one. After *Next puzzle*, its heading is said.
 * @param {{ name?: string, said?: boolean }} [how]
 */
async function show({ name = "", said = false } = {}) {
  const address = name
    ? `/api/puzzles/${name}`
    : `/api/puzzles/next?${new URLSearchParams({ theme: theme.value, rules: rules.value })}`;
  asked += 1;
  const number = asked;
  try {
    /** @type {Puzzle} */
    const puzzle = await get(address);
    if (number !== asked) return;
    history.replaceState(null, "", `#${puzzle.puzzle}`);
    standing.textContent = standingWords(puzzle);
    const { heading, line } = headingOf("Your turn", puzzle.position);
    wordsOf(wordsAt(puzzle));
    page.replaceChildren(
      line,
      puzzle.again ? h("p", { class: "quiet" }, "You have tried this one before. It doesn't change your rating.") : "",
      positionToTry(ownPosition(puzzle), (choice) => answer(puzzle, choice)),
    );
    if (said) heading.focus();
  } catch (error) {
    say(/** @type {Error} */ (error).message);
  }
}

theme.addEventListener("change", () => show());
rules.addEventListener("change", rulesChosen);
startRules();
await show({ name: location.hash.slice(1) });
