// Four moments to enjoy, drawn by ourselves: a euchre, a march, a lone march, the end of the game. Each is the bower, with
// the birds of the winners. Loaded while the first cards are played.

import { h, svg } from "../shared/dom.js";
import { plural } from "../shared/english.js";
import { moving } from "../shared/pace.js";
import { moves } from "../shared/settings.js";
import { card, bower as ribbonOf } from "./cards.js";
import { portrait } from "./seats.js";
import { claimWords, sideWord } from "./words.js";

/** @typedef {import("./table-types.js").PlayFrame} PlayFrame */
/** @typedef {import("./table-types.js").Moment} Moment */

const [NIGHT, STRAW, GOLD, PAPER, BLUE] = ["#12203a", "#efe6d0", "#e3a93a", "#fffdf7", "#2456c7"];
const MIDDLE = 180;
const BASE = 292;

/**
 * A pointed arch.
 * @param {number} half
 * @param {number} top
 * @param {string} drawn
 */
function arch(half, top, drawn) {
  const [left, right] = [MIDDLE - half, MIDDLE + half];
  const [shoulder, bend, tip] = [top + half * 1.05, top + half * 0.5, top + half * 0.2];
  const near = half * 0.4;
  return `<path d="M${left},${BASE}V${shoulder}C${left},${bend} ${MIDDLE - near},${tip} ${MIDDLE},${top}C${MIDDLE + near},${tip} ${right},${bend} ${right},${shoulder}V${BASE}" ${drawn}/>`;
}

/** @param {string} colour @param {number} width */
const line = (colour, width) => `fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round"`;

/** @param {string} ground */
const bower = (ground) =>
  `<g class="bower">${arch(124, 18, `fill="${NIGHT}"`)}${arch(114, 30, line(STRAW, 8))}${arch(98, 48, line(GOLD, 8))}${arch(88, 62, `fill="${ground}"`)}</g>`;

/** @param {number} count @param {number} reach */
function rays(count, reach) {
  const drawn = Array.from({ length: count }, (_, place) => {
    const angle = -Math.PI + (place * Math.PI) / (count - 1);
    const end = place % 2 ? reach : reach - 14;
    /** @param {number} far */
    const at = (far) => `${(MIDDLE + far * Math.cos(angle)).toFixed(1)},${(180 + far * Math.sin(angle)).toFixed(1)}`;
    return `<path d="M${at(134)}L${at(end)}" stroke="${place % 2 ? GOLD : STRAW}" stroke-width="${place % 2 ? 3 : 5}"/>`;
  });
  return `<g class="rays" stroke-linecap="round">${drawn.join("")}</g>`;
}

/** @param {number} count @param {number} y @param {number} apart @param {number} size */
function berries(count, y, apart, size) {
  const drawn = Array.from({ length: count }, (_, place) => {
    const x = MIDDLE + (place - (count - 1) / 2) * apart;
    const shine = `<circle cx="${x - size * 0.36}" cy="${y - size * 0.36}" r="${size * 0.27}" fill="${PAPER}"/>`;
    return `<g class="berry"><circle cx="${x}" cy="${y}" r="${size}" fill="${BLUE}"/>${shine}</g>`;
  });
  return drawn.join("");
}

// A bower that has fallen apart, under a ribbon.
function fallen() {
  const sticks = [
    [160, 24, 148, -2],
    [180, 30, 180, 0],
    [200, 24, 214, -2],
    [36, 288, 10, 262],
    [324, 288, 350, 262],
    [330, 292, 362, 284],
    [30, 292, -2, 284],
  ].map(
    ([x1, y1, x2, y2], place) =>
      `<path d="M${x1},${y1}L${x2},${y2}" stroke="${place % 2 ? GOLD : STRAW}" stroke-width="${place % 2 ? 4 : 5}"/>`,
  );
  /** @param {number} sign */
  const half = (sign) => {
    const [id, x] = sign < 0 ? ["left", 0] : ["right", MIDDLE];
    return `<clipPath id="fallen-${id}"><path d="M${x},0H${x + MIDDLE}V300H${x}Z"/></clipPath><g transform="translate(${sign * 15} 0) rotate(${sign * 9} ${MIDDLE + sign * 112} ${BASE})"><g clip-path="url(#fallen-${id})">${bower("#d9c48f")}</g></g>`;
  };
  const ribbon = `<g class="ribbon-across"><path d="M24,168L10,160V224L24,216ZM336,168L350,160V224L336,216Z" fill="#8a5f13"/><path d="M22,158H338V226H22Z" fill="${GOLD}"/><path d="M22,164H338M22,220H338" stroke="#191919" stroke-width="2.5"/></g>`;
  return `<g transform="translate(18 14) scale(.9)"><g stroke-linecap="round" class="rays">${sticks.join("")}</g>${half(-1)}${half(1)}</g>${ribbon}`;
}

