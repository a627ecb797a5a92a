// Puzzles: one after the other, near one's own rating, by theme.

import { h } from "../shared/dom.js";
import { plural } from "../shared/english.js";
import { post } from "../shared/site.js";
import { answerShown, get, positionToTry } from "./position.js";

/** @typedef {import("../shared/wire.js").PuzzleShown} Puzzle */
/** @typedef {import("../shared/wire.js").PuzzleAnswered} PuzzleAnswered */

const page = /** @type {HTMLElement} */ (document.getElementById("puzzle"));
const standing = /** @type {HTMLElement} */ (document.getElementById("standing"));
const theme = /** @type {HTMLSelectElement} */ (document.getElementById("theme"));

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
    standing.textContent = standingWords(said);
    const change = said.tried > puzzle.tried ? said.rating - puzzle.rating : 0;
    const more = [
      h(
        "p",
        { class: "quiet" },
        `${themeWords(puzzle)}. Grade ${puzzle.grade}.`,
        change ? ` Your rating ${change > 0 ? "rises" : "falls"} by ${Math.abs(change)}.` : "",
      ),
    ];
    const { shown, heading } = answerShown(puzzle.position, said.answer, { more, ways: [again("Next puzzle")] });
    page.replaceChildren(shown);
    heading.focus();
    heading.scrollIntoView({ block: "nearest" });
  } catch (error) {
    say(/** @type {Error} */ (error).message);
  }
}

/**
 * Show a puzzle by its name, or the next one. After *Next puzzle*, its heading is said.
 * @param {{ name?: string, said?: boolean }} [how]
 */
async function show({ name = "", said = false } = {}) {
  const address = name ? `/api/puzzles/${name}` : `/api/puzzles/next?theme=${theme.value}`;
  asked += 1;
  const number = asked;
  try {
    /** @type {Puzzle} */
    const puzzle = await get(address);
    if (number !== asked) return;
    history.replaceState(null, "", `#${puzzle.puzzle}`);
    standing.textContent = standingWords(puzzle);
    const heading = h("h2", { tabindex: -1 }, "Your turn");
    page.replaceChildren(
      heading,
      puzzle.again ? h("p", { class: "quiet" }, "You have tried this one before. It doesn't change your rating.") : "",
      positionToTry(puzzle.position, (choice) => answer(puzzle, choice)),
    );
    if (said) heading.focus();
  } catch (error) {
    say(/** @type {Error} */ (error).message);
  }
}

theme.addEventListener("change", () => show());
await show({ name: location.hash.slice(1) });
