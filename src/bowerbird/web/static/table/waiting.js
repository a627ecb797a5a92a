// Before the game: four seats around the table, a tap to sit, and how to invite friends.

import { h, withStyle } from "../shared/dom.js";
import { clockTime, listed } from "../shared/english.js";
import { eventPage } from "../shared/own-event.js";
import { originForOthers, reachableOnlyHere } from "../shared/reach.js";
import { clockText, serverNow } from "../shared/server-clock.js";
import { company } from "./company.js";
import { portrait } from "./seats.js";
import { placeOf, SEAT_WORDS } from "./words.js";

/** @typedef {import("./table-types.js").ShownFrame} ShownFrame */

await withStyle("table/waiting");

/**
 * The effect of a tap on this seat, or null.
 * @param {ShownFrame} frame
 * @param {number} seat
 */
function chairDoes(frame, seat) {
  const { kind } = frame.room.chairs[seat];
  if (kind === "person" || frame.room.expected || frame.room.no_seat) return null;
  if (frame.room.kept_for?.[seat] && frame.room.chair_kept !== seat) return null;
  if (frame.you.seat === null) return { what: "sit", words: "Sit here", label: "Sit here" };
  return frame.you.host && kind === "empty" ? { what: "bot", words: "Add a bot", label: "Add a bot" } : null;
}

/** @param {ShownFrame} frame @param {number} seat */
function chair(frame, seat) {
  const held = frame.room.chairs[seat];
  const does = chairDoes(frame, seat);
  const mine = seat === frame.you.seat;
  const kept = frame.room.expected?.names[seat] || frame.room.kept_for?.[seat];
  const name =
    held.kind === "empty" ? kept || (frame.room.no_seat ? "Kept" : "Free") : mine ? `${held.name} (you)` : held.name;
  return h(
    "div",
    {
      class: `chair waiting at-${placeOf(frame, seat)} ${held.kind}${mine ? " mine" : ""}`,
      "data-key": `chair-${seat}`,
    },
    h("span", { class: "seat-word" }, SEAT_WORDS[seat]),
    held.kind === "empty" ? null : portrait(frame, seat),
    h("span", { class: "name" }, name),
    held.kind === "bot" ? h("span", { class: "seat-word" }, "bot") : null,
    held.kind === "person" && !held.here ? h("span", { class: "note" }, "not here") : null,
    held.kind === "empty" && kept && !frame.room.expected?.closed ? h("span", { class: "note" }, "not here yet") : null,
    does
      ? h(
          "button",
          {
            type: "button",
            "data-do": does.what,
            "data-seat": seat,
            "aria-label": `${does.label}, ${SEAT_WORDS[seat]}`,
          },
          does.words,
        )
      : null,
  );
}

/**
 * The link to send, and the code to read out.
 * @param {ShownFrame} frame
 */
export function invitation(frame) {
  const origin = originForOthers() ?? location.origin;
  const link = new URL(`/t/${frame.room.id}`, origin).href;
  return h(
    "div",
    { class: "invitation" },
    h("label", { for: "invite-link" }, "Send your friends this link"),
    h(
      "div",
      { class: "row" },
      h("input", { id: "invite-link", type: "text", readonly: true, value: link }),
      "share" in navigator ? h("button", { type: "button", "data-do": "share", "data-link": link }, "Share") : null,
      h("button", { type: "button", "data-copy": link }, "Copy"),
    ),
    reachableOnlyHere(
      origin,
      "This link works",
      h("button", { type: "button", "data-do": "let-in" }, "Let devices on my network in"),
    ),
    frame.room.code ? h("p", {}, "Or the join code: ", h("span", { class: "code" }, frame.room.code)) : null,
  );
}

/**
 * At an event's table: the people who are missing, and when bots will play for them.
 * @param {import("../shared/wire.js").ExpectedShown} expected
 * @param {import("../shared/wire.js").ChairShown[]} chairs
 */
function waitsFor({ names, bots_at: botsAt, closed }, chairs) {
  if (closed)
    return [
      h("p", { class: "question", role: "status" }, closed),
      h("p", { class: "waits" }, "Your player page shows where you play."),
      eventPage() ? h("a", { class: "button main-button", href: eventPage() }, "Back to the event") : null,
    ];
  const missing = names.filter((_, seat) => chairs[seat].kind === "empty");
  if (!missing.length) return h("p", { class: "question" }, "Everyone is here. The game is starting.");
  const words = h("p", { class: "question" }, `Waiting for ${listed(missing)}.`);
  if (botsAt === null) return [words, h("p", { class: "waits" }, "Play starts when all four are here.")];
  const one = missing.length === 1;
  const who = one ? "a bot" : "bots";
  return [
    words,
    h(
      "p",
      { class: "waits" },
      `At ${clockTime(botsAt)}, ${who} will play for ${one ? missing[0] : "anyone who isn't here"}.`,
    ),
    h("p", { class: "waits countdown", role: "timer", "data-ends": botsAt }, clockText(botsAt, serverNow())),
  ];
}

/**
 * At a table of the lobby: when bots take the free seats.
 * @param {number} botsAt
 */
function looksForPlayers(botsAt) {
  return [
    h("p", { class: "question" }, "Looking for other players."),
    h("p", { class: "waits" }, "The game starts when four people are here. Bots take the free seats in"),
    h("p", { class: "waits countdown", role: "timer", "data-ends": botsAt }, clockText(botsAt, serverNow())),
  ];
}

/** @param {ShownFrame} frame */
function ready(frame) {
  const { bots_at: botsAt } = frame.room;
  if (botsAt !== null && frame.you.seat !== null) return looksForPlayers(botsAt);
  if (frame.room.expected) return waitsFor(frame.room.expected, frame.room.chairs);
  if (frame.room.no_seat)
    return [
      h("p", { class: "question" }, "The seats at this table are kept for other people."),
      h("a", { class: "button main-button", href: "/lobby" }, "Find another table"),
    ];
  const free = frame.room.chairs.filter((held) => held.kind === "empty").length;
  if (frame.you.seat === null && free) return h("p", { class: "question yours" }, "Choose your seat.");
  if (!frame.you.host) {
    const words = free ? "The host can start when all four seats are taken." : "Waiting for the host to start.";
    return h("p", { class: "question" }, words);
  }
  if (!free) return h("button", { type: "button", class: "wide", "data-do": "start", "data-main": "" }, "Start game");
  const words = free === 1 ? "Fill the free seat with a bot" : `Fill ${free} free seats with bots`;
  return [
    h("p", { class: "question" }, "You can start when all four seats are taken."),
    h("button", { type: "button", class: "wide", "data-do": "fill" }, words),
  ];
}

/**
 * The whole waiting room.
 * @param {ShownFrame} frame
 * @param {unknown} toolBar
 */
export function waitingRoom(frame, toolBar) {
  return [
    h(
      "section",
      { class: "felt waiting-room", "aria-label": "Seats" },
      [0, 1, 2, 3].map((seat) => chair(frame, seat)),
    ),
    h(
      "section",
      { class: "own", "aria-label": "Before the game" },
      h("h1", {}, frame.room.rules.title, frame.room.mode === "real" ? ", like a real table" : null),
      ready(frame),
      frame.room.expected || frame.room.no_seat ? null : invitation(frame),
      company(frame),
      toolBar,
    ),
  ];
}
