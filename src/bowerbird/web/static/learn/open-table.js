// A table with all four hands open, as large as the page allows: for replays. Built from the parts of the small table.

import { h } from "../shared/dom.js";
import { settings } from "../shared/settings.js";
import { card, cardWord, suitSign, suitWord } from "../table/cards.js";
import { heldCard, middleOf, placeAt, portraitAt, trumpOf } from "../table/small-table.js";
import { gameResult, handResult, nameOf, SEAT_WORDS } from "../table/words.js";

/** @typedef {import("../table/table-types.js").DrawnFrame} DrawnFrame */
/** @typedef {import("../table/small-table.js").Scene} Scene */

const IN_CALLS = ["first round", "second round", "defend alone", "joker"];

/**
 * @param {DrawnFrame} frame
 * @param {NonNullable<Scene["marks"]>} marks
 * @returns {Scene}
 */
function sceneOf({ view, you, room }, marks) {
  const inCalls = IN_CALLS.includes(view.phase);
  return {
    names: view.names,
    birds: room.chairs.map(({ bird }, seat) => (seat === you.seat && settings.birdWaits ? settings.bird : bird)),
    seat: you.seat,
    you: you.seat,
    dealer: view.dealer,
    turn: view.turn,
    turnUp: inCalls ? view.turn_up : null,
    turnUpIs: view.turn_up_is,
    trump: view.trump,
    maker: view.maker,
    alone: view.alone,
    out: view.sitting_out,
    calls: inCalls ? view.calls.map(({ seat, words }) => [seat, words]) : [],
    plays: view.trick.plays,
    winner: view.trick.winner,
    marks,
  };
}

/** @param {DrawnFrame} frame @param {number} seat */
function standing({ view }, seat) {
  if (view.sitting_out.some((who) => who === seat)) return "sits out";
  if (view.lone_defender === seat) return "defends alone";
  return view.alone && view.maker === seat ? "plays alone" : null;
}

/** @param {DrawnFrame} frame @param {Scene} scene @param {number} seat */
function plate(frame, scene, seat) {
  const { dealer, maker, calls = [] } = scene;
  const trump = trumpOf(scene);
  const said = calls.findLast(([who]) => who === seat);
  const note = standing(frame, seat);
  return h(
    "div",
    { class: "open-plate" },
    h(
      "span",
      { class: "open-picture" },
      portraitAt(scene, seat, { "aria-hidden": "true" }),
      dealer === seat ? h("b", { class: "small-chip deals", title: "Dealer", "aria-hidden": "true" }, "D") : null,
      maker === seat && trump !== null
        ? h(
            "b",
            { class: `small-chip made sign-${trump}`, title: "Made trump", "aria-hidden": "true" },
            suitSign(trump) || "NT",
          )
        : null,
    ),
    h(
      "span",
      { class: "open-name" },
      h("b", {}, nameOf(frame, seat)),
      h("span", { class: "visually-hidden" }, `, ${SEAT_WORDS[seat]}`),
      dealer === seat ? h("span", { class: "visually-hidden" }, ", dealer") : null,
      maker === seat && trump !== null ? h("span", { class: "visually-hidden" }, `, made ${suitWord(trump)}`) : null,
      note ? h("small", {}, note) : null,
    ),
    said ? h("span", { class: "open-said" }, said[1]) : null,
  );
}

/** @param {DrawnFrame} frame @param {Scene} scene @param {number} seat */
function seatAt(frame, scene, seat) {
  const held = frame.view.open?.[seat] ?? [];
  const states = [scene.turn === seat && "turn", scene.winner === seat && "won"].filter(Boolean);
  return h(
    "div",
    { class: ["open-seat", placeAt(scene, seat), ...states].join(" "), "data-key": `seat-${seat}` },
    plate(frame, scene, seat),
    h(
      "div",
      {
        class: `open-cards${held.length > 5 ? " six" : ""}`,
        role: "img",
        "aria-label": held.length ? held.map(cardWord).join(", ") : "no cards",
      },
      held.map((name) => heldCard(scene, name, seat)),
    ),
  );
}

/** @param {DrawnFrame} frame */
function result(frame) {
  const hands = frame.view.results.map((one) => h("li", {}, handResult(frame, one).join(" ")));
  return h(
    "div",
    { class: "open-result", tabindex: 0, role: "region", "aria-label": "Result" },
    h("h2", {}, gameResult(frame)),
    h("ol", {}, hands),
  );
}

/** @param {DrawnFrame} frame @param {Scene} scene */
function middle(frame, scene) {
  const { view } = frame;
  if (view.result) return result(frame);
  const words = view.trick.plays.map(([seat, name]) => `${nameOf(frame, seat)}: ${cardWord(name)}`);
  if (scene.turnUp) words.push(`${cardWord(scene.turnUp)} turned up`);
  const waits = !view.turn_up ? card("back", { "aria-hidden": "true" }) : null;
  return h(
    "div",
    { class: "open-table-middle", role: "img", "aria-label": words.join(", ") || "No cards in the middle" },
    waits
      ? h("span", { class: "small-pack" }, waits)
      : middleOf({ ...scene, turn: view.phase === "play" ? view.turn : null }),
  );
}

/**
 * The table of a replay at one moment.
 * @param {DrawnFrame} frame
 * @param {NonNullable<Scene["marks"]>} [marks]
 */
export function openTable(frame, marks = {}) {
  const scene = sceneOf(frame, marks);
  return h(
    "section",
    { class: "small-table open-table", "aria-label": "Table", "data-key": "table" },
    h(
      "div",
      { class: "small-rim" },
      h(
        "div",
        { class: `small-felt${frame.view.result ? " over" : ""}` },
        frame.view.result ? null : [0, 1, 2, 3].map((seat) => seatAt(frame, scene, seat)),
        middle(frame, scene),
      ),
    ),
  );
}
