// What a phone says about a table and its score, always from the reader's own chair. Does not depend on the page.

import { capital, listed, plural } from "../../shared/english.js";

/** @typedef {Pick<import("../../shared/wire.js").OwnTile, "seats" | "your_seat">} OwnTable */
/** @typedef {import("../../shared/wire.js").ResultShown} Result */
/** @typedef {{ name: string, plays: string, seat: string, place: number, you: boolean, ours: boolean }} Chair */

export const SEATS = ["N", "E", "S", "W"];
/** @type {Record<string, string>} */
export const SEAT_WORDS = { N: "North", E: "East", S: "South", W: "West" };

/** @param {string} date @param {Intl.DateTimeFormatOptions} parts */
function day(date, parts) {
  const found = new Date(`${date}T12:00`);
  return Number.isNaN(found.getTime()) ? date : found.toLocaleDateString([], parts);
}

/**
 * A day as people say it: "Thursday, November 12".
 * @param {string} date
 */
export const dayWords = (date) => day(date, { weekday: "long", month: "long", day: "numeric" });

/**
 * A day in a narrow column: "Nov 12".
 * @param {string} date
 */
export const dayShort = (date) => day(date, { month: "short", day: "numeric" });

/**
 * A time of day, "19:00", as people say it.
 * @param {string} time
 */
export function timeWords(time) {
  const found = new Date(`2000-01-01T${time}`);
  return Number.isNaN(found.getTime()) ? time : found.toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
}

/**
 * The player in a seat: the sub where there is one.
 * @param {{ plays: string, name: string }} seat
 */
export const playing = (seat) => seat.plays || seat.name;

/**
 * The four seats from the reader's side: own chair, partner, and the two others, each with its place from 0.
 * @param {OwnTable} table
 * @returns {Chair[]}
 */
export function chairs(table) {
  const mine = SEATS.indexOf(table.your_seat);
  return table.seats.map((seat, place) => ({
    ...seat,
    seat: SEATS[place],
    place,
    you: place === mine,
    ours: place % 2 === mine % 2,
  }));
}

/**
 * A name in little room: the first name, unless two at the table share it.
 * @param {OwnTable} table
 * @param {string} name
 */
export function shortName(table, name) {
  const first = name.split(" ")[0];
  const same = table.seats.filter((seat) => playing(seat).split(" ")[0] === first);
  return same.length > 1 ? name : first;
}

/**
 * "You and Betty", with short names.
 * @param {OwnTable} table
 * @param {boolean} ours
 */
export function shortSide(table, ours) {
  const two = chairs(table).filter((chair) => chair.ours === ours);
  const words = two.sort((a, b) => Number(b.you) - Number(a.you));
  return capital(listed(words.map((chair) => (chair.you ? "you" : shortName(table, playing(chair))))));
}

/** @param {Chair} chair */
const word = (chair) => (chair.you ? "you" : playing(chair));

/**
 * "You and Betty", "Carl and Dora".
 * @param {OwnTable} table
 * @param {boolean} ours
 */
export function side(table, ours) {
  const two = chairs(table).filter((chair) => chair.ours === ours);
  return capital(listed(two.sort((a, b) => Number(b.you) - Number(a.you)).map(word)));
}

/**
 * Both sides' points as the reader sees them.
 * @param {OwnTable} table
 * @param {Pick<Result, "ns" | "ew">} result
 */
export function points(table, result) {
  const [own, other] =
    SEATS.indexOf(table.your_seat) % 2 ? /** @type {const} */ (["ew", "ns"]) : /** @type {const} */ (["ns", "ew"]);
  return { ours: result[own], theirs: result[other] };
}

/**
 * “You win by a ruling.”, where the points do not show who won, or that the game was stopped; otherwise nothing.
 * @param {OwnTable} table
 * @param {Pick<Result, "lost_by" | "winner" | "stopped">} result
 */
export function endedWords(table, { lost_by: lostBy, winner, stopped }) {
  if (!lostBy) return stopped ? "The game was stopped. The hands played so far count." : "";
  const ours = SEATS.indexOf(table.your_seat) % 2 === ["NS", "EW"].indexOf(winner ?? "");
  return ours ? "Your side wins by a ruling." : "The other side wins by a ruling.";
}

/**
 * Whose figures these are.
 * @param {OwnTable} table
 * @param {string} by
 */
export function author(table, by) {
  const chair = chairs(table).find(({ name, plays }) => by && (by === name || by === plays));
  if (!chair) return { words: "The director", ours: false };
  return { words: capital(word(chair)), ours: chair.ours, you: chair.you };
}

/**
 * What is not in a total yet: games that could not be played get the average of other weeks.
 * @param {Pick<import("../../shared/wire.js").StandingLine, "to_come">} line
 */
export const toCome = ({ to_come: games }) => (games ? `${plural(games, "game")} to come, by average` : "");

/** @type {Record<"euchred" | "failed_alone" | "revokes" | "marches", string>} */
const COUNTS = {
  euchred: "were euchred",
  failed_alone: "failed alone",
  revokes: "reneged",
  marches: "made all five tricks",
};

/**
 * The names of the things a side counts, as questions of a score card.
 * @type {Record<string, [string, string]>}
 */
export const QUESTIONS = {
  euchred: ["How often was each side euchred?", "Made trump and took fewer than three tricks."],
  failed_alone: ["How often did each side fail alone?", "Went alone and didn't take all five tricks."],
  revokes: ["How often did each side renege?", "Didn't follow suit and was caught."],
  marches: ["How often did each side make all five tricks?", "With a partner or alone."],
  loners: ["Who made all five tricks alone?", "Count each one."],
  personal: ["What do your personal cards say for this game?", "Tap + if a card says more. Partners change together."],
};

/** @param {number} count */
const times = (count) => (count === 1 ? "once" : count === 2 ? "twice" : `${count} times`);

/**
 * Everything on the cards besides the points, one sentence each.
 * @param {OwnTable} table
 * @param {Partial<import("../../shared/wire.js").CardForm>[] | null | undefined} cards
 */
export function extras(table, cards) {
  const four = chairs(table);
  /** @type {string[]} */
  const said = [];
  for (const ours of [true, false]) {
    const two = four.filter((chair) => chair.ours === ours);
    const card = cards?.[two[0].place % 2] ?? {};
    for (const [name, words] of Object.entries(COUNTS)) {
      const count = card[/** @type {keyof typeof COUNTS} */ (name)];
      if (count) said.push(`${side(table, ours)} ${words} ${times(count)}.`);
    }
    two.forEach((chair, at) => {
      if (card.loners?.[at]) said.push(`${capital(word(chair))} made it alone ${times(card.loners[at])}.`);
    });
    two.forEach((chair, at) => {
      if (card.personal)
        said.push(`${chair.you ? "Your" : `${playing(chair)}’s`} personal card: ${card.personal[at]}.`);
    });
  }
  return said;
}
