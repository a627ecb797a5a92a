// What a phone shows outside of entering a score: one sentence, one picture, at most two buttons, by the state of the
// reader's own table. Gives words and drawings; what the buttons do is the page's business.

import { h } from "../../shared/dom.js";
import { reading } from "../../shared/round-clock.js";
import { serverNow } from "../../shared/server-clock.js";
import { boardsList } from "./boards.js";
import {
  claimsPicture,
  extrasList,
  firstPlaces,
  gamesPicture,
  lineMark,
  placePicture,
  roomPicture,
  scorePicture,
  stepsPicture,
  tablePicture,
} from "./picture.js";
import { author, chairs, endedWords, playing, points } from "./words.js";

/** @typedef {import("../page-types.js").PhoneState} State */
/** @typedef {import("../page-types.js").PhoneView} PhoneView */
/** @typedef {import("../../shared/wire.js").OwnTile} OwnTile */
/** @typedef {{ view: PhoneView, table: OwnTile, result: import("../../shared/wire.js").ResultShown }} Scored */
/** @typedef {{ act?: string, href?: string, words: string, main?: boolean }} Button */

/** @type {Record<string, string>} */
const SENT = { score: "Your score", accept: "Your answer", dispute: "Your answer" };

/** What follows the figures of the clock. @type {Record<string, string>} */
const AFTER = {
  ready: "on the clock. Wait for the bell.",
  running: "to the bell",
  last: "to the bell",
  paused: "to the bell. The clock is paused.",
};

/**
 * Minutes to the bell, or that it has rung; nothing where the club plays without one.
 * @param {Pick<PhoneView, "clock" | "round">} view
 */
export function clockLine({ clock, round }) {
  if (!clock || !round || round.closed) return null;
  const { mood, figures } = reading(clock, serverNow());
  if (mood === "rung" || mood === "up")
    return h("p", { class: "clock-line rung" }, "The bell has rung. Finish this hand.");
  if (mood === "paused" && !figures) return h("p", { class: "clock-line" }, "The clock is paused.");
  return figures ? h("p", { class: "clock-line" }, h("b", {}, figures), ` ${AFTER[mood]}`) : null;
}

/** @param {OwnTile} table @param {Scored["result"]} result */
const ownBoards = (table, { boards }) => boardsList(boards, chairs(table).findIndex(({ you }) => you) % 2);

/** @param {OwnTile} table @param {{ ns: number, ew: number }} result */
const both = (table, result) => {
  const { ours, theirs } = points(table, result);
  return `${ours} to ${theirs}`;
};

/**
 * A message that the server has not answered yet.
 * @param {State} state
 */
function sending({ view, unsent, trouble }) {
  const [message] = unsent;
  const picture = message.what === "score" && view.table ? scorePicture(view.table, message) : null;
  const what = SENT[message.what] ?? "Your message";
  const sentence = trouble ? "Not sent yet. Trying again…" : "Sending…";
  const lines = trouble ? [`${what} is saved on this phone. Keep playing, and come back here later.`] : [];
  return { sentence, picture, lines, buttons: [] };
}

/** @param {Scored} scored */
function disputed({ view: { may }, table, result }) {
  const { claims } = result;
  /** @type {Button[]} */
  const buttons = [];
  if (may.accept) buttons.push({ act: "accept", words: "Theirs is right", main: true });
  if (may.enter) buttons.push({ act: "enter", words: "Enter it again", main: !may.accept });
  return {
    sentence: claims.length > 1 ? "The two sides entered different scores." : "Someone says this score isn't right.",
    picture: [
      claims.length > 1 ? claimsPicture(table, claims) : scorePicture(table, result),
      stepsPicture(["Both scores are saved", "The director is called", "Then the right one counts"], 1),
    ],
    lines: ["That happens. Look at the cards together, or ask the director. It counts when both sides agree."],
    buttons,
  };
}

