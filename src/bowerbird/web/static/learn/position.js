// A decision to try: the table as the seat saw it, the hand and the choices. For mistakes and puzzles. The server sends no
// hidden card before something is chosen; what comes of it is shown by puzzle-answer.js.

import { h } from "../shared/dom.js";
import { capital } from "../shared/english.js";
import { settings } from "../shared/settings.js";
import { NO_ANSWER } from "../shared/site.js";
import { bower, bowerWord, card, cardWord, nameJoker } from "../table/cards.js";
import { calls, newPageState } from "../table/my-seat.js";
import { sceneCaption, smallTable } from "../table/small-table.js";
import { suitLetter, tapWord } from "../table/words.js";
import { callsOffered } from "./puzzle-calls.js";
import "../table/birds.js";

/** @typedef {import("../shared/wire.js").PositionShown} Position */
/** @typedef {import("../table/small-table.js").Scene} Scene */

/** The picture of a person who has neither chosen one nor given a name. */
const OWN_BIRD = "magpie";

/** The name of a person who has given none. */
const NOBODY = "You";

/**
 * GET JSON. The answer, which the caller gives a type, or an Error whose message is written for people.
 * @template Answer
 * @param {string} address
 * @returns {Promise<Answer>}
 */
export async function get(address) {
  let answer;
  try {
    answer = await fetch(address);
  } catch {
    throw new Error(NO_ANSWER);
  }
  const said = await answer.json().catch(() => ({}));
  if (answer.ok) return said;
  throw new Error(said.why ?? "That didn't work. Try again.");
}

/**
 * The pictures at the table. Yours is the bird that you have chosen, or else your initials.
 * @param {Position} position
 */
export const picturesOf = ({ scene, names, birds }) =>
  birds.map((bird, seat) =>
    seat === scene.seat ? settings.bird || bird || (names[seat] === NOBODY ? OWN_BIRD : "") : bird,
  );

/** @param {Pick<Position, "choices">} position */
const isDiscard = ({ choices }) => choices[0].words.startsWith("discard");

/**
 * The position as the small table draws it, without the hand: that is below it, to choose from.
 * @param {Position} position
 * @returns {Scene}
 */
function sceneOf(position) {
  const { scene, names } = position;
  const { turn_up: turnUp, turn_up_is: turnUpIs, seat: you, ...rest } = scene;
  const turn = scene.maker === null || isDiscard(position) ? null : you;
  const birds = picturesOf(position);
  return { ...rest, turnUp, turnUpIs, names, birds, seat: you, you, turn, hand: [], named: true };
}

/** @param {Position} position @param {number} seat */
export const nameIn = ({ names, scene }, seat) => (seat === scene.seat ? "You" : names[seat]);

/** @param {Position} position */
function scoreWords({ score, points, scene }) {
  const own = scene.seat % 2;
  const to = points ? `, to ${points}` : "";
  return `Score: we ${score[own]}, they ${score[1 - own]}${to}.`;
}

/** @param {Position} position */
function earlierTricks(position) {
  if (!position.tricks.length) return null;
  return h(
    "details",
    { class: "earlier" },
    h("summary", {}, `Earlier tricks (${position.tricks.length})`),
    h(
      "ol",
      {},
      position.tricks.map(({ plays, winner }) =>
        h(
          "li",
          {},
          plays.map(([seat, name], place) => [
            place ? ", " : "",
            seat === winner
              ? h("b", {}, `${nameIn(position, seat)} ${cardWord(name)}`)
              : `${nameIn(position, seat)} ${cardWord(name)}`,
          ]),
          ".",
        ),
      ),
    ),
    h("p", { class: "quiet" }, "The winner of each trick is in bold."),
  );
}

/** @param {Position} position */
export function questionOf({ choices: offered, scene }) {
  if (!offered.every((choice) => choice.card)) return "What do you say?";
  if (isDiscard({ choices: offered })) return "Which card do you discard?";
  return scene.plays.length ? "Which card do you play?" : "Which card do you lead?";
}

/** @param {Position} position @param {string} name @param {boolean} can */
function handCard({ choices: offered, scene }, name, can) {
  const trump = scene.trump === null ? null : suitLetter(scene.trump);
  const cannot = isDiscard({ choices: offered }) ? "can't be discarded" : "can't be played";
  const words = [cardWord(name), bowerWord(name, trump), can ? null : cannot].filter(Boolean);
  return h(
    "button",
    {
      type: "button",
      class: `try-card${can ? "" : " low"}`,
      "data-card": name,
      "aria-label": words.join(", "),
      "aria-disabled": can ? null : "true",
    },
    card(name, { ribbon: bower(name, trump), "aria-hidden": "true" }),
  );
}

