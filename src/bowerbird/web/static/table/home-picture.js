// A table in play, as a picture: one hand of euchre, played slowly again and again. It moves only while it is in sight
// and nobody has paused it, and not at all for people who want no motion.

import { h, morphChildren } from "../shared/dom.js";
import { moves } from "../shared/settings.js";
import { bower, card } from "./cards.js";
import { placeAt, smallTable } from "./small-table.js";

/** @typedef {import("./small-table.js").Scene} Scene */
/** @typedef {{ scene: Scene, held: string[], taken: number[], to?: string, lasts: number }} Moment */

const [NORTH, EAST, SOUTH, WEST] = [0, 1, 2, 3];
const NAMES = ["Robin", "Heron", "You", "Wren"];
const TURN_UP = "9h";
const HAND = ["Jh", "Jd", "Th", "As", "Kc"];
/** @type {[number, string][]} */
const CALLS = [
  [EAST, "Pass"],
  [SOUTH, "Pick it up"],
];

/**
 * The five tricks, card by card, each with the seat whose card is best so far.
 * @type {[seat: number, card: string, best: number][][]}
 */
export const TRICKS = [
  [
    [EAST, "Qc", EAST],
    [SOUTH, "Kc", SOUTH],
    [WEST, "Ac", WEST],
    [NORTH, "9c", WEST],
  ],
  [
    [WEST, "Ad", WEST],
    [NORTH, "9d", WEST],
    [EAST, "Kd", WEST],
    [SOUTH, "Th", SOUTH],
  ],
  [
    [SOUTH, "Jh", SOUTH],
    [WEST, "Kh", SOUTH],
    [NORTH, "9h", SOUTH],
    [EAST, "Ah", SOUTH],
  ],
  [
    [SOUTH, "Jd", SOUTH],
    [WEST, "9s", SOUTH],
    [NORTH, "Ts", SOUTH],
    [EAST, "Qs", SOUTH],
  ],
  [
    [SOUTH, "As", SOUTH],
    [WEST, "Js", SOUTH],
    [NORTH, "Qd", SOUTH],
    [EAST, "Ks", SOUTH],
  ],
];

/** @type {Scene} */
const TABLE = { names: NAMES, seat: SOUTH, you: SOUTH, dealer: NORTH };
const MADE = { trump: "h", maker: SOUTH };

/** Before the first trick: the turn-up lies alone, one passes, you have it picked up. */
function calls() {
  return [0, 1, 2].map((said) => ({
    scene: { ...TABLE, turnUp: TURN_UP, turn: [EAST, SOUTH, null][said], calls: CALLS.slice(0, said) },
    held: HAND,
    taken: [0, 0, 0, 0],
    lasts: 1800,
  }));
}

/** @param {number} number */
function trick(number) {
  const plays = TRICKS[number];
  const gone = TRICKS.slice(0, number)
    .flat()
    .map(([, name]) => name);
  const taken = [0, 0, 0, 0];
  for (const past of TRICKS.slice(0, number)) taken[past[3][2]] += 1;
  const winner = plays[3][2];
  /** @param {number} count */
  const after = (count) => ({
    scene: {
      ...TABLE,
      ...MADE,
      plays: plays.slice(0, count).map(([seat, name]) => /** @type {[number, string]} */ ([seat, name])),
      winner: count ? plays[count - 1][2] : null,
      turn: plays[count]?.[0] ?? null,
    },
    held: HAND.filter((name) => !gone.includes(name) && !plays.slice(0, count).some((play) => play[1] === name)),
    taken,
    lasts: count === 4 ? 2200 : plays[count][0] === SOUTH ? 2600 : 1500,
  });
  return [...[0, 1, 2, 3, 4].map(after), { ...after(4), to: placeAt(TABLE, winner), lasts: 700 }];
}

/** @type {Moment[]} */
export const MOMENTS = [...calls(), ...[0, 1, 2, 3, 4].flatMap(trick)];
/** Three cards lie there and it is your turn: the picture stands so, and starts from there. */
export const STILL = MOMENTS.findIndex(({ taken, scene }) => taken[WEST] === 1 && scene.plays?.length === 3);

/** @param {Moment} moment @param {number} seat */
function aroundSeat({ taken }, seat) {
  const word = seat === NORTH ? h("small", {}, "your partner") : null;
  return [
    h("span", { class: "seat-name" }, NAMES[seat], word),
    taken[seat]
      ? h(
          "span",
          { class: "won-tricks" },
          Array.from({ length: taken[seat] }, () => card("back", { "aria-hidden": "true" })),
        )
      : null,
  ].filter((part) => part !== null);
}

/** @param {Moment} moment */
function fan({ held, scene }) {
  return h(
    "div",
    { class: "fan" },
    held.map((name) =>
      card(name, { "aria-hidden": "true", "data-key": `fan-${name}`, ribbon: scene.trump ? bower(name, "h") : null }),
    ),
  );
}

/** @param {Element} shown */
function spread(shown) {
  const cards = /** @type {NodeListOf<HTMLElement>} */ (shown.querySelectorAll(".fan playing-card"));
  for (const [number, each] of cards.entries())
    each.style.setProperty("--place", String(number - (cards.length - 1) / 2));
}

/** @typedef {{ bird: string, name: string }} Own the bird, or "" for the initials of the name */

/** @param {HTMLElement} box @param {Moment} moment @param {Own} own */
function draw(box, moment, { bird, name }) {
  const names = NAMES.map((known, seat) => (seat === SOUTH ? name : known));
  const scene = { ...moment.scene, names, birds: [null, null, bird, null] };
  const table = smallTable(scene, { decorative: true });
  for (const [seat, place] of [...table.querySelectorAll(".small-seat")].entries())
    place.append(...aroundSeat(moment, seat));
  table.append(fan(moment));
  const holder = h("div", {}, table);
  morphChildren(box, [...holder.childNodes]);
  spread(box);
  if (moment.to) box.dataset.to = moment.to;
  else delete box.dataset.to;
}

/**
 * Draw the table with your picture in your seat, and let it move while it may. Returns how to draw it again.
 * @param {() => Own} own
 */
export function showPicture(own) {
  const box = /** @type {HTMLElement} */ (document.getElementById("picture"));
  const pause = /** @type {HTMLButtonElement} */ (document.getElementById("pause"));
  let at = STILL;
  let inSight = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;

  const show = () => {
    box.dataset.moment = String(at);
    draw(box, MOMENTS[at], own());
  };
  const isPaused = () => pause.ariaPressed === "true";
  const next = () => {
    at = (at + 1) % MOMENTS.length;
    show();
    goOn();
  };
  function goOn() {
    clearTimeout(waiting);
    const may = moves();
    pause.hidden = !may;
    box.classList.toggle("moving", may);
    const on = may && inSight && !document.hidden && !isPaused();
    box.toggleAttribute("data-playing", on);
    if (on) waiting = setTimeout(next, MOMENTS[at].lasts);
  }

  show();
  pause.addEventListener("click", () => {
    pause.ariaPressed = String(!isPaused());
    goOn();
  });
  document.addEventListener("visibilitychange", goOn);
  matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", goOn);
  new IntersectionObserver((entries) => {
    inSight = entries[entries.length - 1].isIntersecting;
    goOn();
  }).observe(box);
  return show;
}