/** @param {number} side */
const pairOf = (side) => [(side + 2) % 4, side];

/**
 * The end of a game: the winner's figure comes first.
 * @param {PlayFrame} frame
 * @param {Moment} moment
 */
function endOfGame(frame, { winner = null, score }) {
  const side = winner ?? (frame.you.seat ?? 0) % 2;
  const word = sideWord(frame, side);
  return {
    title: winner === null ? "A tie" : `${word === "We" ? "You" : word} won`,
    below: score ? `${score[side]}–${score[1 - side]}` : "",
    glad: winner === null ? [0, 2, 1, 3] : pairOf(side),
    drawing: `${rays(25, 176)}${bower(STRAW)}`,
  };
}

/**
 * The words of a moment, the seats that have something to be glad about, and the drawing behind them.
 * @param {PlayFrame} frame
 * @param {Moment} moment
 */
export function contentOf(frame, moment) {
  const { kind } = moment;
  if (kind === "game") return endOfGame(frame, moment);
  const result = frame.view.hand_over;
  const maker = result?.maker ?? 0;
  const side = (maker + Number(kind === "euchre")) % 2;
  const points = result?.points[side];
  const below = points ? plural(points, "point") : "";
  if (kind === "euchre") return { title: "Euchre", below, glad: pairOf(side), drawing: fallen() };
  const five = berries(5, 232, 27, 9.5);
  if (kind === "alone")
    return { title: "Alone", below, glad: [maker], drawing: `${rays(33, 184)}${bower(STRAW)}${five}` };
  return { title: "March", below, glad: pairOf(side), drawing: `${rays(25, 176)}${bower(STRAW)}${five}` };
}

/**
 * The picture of a moment, for the middle of the table.
 * @param {PlayFrame} frame
 * @param {Moment} moment
 */
export function momentPicture(frame, moment) {
  const { title, below, glad, drawing } = contentOf(frame, moment);
  return h(
    "div",
    { class: `moment moment-${moment.kind}`, "data-key": `moment-${moment.kind}` },
    svg(`<svg viewBox="0 0 360 300" aria-hidden="true">${drawing}</svg>`),
    h(
      "span",
      { class: "glad" },
      glad.map((seat) => portrait(frame, seat)),
    ),
    h("strong", {}, title),
    below ? h("b", {}, below) : null,
  );
}

/** Let the moment that has just been drawn unfold: the bower rises, rays and berries come after it. */
export function unfold() {
  const moment = document.querySelector(".moment");
  if (!moment || !moves()) return;
  const length = moving("moment");
  moment.animate(
    { opacity: [0, 1], scale: ["0.7", "1"], translate: ["0 6%", "0 0"] },
    { duration: length * 0.4, easing: "cubic-bezier(.2, 1.3, .4, 1)" },
  );
  /** @param {string} what @param {number} start @param {number} apart @param {Keyframe[] | PropertyIndexedKeyframes} how */
  const then = (what, start, apart, how) => {
    for (const [place, part] of [...moment.querySelectorAll(what)].entries())
      part.animate(how, { duration: length * 0.25, delay: length * start + place * apart, fill: "backwards" });
  };
  then(".rays", 0.3, 0, { opacity: [0, 1] });
  then(".glad > *", 0.35, length * 0.05, { opacity: [0, 1], scale: ["0.6", "1"] });
  then("strong, .ribbon-across", 0.4, 0, { opacity: [0, 1] });
  then(".berry", 0.45, length * 0.06, { opacity: [0, 1] });
  then(":scope > b", 0.65, 0, { opacity: [0, 1] });
}

/**
 * A claim: the cards that take the rest of the tricks.
 * @param {PlayFrame} frame
 */
export function laidDown(frame) {
  const { laid, trump } = frame.view;
  if (!laid) return null;
  return h(
    "div",
    { class: "hand-over" },
    h("p", {}, claimWords(frame, laid.seat)),
    h(
      "div",
      { class: "laid-down" },
      laid.cards.map((name) => card(name, { ribbon: ribbonOf(name, trump) })),
    ),
  );
}
