// The page's own words: questions, results, announcements. The club's words (calls, reasons) come from the server.

import { capital, plural } from "../shared/english.js";
import { bower, cardWord, suitWord } from "./cards.js";

/** @typedef {import("./table-types.js").ShownView} ShownView */
/** @typedef {import("./table-types.js").ShownFrame} ShownFrame */
/** @typedef {import("./table-types.js").PlayFrame} PlayFrame */
/** @typedef {import("./table-types.js").NamedFrame} NamedFrame */
/** @typedef {import("./table-types.js").DrawnFrame} DrawnFrame */
/** @typedef {import("../shared/wire.js").HandShown} Hand */

export const SEAT_WORDS = ["North", "East", "South", "West"];

/**
 * The place of a seat on this screen: 0 here, 1 left, 2 across, 3 right.
 * @param {Pick<NamedFrame, "you">} frame
 * @param {number} seat
 */
export const placeOf = (frame, seat) => (seat - (frame.you.seat ?? frame.you.next_seat ?? 2) + 4) % 4;

/**
 * The name at a seat; "You" for the person at this screen.
 * @param {NamedFrame} frame
 * @param {number} seat
 */
export function nameOf(frame, seat) {
  if (seat === frame.you.seat) return "You";
  return frame.view?.names[seat] ?? frame.room.chairs[seat].name ?? SEAT_WORDS[seat];
}

/**
 * "East plays", "You play".
 * @param {string} name
 * @param {string} verb
 */
export function does(name, verb) {
  /** @type {Record<string, string>} */
  const mine = { is: "are", has: "have", passes: "pass" };
  return `${name} ${name === "You" ? (mine[verb] ?? verb.replace(/s$/, "")) : verb}`;
}

/**
 * "We" and "They" for a player, the seats for a viewer.
 * @param {Pick<NamedFrame, "you">} frame
 * @param {number} side
 */
export function sideWord(frame, side) {
  if (frame.you.seat === null) return ["North and South", "East and West"][side];
  return frame.you.seat % 2 === side ? "We" : "They";
}

/** A person who sits down in the middle of a hand. */
export const NEXT_HAND = "plays from the next hand";

const UNDONE = "An action was undone after a player had seen new cards, so this game isn't rated.";
const HINTED = "The teacher gave hints, so this game isn't rated.";

/** @param {{ hinted: boolean }} game one that isn't rated */
export const notRated = ({ hinted }) => (hinted ? HINTED : UNDONE);

// At a real table people also act out of turn.
/** @type {Record<string, string>} */
const WITHOUT_TURN = {
  choose: "The claim is proved. What do you choose?",
  "call-lead": "You may name the suit of their lead.",
  gather: "Count the tricks, then gather the cards.",
};

/**
 * True if a game was begun at this table.
 * @param {ShownFrame} frame
 * @returns {frame is PlayFrame}
 */
export const isPlayed = (frame) => frame.view !== null;

/**
 * The question for something that the person may do out of turn, or null.
 * @param {ShownView} view
 */
function askedWithoutTurn(view) {
  const can = new Set(view.actions.map(({ fact }) => /** @type {string} */ (fact.fact)));
  return Object.entries(WITHOUT_TURN).find(([fact]) => can.has(fact))?.[1] ?? null;
}

/**
 * True if the table waits for the person at this screen.
 * @param {ShownFrame} frame
 */
export function isAsked(frame) {
  const { view, you, room } = frame;
  if (you.seat === null || !view || room.paused || view.result) return false;
  return view.turn === you.seat || askedWithoutTurn(view) !== null;
}

/**
 * A call as it stands at its seat, in quotes: a club may say "Away" for a pass, and nobody is gone.
 * @param {{ words: string }} call
 */
export const heardAt = ({ words }) => `“${words}”`;

/**
 * The last thing that a player did in this hand, as a thing: the card, the discard or the call.
 * @param {ShownView | null} view
 * @param {number} seat
 */
export function lastDone(view, seat) {
  if (!view) return "the last action";
  const played = [...view.tricks, view.trick].flatMap(({ plays }) => plays).findLast(([who]) => who === seat);
  if (played) return `the ${cardWord(played[1])}`;
  const discards = seat === view.dealer && !view.sitting_out.some((who) => who === seat);
  if (discards && view.phase === "play" && view.calls.some(({ fact }) => fact.fact === "order")) return "the discard";
  const call = view.calls.findLast(({ seat: who }) => who === seat);
  return call ? heardAt(call) : "the last action";
}

/** What a hand does with a card on this screen: a mouse clicks, a finger taps. */
export const tapWord = () => (globalThis.matchMedia?.("(hover: hover) and (pointer: fine)").matches ? "click" : "tap");

const BEFORE_CALLS = ["shuffle", "cut", "deal", "turn-up"];

/**
 * What the table waits for. The dealer is not told about somebody of their own name.
 * @param {PlayFrame} frame
 */
function waitsFor({ view, you, room }) {
  const waited = view.turn === null || view.turn === you.seat ? null : room.chairs[view.turn];
  if (waited?.kind === "person" && !waited.here && !waited.away)
    return `Waiting for ${waited.name} to reconnect. A bot takes over soon.`;
  const deals = view.dealer === you.seat && BEFORE_CALLS.includes(view.phase);
  return deals && view.waits === `${view.names[view.dealer]} deals` ? "You deal" : (view.waits ?? "");
}

/**
 * Who deals, and what was turned up.
 * @param {PlayFrame} frame
 */
export const dealtWords = (frame) =>
  `${does(nameOf(frame, frame.view.dealer), "deals")}. Turned up: ${cardWord(frame.view.turn_up ?? "B")}.`;

/**
 * The question for the person at this screen, or what the table waits for.
 * @param {PlayFrame} frame
 */
