// The clock of the desk: time left in figures that can be read across a room, what happens next in words, the bell.
// Ticks between two views; the server's clock is the true one.

import { h } from "../../shared/dom.js";
import { plural } from "../../shared/english.js";
import { ring } from "../bell.js";
import { act } from "./parts.js";

/** @typedef {import("../page-types.js").Desk} Desk */
/** @typedef {import("../../shared/wire.js").ClockShown} Clock */

/** @param {number} value */
const pad = (value) => String(value).padStart(2, "0");

/** @param {number} seconds */
export function figures(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return `${hours ? `${hours}:${pad(minutes)}` : minutes}:${pad(whole % 60)}`;
}

/**
 * Seconds left at this moment; below zero when the time is over, null where no clock runs.
 * @param {Clock} clock
 * @param {number} now
 */
export function secondsLeft(clock, now) {
  if (clock.state === "running" && clock.ends_at !== null) return (clock.ends_at - now) / 1000;
  return clock.left;
}

/** @type {Record<Clock["state"], string>} */
const WORDS = {
  off: "No clock",
  ready: "Ready to start",
  running: "Time left",
  paused: "Paused",
  rung: "The bell has rung",
  over: "The round is over",
};

/** @param {Clock} clock @param {number} now */
function face(clock, now) {
  const left = secondsLeft(clock, now);
  if (clock.state === "rung") return { text: "Bell", words: WORDS.rung, mood: "rung" };
  if (left !== null && left <= 0 && clock.state === "running")
    return { text: "0:00", words: "Time is up. Finish this hand.", mood: "up" };
  if (left !== null && clock.state !== "over") {
    const mood = clock.state === "running" ? (left <= 60 ? "last" : "running") : clock.state;
    return { text: figures(left), words: WORDS[clock.state], mood };
  }
  if (clock.started_at && clock.state === "running") {
    return { text: figures((now - clock.started_at) / 1000), words: "Since the start of the round", mood: "running" };
  }
  if (!clock.minutes)
    return { text: "", words: clock.state === "ready" ? "No time limit" : WORDS[clock.state], mood: "none" };
  return {
    text: `${clock.minutes}:00`,
    words: clock.state === "off" ? "Minutes per round" : WORDS[clock.state],
    mood: clock.state,
  };
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
      ready: [start({ "data-main": begins }), bell],
      running: [act("Pause", { what: "clock", do: "pause" }), more, bell],
      paused: [act("Continue", { what: "clock", do: "resume" }, { "data-main": true }), more, bell],
      rung: [],
      over: [],
    }[clock.state],
  );
}

/** @param {Clock} clock */
const nextWords = (clock) => [
  clock.next && h("p", { class: "clock-next" }, clock.next),
  ...clock.says.map((sentence) => h("p", {}, sentence)),
  clock.games_fit !== null &&
    h(
      "p",
      { class: "quiet" },
      clock.games_fit ? `Time for ${plural(clock.games_fit, "more game")}.` : "No time for another game.",
    ),
];

/** @param {Desk} desk */
function head(desk) {
  const { round, meeting } = desk.view;
  const of = round?.of && !meeting?.several ? ` of ${round.of}` : "";
  return h(
    "header",
    { class: "clock-head" },
    h("h2", {}, round ? `${round.name}${of}` : meeting?.several ? meeting.name : "Before play"),
    h(
      "button",
      { type: "button", class: "plain-button sound-switch", "data-do": "sound", "aria-pressed": String(desk.sound) },
      desk.sound ? "Bell sound: on" : "Bell sound: off",
    ),
  );
}

/**
 * The whole part of the screen.
 * @param {Desk} desk
 */
export function clockPart(desk) {
  const { clock } = desk.view;
  const shown = face(clock, desk.now());
  return [
    head(desk),
    h(
      "p",
      { class: `clock-face ${shown.mood}`, role: "timer" },
      shown.text && h("span", { class: "clock-figures" }, shown.text),
      " ",
      h("span", { class: "clock-words" }, shown.words),
    ),
    buttons(desk),
    h("div", { class: "clock-says" }, nextWords(clock)),
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