/**
 * The hand. If a card is wanted, it is chosen here.
 * @param {Position} position
 * @param {(choice: number) => void} choose
 */
function handToChoose(position, choose) {
  const { choices: offered, scene } = position;
  const says = h("p", { class: "question", role: "status" }, questionOf(position));
  const hand = h(
    "div",
    { class: `try-hand cards-${scene.hand.length}`, role: "group", "aria-label": "Your hand" },
    scene.hand.map((name) =>
      handCard(
        position,
        name,
        offered.some((choice) => choice.card === name),
      ),
    ),
  );
  hand.addEventListener("click", ({ target }) => {
    /** @type {HTMLElement | null} */
    const pressed = target instanceof Element ? target.closest("button[data-card]") : null;
    const name = pressed?.dataset.card;
    const place = offered.findIndex((choice) => choice.card === name);
    if (!pressed || !name) return;
    if (place < 0) {
      says.textContent = isDiscard(position)
        ? "You keep the card that you took up. Choose another one."
        : "You have to follow suit. Choose a card that isn't lower than the others.";
    } else if (settings.tap === "two" && !pressed.classList.contains("chosen")) {
      for (const other of hand.children) other.classList.toggle("chosen", other === pressed);
      says.textContent = `${capital(tapWord())} the ${cardWord(name)} again to ${offered[place].words.split(" ")[0]} it.`;
    } else choose(place);
  });
  return [says, hand];
}

/** @param {Position} position */
function handToSee({ scene }) {
  const words = scene.hand.map(cardWord).join(", ");
  return h(
    "div",
    { class: `try-hand cards-${scene.hand.length}`, role: "img", "aria-label": `Your hand: ${words}` },
    scene.hand.map((name) => h("span", { class: "try-card" }, card(name, { "aria-hidden": "true" }))),
  );
}

/**
 * The hand, and the calls under it, as they are at the table.
 * @param {Position} position
 * @param {(choice: number) => void} choose
 */
function callsToChoose(position, choose) {
  const { choices, scene } = position;
  const offered = callsOffered(choices, scene.seat, scene.maker !== null);
  const view = { actions: offered, held_back: [] };
  const page = newPageState();
  const place = h("div", { class: "try-calls" });
  const show = () =>
    place.replaceChildren(
      calls(/** @type {import("../table/table-types.js").PlayFrame} */ (/** @type {unknown} */ ({ view })), page) ?? "",
    );
  place.addEventListener("click", ({ target }) => {
    /** @type {HTMLElement | null} */
    const pressed = target instanceof Element ? target.closest("button[data-do]") : null;
    if (pressed?.dataset.do === "alone") {
      page.alone = !page.alone;
      show();
      /** @type {HTMLElement | null} */ (place.querySelector(".alone-switch"))?.focus();
    }
    const called = pressed && offered.find(({ fact }) => JSON.stringify(fact) === pressed.dataset.fact);
    if (called) choose(called.place);
  });
  show();
  return [h("p", { class: "question" }, questionOf(position)), handToSee(position), place];
}

/**
 * A position with its choices; `choose` gets the place of the one that is taken, once.
 * @param {Position} position
 * @param {(choice: number) => void} choose
 */
export function positionToTry(position, choose) {
  nameJoker(position.joker);
  const scene = sceneOf(position);
  const cards = position.choices.every((choice) => choice.card);
  const asked = h("div", { class: "try-choices" });
  let taken = false;
  /** @param {number} place */
  const once = (place) => {
    if (taken) return;
    taken = true;
    asked.ariaBusy = "true";
    asked.toggleAttribute("inert", true);
    choose(place);
  };
  asked.append(...(cards ? handToChoose(position, once) : callsToChoose(position, once)));
  return h(
    "section",
    { class: "try-position", "aria-label": "The table" },
    h("div", { class: "scene" }, smallTable(scene)),
    asked,
    h(
      "div",
      { class: "position-about" },
      h("p", { class: "scene-words quiet", "aria-hidden": "true" }, sceneCaption(scene)),
      h("p", { class: "quiet" }, scoreWords(position)),
      earlierTricks(position),
    ),
  );
}

/**
 * The heading over a decision, with the rules beside it: words and calls are theirs.
 * @param {string} words
 * @param {Position} position
 */
export function headingOf(words, { rules }) {
  const heading = h("h2", { tabindex: -1 }, words);
  return { heading, line: h("div", { class: "try-head" }, heading, h("p", { class: "try-rules" }, rules.title)) };
}