/** @param {Scored} scored */
function asking({ table, result }) {
  return {
    sentence: `${author(table, result.by).words} entered this score. Is it right?`,
    picture: [scorePicture(table, result), extrasList(table, result.cards), ownBoards(table, result)],
    lines: [endedWords(table, result)].filter(Boolean),
    buttons: [
      { act: "accept", words: "Yes, it's right", main: true },
      { act: "wrong", words: "Not right" },
    ],
  };
}

/** @param {Scored} scored */
function waiting({ view: { may }, table, result }) {
  const by = author(table, result.by);
  const others = chairs(table).filter((chair) => chair.ours !== by.ours);
  return {
    sentence: by.you ? "Your score is sent." : `${by.words} sent the score.`,
    picture: [
      scorePicture(table, result),
      stepsPicture(
        [`${by.words} entered it`, by.ours ? "They confirm it" : "Your side confirms it", "Then it counts"],
        1,
      ),
    ],
    lines: [
      endedWords(table, result),
      by.ours ? `Now ${others.map(playing).join(" or ")} confirms it on a phone, or at the desk.` : may.why,
    ].filter(Boolean),
    buttons: may.enter ? [{ act: "enter", words: "Change it" }] : [],
  };
}

/** @param {Scored} scored */
function accepted({ view: { may }, table, result }) {
  return {
    sentence: `Your score is in: ${both(table, result)}.`,
    picture: [scorePicture(table, result), ownBoards(table, result)],
    lines: [endedWords(table, result), "This page will show you where to go next."].filter(Boolean),
    buttons: may.dispute ? [{ act: "dispute", words: "Not right" }] : [],
  };
}

/** @param {PhoneView} view @param {OwnTile} table */
function seated(view, table) {
  const { may } = view;
  /** @type {Button[]} */
  const buttons = [];
  if (view.online) buttons.push({ href: view.online, words: "Play at the table", main: true });
  if (may.enter) buttons.push({ act: "enter", words: "Enter the score", main: !view.online });
  const waits = table.bots !== null && table.bots.at > serverNow();
  const bots = `Played online. At ${table.bots?.time} a bot will play for anyone who isn't there.`;
  const { note, line, games, room } = view;
  const sentence = note ? view.sentence.replace(note, "").trimEnd() : view.sentence;
  return {
    sentence,
    picture: [
      roomPicture(room, table.number),
      tablePicture(table, view.pivot),
      note ? h("p", {}, lineMark(line), ` ${note}`) : null,
      games.length > 1 ? gamesPicture(table, games) : null,
    ],
    lines: waits ? [bots] : !may.enter && may.why ? [may.why] : [],
    buttons,
  };
}

/**
 * Before the first round, between two, sitting out, or when all is over: how one stands, where there is anything.
 * @param {PhoneView} view
 */
function unseated(view) {
  const { your_line: line, standings, prize, phase, round } = view;
  const shown = line?.games ? placePicture(line, standings) : null;
  const prizes = prize ? h("p", { class: "prize-won" }, h("b", {}, prize), " Collect it at the desk.") : null;
  const first = phase === "over" && line ? firstPlaces(line, standings) : null;
  const waits = round && ["round", "between"].includes(phase) ? ["This page shows your next seat."] : [];
  return { sentence: view.sentence, picture: [shown, prizes, first], lines: shown ? [] : waits, buttons: [] };
}

/**
 * What to show: `{sentence, picture, lines, buttons}`.
 * @param {State} state
 */
export function scene(state) {
  const { view, unsent } = state;
  if (unsent.length) return sending(state);
  const { table } = view;
  if (!table) return unseated(view);
  const { result } = table;
  if (!result) return seated(view, table);
  const scored = { view, table, result };
  if (result.status === "accepted") return accepted(scored);
  if (result.status === "disputed") return disputed(scored);
  return view.may.accept ? asking(scored) : waiting(scored);
}