export function question(frame) {
  const { view } = frame;
  if (frame.room.paused) return "The host has paused the table.";
  if (view.dealt) return dealtWords(frame);
  if (view.hand_over && view.moment) return handResult(frame, view.hand_over).join(" ");
  if (view.director_asked) return "Waiting for the director's decision.";
  if (!isAsked(frame)) return waitsFor(frame);
  return askedWithoutTurn(view) ?? inTurn(frame);
}

/**
 * The suit that was led, as it counts: the left bower is a trump. Null before the lead.
 * @param {ShownView} view
 */
function suitLed({ trick, trump }) {
  if (!trick.plays.length) return null;
  const [, led] = trick.plays[0];
  const suit = bower(led, trump) || led === "B" ? suitLetter(trump) : led[1];
  return suit === "n" ? null : suit;
}

/** @param {PlayFrame} frame */
function myPlay({ view, you }) {
  if (view.trick.winner === you.seat) return "Your trick. You lead.";
  if (!view.trick.plays.length) return "Your lead.";
  const suit = suitLed(view);
  return suit ? `Your turn. ${capital(suitWord(suit))} were led.` : "Your turn to play.";
}

/** @param {PlayFrame} frame */
function inTurn(frame) {
  const { view } = frame;
  switch (view.phase) {
    case "first round":
      return view.turn_up ? `${capital(cardWord(view.turn_up))}: your call?` : "Your call?";
    case "second round":
      return view.offered ? `${capital(suitWord(view.offered))} turned down. Your call?` : "Your call?";
    case "discard":
      return "Choose a card to discard.";
    case "defend alone":
      return `Do you defend alone${view.alone ? " against the lone hand" : ""}?`;
    case "partner's best":
      return "Your partner is going alone. Choose a card to give.";
    case "joker":
      return `The ${cardWord("B")} is turned up. Choose the suit it stands for.`;
    case "play":
      return myPlay(frame);
    default:
      return view.waits ?? "";
  }
}

/**
 * "Renege: You (South)." Empty if a ruling was not about a player's mistake.
 * @param {NamedFrame} frame
 * @param {Pick<import("../shared/wire.js").Ruled, "offence" | "seat">} ruling
 */
export function offenceOf(frame, { offence, seat }) {
  return offence && seat !== null ? `${offence}: ${nameOf(frame, seat)} (${SEAT_WORDS[seat]}).` : "";
}

/**
 * "You take the rest of the tricks."
 * @param {NamedFrame} frame
 * @param {number} seat
 */
export const claimWords = (frame, seat) => `${does(nameOf(frame, seat), "takes")} the rest of the tricks.`;

/**
 * What a bot did while you were away, or null.
 * @param {Pick<ShownFrame, "room" | "you">} frame
 */
export function doneForYou({ room, you }) {
  const { calls = 0, cards = 0 } = room.done_for_you ?? {};
  if (!(calls || cards) || you.seat === null || room.chairs[you.seat].away) return null;
  const done = [calls ? `made ${plural(calls, "call")}` : null, cards ? `played ${plural(cards, "card")}` : null];
  const away = room.turn_clock ? "" : " while you were away";
  return `A bot ${done.filter(Boolean).join(" and ")} for you${away}.`;
}

/**
 * A ruling in words: what was done, what follows, and why.
 * @param {NamedFrame} frame
 * @param {import("../shared/wire.js").Ruled} ruling
 */
export function rulingWords(frame, ruling) {
  return [offenceOf(frame, ruling), ruling.sentence, ruling.because].filter(Boolean).join(" ");
}

/**
 * The result of a hand in two short sentences.
 * @param {DrawnFrame} frame
 * @param {Hand} result
 */
export function handResult(frame, result) {
  const gained = [0, 1].filter((side) => result.points[side]);
  const points = gained.map((side) => `${sideWord(frame, side)} score ${result.points[side]}.`);
  if (result.outcome === "thrown in") return ["Everyone passed.", "The hand is thrown in."];
  if (result.outcome === "new deal") return ["New deal.", ""];
  if (result.outcome === "ruled") {
    const ruling = result.ruling === null ? null : frame.view.rulings[result.ruling];
    return [(ruling && offenceOf(frame, ruling)) || "The hand was decided by a ruling.", points.join(" ")];
  }
  if (result.maker === null) return ["", points.join(" ")];
  const name = nameOf(frame, result.maker);
  const taken = result.tricks[result.maker % 2];
  const trump = suitLetter(result.trump);
  const alone = result.alone ? " alone" : "";
  const how = {
    made: `${does(name, "makes")} ${suitWord(trump)}${alone} with ${taken} tricks.`,
    march: `${does(name, "makes")} ${suitWord(trump)}${alone} with all five tricks: a march.`,
    euchre: `${does(name, "is")} euchred in ${suitWord(trump)}${alone}.`,
  }[result.outcome];
  return [how, points.join(" ")];
}

/**
 * Suits come as letters or as their numbers; no trump comes as "n" or nothing.
 * @param {number | string | null} trump
 */
export function suitLetter(trump) {
  return typeof trump === "number" ? "cdhs"[trump] : (trump ?? "n");
}

/**
 * The winner and the score, for the heading of the last panel.
 * @param {DrawnFrame} frame
 */
export function gameResult(frame) {
  if (!frame.view.result) return "";
  const { score, winner } = frame.view.result;
  const own = frame.you.seat === null ? 0 : frame.you.seat % 2;
  const figures = `${score[own]}–${score[1 - own]}`;
  if (winner === null) return `Tied, ${figures}`;
  const who = sideWord(frame, winner);
  return `${who} ${who === "We" || who === "They" ? "win" : "win,"} ${score[winner]}–${score[1 - winner]}`;
}
