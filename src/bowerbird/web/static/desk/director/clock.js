// The clock of the desk: time left in figures that can be read across a room, what happens next in words, the bell.
// Before play the card says how many people are here. Ticks between two views; the server's clock is the true one.

import { h, svg } from "../../shared/dom.js";
import { plural } from "../../shared/english.js";
import { reading } from "../../shared/round-clock.js";
import { ring } from "../bell.js";
import { act } from "./parts.js";

/** @typedef {import("../page-types.js").Desk} Desk */
/** @typedef {import("../../shared/wire.js").ClockShown} Clock */
/** @typedef {{ text: string, words: string, mood: string }} Face */

/** @type {Record<Clock["state"], string>} */
const WORDS = {
  off: "No round is on",
  ready: "Ready to start",
  running: "to the bell",
  paused: "Paused",
  rung: "The bell has rung",
  over: "Play is over",
};

/**
 * Before play: who is here.
 * @param {Desk["view"]} view
 * @returns {Face}
 */
function doors({ here, people }) {
  if (!people.length) return { text: "0", words: "people on the list", mood: "doors" };
  const out = here % 4;
  const tables = plural(Math.floor(here / 4), "table");
  const words = here < 4 ? "" : `. ${tables}${out ? `, ${out} sit${out === 1 ? "s" : ""} out` : ""}`;
  return { text: String(here), words: `of ${people.length} are here${words}`, mood: "doors" };
}

/** @param {Desk["view"]} view @param {number} now @returns {Face} */
function face(view, now) {
  const { clock, phase } = view;
  const { mood, figures } = reading(clock, now);
  if (phase === "entry") return doors(view);
  if (clock.state === "over") return { text: "Finished", words: view.news?.time ?? "", mood: "word" };
  if (clock.state === "off") return { text: phase === "closed" ? "Closed" : "Done", words: WORDS.off, mood: "word" };
  if (clock.state === "rung") return { text: "Bell", words: WORDS.rung, mood: "word rung" };
  if (mood === "up") return { text: figures, words: "Time is up. Finish this hand.", mood };
  if (figures) return { text: figures, words: WORDS[clock.state], mood };
  // Without a limit nobody has to start it: scores say that play is on.
  if (clock.state === "ready" && view.tables.some(({ result }) => result))
    return { text: "No limit", words: "", mood: "word" };
  if (!clock.started_at || clock.state !== "running")
    return { text: "No limit", words: WORDS[clock.state], mood: "word" };
  const minutes = Math.floor((now - clock.started_at) / 60_000);
  return { text: "No limit", words: `${plural(minutes, "minute")} so far`, mood: "word" };
}

/** @param {Desk} desk */
function buttons(desk) {
  const { clock, needs, phase, round, next, tables } = desk.view;
  if (desk.role !== "director" || phase !== "round" || round?.closed) return null;
  /** @param {import("../page-types.js").Attributes} attributes */
  const start = (attributes) =>
    act(clock.minutes ? "Start the clock" : "Start play", { what: "clock", do: "start" }, attributes);
  // Without a time limit nobody has to press it: once a score is in, play has plainly begun.
  const begins = !next.can && (clock.minutes > 0 || tables.every(({ result }) => !result));
  const more = clock.minutes > 0 && act("+1 minute", { what: "clock", do: "add", minutes: 1 });
  const bell = needs.bell && act("Ring the bell", { what: "bell" }, { "data-bell": true });
  return h(
    "div",
    { class: "clock-buttons" },
    {
      off: [start({}), bell],
      ready: [!next.can && start({ "data-main": begins }), bell],
      running: [act("Pause", { what: "clock", do: "pause" }), more, bell],
      paused: [act("Continue", { what: "clock", do: "resume" }, { "data-main": true }), more, bell],
      rung: [],
      over: [],
    }[clock.state],
  );
}

/**
 * What comes next, in words.
 * @param {Desk["view"]} view
 */
function nextWords({ announcing, clock, moves, next, phase }) {
  const games = phase === "entry" ? "game" : "more game";
  const ready = phase === "round" && next.can;
  const goesOn = phase === "round" && clock.state === "running" && !next.last && !ready;
  return [
    ready && h("p", { class: "clock-next" }, "Every score is in."),
    !ready && clock.next && h("p", { class: "clock-next" }, clock.next),
    goesOn && h("p", {}, moves),
    phase === "over" && announcing.held && h("p", {}, "The board and the phones don't show the places yet."),
    clock.says.map((sentence) => h("p", {}, sentence)),
    clock.games_fit !== null &&
      h("p", {}, clock.games_fit ? `Time for ${plural(clock.games_fit, games)}.` : "No time for another game."),
  ];
}

const BELL = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3a6 6 0 0 0-6 6v5l-2 3h16l-2-3V9a6 6 0 0 0-6-6zM9.500
  19a2.600 2.600 0 0 0 5 0" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"/></svg>`;
const STRUCK = BELL.replace("</svg>", '<path d="M3 3l18 18" stroke="currentColor" stroke-width="2.500"/></svg>');

/** @param {Desk} desk */
const soundSwitch = (desk) =>
  h(
    "button",
    {
      type: "button",
      class: "sound-switch",
      "data-do": "sound",
      "aria-pressed": String(desk.sound),
      title: desk.sound ? "Bell sound: on" : "Bell sound: off",
    },
    svg(desk.sound ? BELL : STRUCK),
    h("span", { class: "visually-hidden" }, desk.sound ? "Bell sound: on" : "Bell sound: off"),
  );

/** @param {Desk["view"]} view */
function heading({ phase, round, meeting, rounds }) {
  if (phase === "over" || phase === "play-offs") return plural(rounds.length, "round");
  if (!round) return meeting?.several ? `${meeting.name}: doors open` : "Doors open";
  return round.of && !meeting?.several ? `${round.name} of ${round.of}` : round.name;
}

/**
 * The whole part of the screen.
 * @param {Desk} desk
 */
export function clockPart(desk) {
  const shown = face(desk.view, desk.now());
  return [
    h(
      "div",
      { class: "rim" },
      h(
        "div",
        { class: `rim-in clock-face ${shown.mood}` },
        soundSwitch(desk),
        h("h2", {}, heading(desk.view)),
        h(
          "p",
          { role: "timer" },
          h("span", { class: "clock-figures" }, shown.text),
          " ",
          h("span", { class: "clock-words" }, shown.words),
        ),
      ),
    ),
    h("div", { class: "clock-says" }, nextWords(desk.view)),
    buttons(desk),
  ];
}

/**
 * Strike the bell aloud when it should be heard: at the start, at the end, and when the director rings.
 * @param {{ clock: Clock } | null} before
 * @param {{ clock: Clock }} view
 */
export function soundFor(before, view) {
  if (!before) return;
  const started = view.clock.state === "running" && before.clock.state !== "running" && before.clock.state !== "paused";
  const rung = view.clock.state === "rung" && before.clock.state !== "rung";
  if (started) ring(1);
  if (rung) ring(3);
}
