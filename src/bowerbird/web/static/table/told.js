// What somebody hears who does not see the table: everything that has changed from one frame to the next, in sentences,
// each once and in the order in which it happened. Frames may be left out between the two; nothing of a hand is lost. What
// is at its end comes from the steps, which the page is shown by.

import { capital, listed } from "../shared/english.js";
import { bowerWord, cardWord, suitWord } from "./cards.js";
import { gameOf, newLines, undosOf } from "./steps.js";
import {
  claimWords,
  dealtWords,
  does,
  doneForYou,
  gameResult,
  handResult,
  isAsked,
  lastDone,
  NEXT_HAND,
  nameOf,
  question,
  rulingWords,
  SEAT_WORDS,
  sideWord,
  suitLetter,
} from "./words.js";

/** @typedef {import("./table-types.js").ShownFrame} ShownFrame */
/** @typedef {import("./table-types.js").PlayFrame} PlayFrame */
/** @typedef {import("./table-types.js").ShownView} ShownView */
/** @typedef {import("../shared/wire.js").Trick} Trick */
/** @typedef {{ key: string, says: string, is: string }} Told a fact of the hand: as it happens, and as a thing */

/**
 * The rank of a card alone.
 * @param {string} card
 */
const rankWord = (card) => cardWord(card).split(" ")[0];

/** @param {string} card @param {string | null} trump */
const withBower = (card, trump) => [cardWord(card), bowerWord(card, trump)].filter(Boolean).join(", ");

/**
 * "ace and king of spades; nine of hearts": in their order, so that they can be counted off. Bowers stand alone.
 * @param {readonly string[]} cards
 * @param {string | null} [trump]
 * @param {string} [and]
 */
export function cardsWords(cards, trump = null, and = "and") {
  /** @type {string[][]} */
  const groups = [];
  const suitOf = (/** @type {string} */ card) => (bowerWord(card, trump) ? card : card.slice(1));
  for (const card of cards) {
    const last = groups.at(-1);
    if (last && suitOf(last[0]) === suitOf(card)) last.push(card);
    else groups.push([card]);
  }
  const words = groups.map((group) => {
    if (group.length === 1) return withBower(group[0], trump);
    return `${group.slice(0, -1).map(rankWord).join(", ")} ${and} ${cardWord(group[group.length - 1])}`;
  });
  return words.join(and === "and" ? "; " : `; ${and} `);
}

/**
 * The cards in your hand, for the one who holds them.
 * @param {PlayFrame} frame
 */
export function ownHand({ view }) {
  return view.hand.length ? `Your hand: ${cardsWords(view.hand, view.trump)}.` : "You have no cards.";
}

/**
 * "we 2, they 1", our own first.
 * @param {PlayFrame} frame
 * @param {readonly number[]} figures
 */
function bySide(frame, figures) {
  const own = (frame.you.seat ?? 0) % 2;
  const word = (/** @type {number} */ side) =>
    frame.you.seat === null ? sideWord(frame, side) : sideWord(frame, side).toLowerCase();
  return `${word(own)} ${figures[own]}, ${word(1 - own)} ${figures[1 - own]}`;
}

/** @param {readonly Trick[]} tricks */
const taken = (tricks) =>
  [0, 1].map((side) => tricks.filter(({ winner }) => winner !== null && winner % 2 === side).length);

/**
 * "Hearts are trump."
 * @param {ShownView} view
 */
function trumpWords({ trump }) {
  const suit = suitLetter(trump);
  return suit === "n" ? "No trump." : `${capital(suitWord(suit))} are trump.`;
}

/**
 * "your", "Betty's".
 * @param {ShownFrame} frame
 * @param {number} seat
 */
const whose = (frame, seat) => (seat === frame.you.seat ? "your" : `${nameOf(frame, seat)}'s`);

/** @param {PlayFrame} frame */
function callsTold(frame) {
  const { view } = frame;
  return view.calls.map(({ seat, words, fact }, place) => {
    const suit = fact.fact === "order" && seat === view.maker ? ` ${trumpWords(view)}` : "";
    const says = `${nameOf(frame, seat)}: ${words}.${suit}`;
    return { key: `${place} ${seat} ${words}`, says, is: `${whose(frame, seat)} “${words}”` };
  });
}

/**
 * @param {PlayFrame} frame
 * @param {readonly Trick[]} before the tricks of this hand before it
 * @param {Trick} trick
 * @returns {Told[]}
 */
function trickTold(frame, before, { plays, winner }) {
  const told = plays.map(([seat, card], place) => {
    const name = nameOf(frame, seat);
    const says = place
      ? `${name}: ${withBower(card, frame.view.trump)}.`
      : `${does(name, "leads")} the ${withBower(card, frame.view.trump)}.`;
    return { key: `${seat} ${card}`, says, is: `${whose(frame, seat)} ${cardWord(card)}` };
  });
  if (winner === null) return told;
  const figures = taken([...before, { plays, winner }]);
  const says = `${does(nameOf(frame, winner), "wins")} the trick: ${bySide(frame, figures)}.`;
  return [...told, { key: `trick ${before.length} ${winner}`, says, is: "" }];
}

/**
 * The calls and cards of this hand, and who won each trick.
 * @param {PlayFrame} frame
 * @returns {Told[]}
 */
function handTold(frame) {
  const { view } = frame;
  const tricks = view.trick.plays.length ? [...view.tricks, view.trick] : view.tricks;
  return [...callsTold(frame), ...tricks.flatMap((trick, place) => trickTold(frame, tricks.slice(0, place), trick))];
}

/**
 * Who plays alone against the lone hand, and who sits out.
 * @param {PlayFrame} frame
 */
function aloneTold(frame) {
  const { lone_defender, sitting_out } = frame.view;
  const defends = lone_defender === null ? [] : [`${does(nameOf(frame, lone_defender), "defends")} alone.`];
  return [...defends, ...sitting_out.map((seat) => `${does(nameOf(frame, seat), "sits")} out.`)];
}

/**
 * What is new in this hand, and what is no longer so: both lists are in order.
 * @param {PlayFrame | null} before
 * @param {PlayFrame} frame
 */
function handChanged(before, frame) {
  const [then, now] = [before ? handTold(before) : [], handTold(frame)];
  const kept = shared(then, now);
  const known = before ? aloneTold(before) : [];
  const alone = aloneTold(frame).filter((sentence) => !known.includes(sentence));
  const added = now.slice(kept).map(({ says }) => says);
  added.splice(Math.max(0, frame.view.calls.length - kept), 0, ...alone);
  return { added, gone: then.slice(kept) };
}

/** @param {Told[]} one @param {Told[]} other */
function shared(one, other) {
  const end = one.findIndex(({ key }, place) => other[place]?.key !== key);
  return end < 0 ? one.length : end;
}

/**
 * The person who has asked for an undo: the one who waited for the others, or the only one there is.
 * @param {ShownFrame} before
 */
function undoneBy({ room }) {
  if (room.undo) return room.undo.by;
  const people = room.chairs.flatMap(({ kind }, seat) => (kind === "person" ? [seat] : []));
  return people.length === 1 ? people[0] : null;
}

/**
 * What was undone that is neither a call nor a card on the table.
 * @param {PlayFrame} before
 * @param {PlayFrame} frame
 */
function asidesGone({ view: old }, frame) {
  const { view } = frame;
  const gone = [];
  if (old.stands_for && !view.stands_for) gone.push(`the suit of the ${cardWord("B")}`);
  if (old.maker !== null && old.phase !== view.phase) {
    if (view.phase === "discard" && view.turn !== null) gone.push(`${whose(frame, view.turn)} discard`);
    if (view.phase === "partner's best") gone.push("the card that was given");
  }
  const { lone_defender: alone } = old;
  if (alone !== null && view.lone_defender === null) gone.push(`${whose(frame, alone)} lone defence`);
  return gone;
}

/**
 * @param {PlayFrame} before
 * @param {PlayFrame} frame
 * @param {Told[]} gone
 */
function takenBack(before, frame, gone) {
  const undone = undosOf(before) !== undosOf(frame);
  const things = [...(undone ? asidesGone(before, frame) : []), ...gone.map(({ is }) => is).filter(Boolean)];
  const what = listed(things) || (undone ? "the last action" : "");
  if (!what || frame.view.rulings.length > before.view.rulings.length) return [];
  const by = frame.view.guarded || undone ? undoneBy(before) : null;
  if (by !== null) {
    const name = nameOf(frame, by);
    return [`${does(name, "takes")} back ${what.replaceAll(`${name}'s `, "the ")}.`];
  }
  return [`${capital(what)} ${what.includes(" and ") ? "are" : "is"} taken back.`];
}

// Things that leave no other trace in a frame than the table's own words about them.
const ASIDE =
  / (claims:|chooses:|calls the lead|exchanges|asks for a new deal|shows|turns a finished|mixes the|takes .* back)/;
/** @type {Record<string, string>} */
const RANK_SIGNS = { 10: "T" };
/** @type {Record<string, string>} */
const SUIT_SIGNS = { "♣": "c", "♦": "d", "♥": "h", "♠": "s" };

/**
 * A line of the table's own words as the person here hears it.
 * @param {string} line
 * @param {string} own the name of the person here, if they sit at the table
 */
function toYou(line, own) {
  const words = line.replace(
    /\b(10|[789JQKA])([♣♦♥♠])/g,
    (_, rank, suit) => `the ${cardWord((RANK_SIGNS[rank] ?? rank) + SUIT_SIGNS[suit])}`,
  );
  if (!own) return words;
  const told = words.replace(`: ${own},`, ": you,");
  if (!told.startsWith(`${own} `)) return told;
  const [verb, ...rest] = told.slice(own.length + 1).split(" ");
  return ["You", verb.replace(/(?<=x)es$|s(?=:?$)/, ""), ...rest].join(" ");
}

/**
 * A claim with the club's own word, such as renege.
 * @param {string} line
 * @param {import("../shared/wire.js").Claimable[]} claims
 */
function inClubsWords(line, claims) {
  const claim = claims.find(({ irregularity }) => line.endsWith(`, ${irregularity}.`));
  return claim ? line.replace(`, ${claim.irregularity}.`, `, ${claim.words.toLowerCase()}.`) : line;
}

/** @param {ShownFrame} before @param {ShownFrame} frame */
function asides(before, frame) {
  const own = frame.you.seat === null ? "" : frame.you.name;
  const rulings = frame.view?.rulings.map(({ sentence }) => sentence) ?? [];
  // A hand that a claim has ended leaves nothing to claim.
  const claims = [before, frame].flatMap(({ view }) => view?.claims ?? []);
  return newLines(before, frame)
    .filter((line) => ASIDE.test(line) && !rulings.includes(line))
    .map((line) => toYou(inClubsWords(line, claims), own));
}

/**
 * @template Item
 * @param {readonly Item[]} now
 * @param {readonly Item[]} then
 */
const newer = (now, then) => (now.length > then.length ? now.slice(then.length) : []);

/** @param {PlayFrame} frame */
function seating(frame) {
  const { you, view } = frame;
  if (you.seat === null) {
    const [north, east, south, west] = view.names;
    return `You are watching. North is ${north}, East ${east}, South ${south}, West ${west}.`;
  }
  const at = (/** @type {number} */ place) => nameOf(frame, (Number(you.seat) + place) % 4);
  const to = view.target ? ` The game is to ${view.target}.` : "";
  return `You are ${SEAT_WORDS[you.seat]}. Your partner is ${at(2)}. ${at(1)} is on your left, ${at(3)} on your right.${to}`;
}

/** @param {ShownFrame} frame @param {number} seat */
function sitsDown(frame, seat) {
  const { kind, name, waits } = frame.room.chairs[seat];
  if (seat === frame.you.seat) return `You sit down, ${SEAT_WORDS[seat]}.`;
  if (seat === frame.you.next_seat)
    return `You sit down, ${SEAT_WORDS[seat]}. A bot plays this hand, and you play from the next hand on.`;
  if (waits) return `${name} sits down, ${SEAT_WORDS[seat]}, and ${NEXT_HAND}.`;
  return `${name}${kind === "bot" ? ", a bot," : ""} sits down, ${SEAT_WORDS[seat]}.`;
}

/** @param {ShownFrame} before @param {ShownFrame} frame */
function peopleTold(before, frame) {
  const [then, now] = [before.room.chairs, frame.room.chairs];
  const names = (/** @type {typeof now} */ chairs) =>
    chairs
      .map(({ name }) => name)
      .sort()
      .join("\n");
  if (names(then) === names(now) && then.some(({ name }, seat) => name !== now[seat].name)) return [];
  return now.flatMap((chair, seat) => {
    const was = then[seat];
    if (was.kind !== chair.kind || (chair.kind === "bot" && was.name !== chair.name)) {
      if (chair.kind === "empty") return [`${was.name} leaves the table.`];
      return was.kind === "person" && seat !== before.you.seat
        ? [`${was.name} leaves the table.`, sitsDown(frame, seat)]
        : [sitsDown(frame, seat)];
    }
    if (chair.kind !== "person") return [];
    if (was.name !== chair.name) return [`${was.name} is now ${chair.name}.`];
    if (was.waits && !chair.waits && seat === frame.you.seat) return [`You play now, ${SEAT_WORDS[seat]}.`];
    if (seat === frame.you.seat) return was.away && !chair.away ? [doneForYou(frame) ?? ""] : [];
    const [gone, isGone] = [!was.here || was.away, !chair.here || chair.away];
    if (gone && !isGone) return [`${chair.name} is back.`];
    if (chair.away && !was.away) return [`A bot is playing for ${chair.name}.`];
    return was.here && !chair.here && !chair.away ? [`${chair.name} has lost the connection.`] : [];
  });
}

/**
 * A request to undo that is no longer there, while everything else is as it was.
 * @param {PlayFrame} before
 * @param {PlayFrame} frame
 */
function isRefused(before, frame) {
  const state = (/** @type {PlayFrame} */ { view }) => [
    view.phase,
    view.turn,
    view.results.length,
    handTold({ ...frame, view }),
  ];
  const same = undosOf(before) === undosOf(frame) && JSON.stringify(state(before)) === JSON.stringify(state(frame));
  return before.room.undo !== null && frame.room.undo === null && same;
}

/** @param {ShownFrame} before @param {ShownFrame} frame */
function roomTold(before, frame) {
  const said = peopleTold(before, frame);
  const [was, is] = [before.room, frame.room];
  if (is.paused !== was.paused) said.push(is.paused ? "The host has paused the table." : "The game continues.");
  if (is.undo && !was.undo && is.undo.by !== frame.you.seat) {
    const asks = `${does(nameOf(frame, is.undo.by), "asks")} to undo ${lastDone(frame.view, is.undo.by)}.`;
    said.push(is.undo.asks_you ? `${asks} Y to agree, N to refuse.` : asks);
  }
  return said;
}

/**
 * @param {PlayFrame} old
 * @param {PlayFrame} frame
 */
function ownCardsTold(old, frame) {
  const { view } = frame;
  const laid = newer(view.discards, old.view.discards);
  const got = view.hand.filter((card) => !old.view.hand.includes(card));
  const said = laid.length ? [`You discard the ${listed(laid.map(cardWord))}.`] : [];
  if (got.length && !laid.length && old.view.hand.length && view.phase !== "discard")
    said.push(`You get the ${listed(got.map(cardWord))}.`);
  return said;
}

/** @param {PlayFrame} old @param {PlayFrame} frame */
function openCardsTold(old, frame) {
  const { view } = frame;
  const said = view.exposed.flatMap((cards, seat) => {
    const fresh = cards.filter((card) => !old.view.exposed[seat]?.includes(card));
    return fresh.map((card) => `${capital(whose(frame, seat))} ${cardWord(card)} lies face up.`);
  });
  const called = view.lead_call;
  if (called?.named && called.suit !== null && !old.view.lead_call?.named)
    said.push(`${sideWord(frame, called.side)} must lead ${suitWord(suitLetter(called.suit))}.`);
  return said;
}

/** @param {PlayFrame} frame */
function dealTold(frame) {
  const { view, you } = frame;
  const said = [`Hand ${view.hands_played + 1}. ${dealtWords(frame)}`];
  // The dealer may have taken the turn-up already.
  const dealt =
    view.turn_up_is === "taken" && view.dealer === you.seat
      ? view.hand.filter((card) => card !== view.turn_up)
      : view.hand;
  if (dealt.length) said.push(ownHand({ ...frame, view: { ...view, hand: dealt } }));
  return said;
}

/**
 * True if this is the first time that the turn-up of a hand is seen.
 * @param {ShownView | undefined} old
 * @param {ShownView} view
 */
export function isFresh(old, view) {
  if (view.turn_up === null || view.hand_over) return false;
  if (!old || old.hand_over) return true;
  return view.turn_up !== old.turn_up || view.results.length !== old.results.length;
}

/** @param {PlayFrame} frame @param {ShownView | undefined} old */
function jokerTold(frame, old) {
  const { view } = frame;
  if (!view.stands_for || old?.stands_for === view.stands_for) return [];
  return [`The ${cardWord("B")} stands for ${suitWord(suitLetter(view.stands_for))}.`];
}

/** @param {PlayFrame} before @param {PlayFrame} frame */
function scoreTold(before, frame) {
  const { view } = frame;
  const said = newer(view.results, before.view.results).flatMap((result) => {
    const [how, points] = handResult(frame, result);
    // The ruling itself has been told.
    return result.outcome === "ruled" && result.ruling !== null ? [points] : [how, points];
  });
  const won = view.target > 0 && Math.max(...view.score) >= view.target;
  if (view.result && !before.view.result) said.push(`The game is over. ${gameResult(frame).replace("–", " to ")}.`);
  else if (!won && view.score.some((points, side) => points !== before.view.score[side]))
    said.push(`Score: ${bySide(frame, view.score)}.`);
  return said;
}

/** @param {PlayFrame} before @param {PlayFrame} frame */
function bellTold({ view: old }, { view }) {
  const said = [];
  if (view.bell?.started && !old.bell?.started) said.push("The start bell rings.");
  if (view.bell?.rung && !old.bell?.rung)
    said.push(view.result ? "The bell rings." : "The bell rings. This is the last hand.");
  return said;
}

/**
 * The cards that stand, as opposed to those that lie lower.
 * @param {ShownView} view
 */
function mayPlay({ hand, plays, trump }) {
  const cards = hand.filter((card) => plays.includes(card));
  if (cards.length === 1) return `Your turn. You must play the ${withBower(cards[0], trump)}.`;
  return `Your turn: ${cardsWords(cards, trump, "or")}.`;
}

/**
 * The same as the question on the page, and what its buttons and lowered cards show.
 * @param {PlayFrame} frame
 */
export function asked(frame) {
  const { view } = frame;
  const text = question(frame);
  const can = view.actions.map(({ fact }) => fact.fact);
  if (can.includes("quit")) return "Turn it down.";
  if (view.phase === "discard") return `${text} ${ownHand(frame)}`;
  if (["first round", "second round"].includes(view.phase) && can.length && !can.includes("pass"))
    return `${text} You can't pass.`;
  if (view.phase === "play" && view.guarded && view.plays.length && view.plays.length < view.hand.length)
    return mayPlay(view);
  return text;
}

/**
 * The moment at which something is asked of the person here, or nothing. A trick that only lies to be read asks nothing.
 * @param {ShownFrame | null} frame
 */
export function moment(frame) {
  const view = frame?.view;
  if (!frame || !view || !isAsked(frame) || view.dealt || view.hand_over) return "";
  if (view.guarded && view.trick.winner !== null) return "";
  const cards = view.tricks.length * 4 + view.trick.plays.length;
  return [
    view.phase,
    view.results.length,
    view.calls.length,
    cards,
    view.trick.winner,
    view.rulings.length,
    view.hand.length,
    view.actions.length,
  ].join();
}

/**
 * How everything stands, for somebody who has just come or wants to know.
 * @param {PlayFrame} frame
 */
export function tableWords(frame) {
  const { view } = frame;
  if (view.result) return [`The game is over. ${gameResult(frame).replace("–", " to ")}.`];
  const said = [`Score: ${bySide(frame, view.score)}.`];
  if (view.maker === null) {
    if (view.turn_up)
      said.push(dealtWords(frame), ...jokerTold(frame, undefined), ...callsTold(frame).map(({ says }) => says));
  } else {
    const by = view.maker === frame.you.seat ? "you" : nameOf(frame, view.maker);
    said.push(`${trumpWords(view).slice(0, -1)}, made by ${by}${view.alone ? ", alone" : ""}.`);
    said.push(`Tricks: ${bySide(frame, taken(view.tricks))}.`);
    said.push(...trickTold(frame, view.tricks, view.trick).map(({ says }) => says));
  }
  if (view.turn !== null) said.push(isAsked(frame) ? asked(frame) : `${question(frame)}.`.replace("..", "."));
  return said;
}

/** @param {PlayFrame} frame */
function arrival(frame) {
  const { view } = frame;
  const said = [seating(frame), doneForYou(frame) ?? ""];
  if (view.phase === "draw") said.push("Cards are drawn for the first deal.");
  const justDealt = view.turn_up && ["first round", "joker"].includes(view.phase);
  if (justDealt) {
    if (view.results.length) said.push(`Score: ${bySide(frame, view.score)}.`);
    said.push(...dealTold(frame), ...jokerTold(frame, undefined), ...handChanged(null, frame).added);
  } else if (view.turn_up || view.result) {
    said.push(...tableWords(frame));
    // The question what to discard has your cards in it.
    if (view.hand.length && !(isAsked(frame) && view.phase === "discard")) said.push(ownHand(frame));
    return said;
  }
  if (moment(frame)) said.push(asked(frame));
  return said;
}

/**
 * The draw card by card would be long to listen to, and only its end matters.
 * @param {PlayFrame} before
 * @param {PlayFrame} frame
 */
function drawTold(before, frame) {
  const { view } = frame;
  if (before.view.phase !== "draw" || view.phase === "draw") return [];
  return [`${does(nameOf(frame, view.dealer), "wins")} the draw for the first deal.`];
}

/** @type {ReturnType<typeof handChanged>} */
const NOTHING = { added: [], gone: [] };

/**
 * @param {PlayFrame} before
 * @param {PlayFrame} frame
 * @returns {string[]}
 */
function gameTold(before, frame) {
  const [old, view] = [before.view, frame.view];
  const fresh = isFresh(old, view);
  const sameHand = !fresh && view.results.length === old.results.length && !(old.hand_over && !view.hand_over);
  const { added, gone } = sameHand || fresh ? handChanged(sameHand ? before : null, frame) : NOTHING;
  const back = sameHand ? takenBack(before, frame, gone) : [];
  const undone = gone.length > 0 || back.length > 0;
  return [
    ...roomTold(before, frame),
    ...(isRefused(before, frame) ? ["Nothing is undone."] : []),
    ...back,
    ...drawTold(before, frame),
    ...(old.names.join() === view.names.join() ? [] : moved(before, frame)),
    ...(undone ? [] : asides(before, frame)),
    ...(view.missed && view.missed !== old.missed ? view.missed : []),
    ...(view.laid && view.laid !== old.laid
      ? [`${claimWords(frame, view.laid.seat)} ${capital(listed(view.laid.cards.map(cardWord)))}.`]
      : []),
    ...newer(view.rulings, old.rulings).map((ruling) => rulingWords(frame, ruling)),
    ...(view.director_asked && !old.director_asked
      ? [`Waiting for the director's decision. ${view.director_asked.sentence}`]
      : []),
    ...scoreTold(before, frame),
    ...bellTold(before, frame),
    ...(fresh ? dealTold(frame) : []),
    ...jokerTold(frame, fresh ? undefined : old),
    ...added,
    ...(sameHand && !undone ? ownCardsTold(before, frame) : []),
    ...openCardsTold(before, frame),
    ...(moment(frame) && moment(frame) !== moment(before) ? [asked(frame)] : []),
  ];
}

/**
 * A draw for partners moves people; somebody else in a seat does not.
 * @param {PlayFrame} before
 * @param {PlayFrame} frame
 */
const moved = (before, frame) =>
  [...before.view.names].sort().join() === [...frame.view.names].sort().join() ? [seating(frame)] : [];

/**
 * The words for somebody whose seat was taken away during a game.
 * @param {ShownFrame | null} before
 * @param {ShownFrame} frame
 */
function seatLost(before, frame) {
  const seat = before?.you.seat ?? before?.you.next_seat ?? null;
  if (seat === null || (frame.you.seat ?? frame.you.next_seat ?? null) !== null) return [];
  const { kind, name } = frame.room.chairs[seat];
  if (kind === "person" && before?.you.seat === null) return [`${name} is back in the seat that you waited for.`];
  return kind === "bot" && !frame.you.host ? ["The host has given your seat to a bot."] : [];
}

/**
 * What is also to be seen in words for a while: a take-back, or that your seat was taken away.
 * @param {ShownFrame | null} before
 * @param {ShownFrame} frame
 * @param {boolean} [left] the person here has given up the seat
 */
export function notice(before, frame, left = false) {
  const [old, view] = [before?.view, frame.view];
  if (!before || !old || !view?.undone) return left ? "" : seatLost(before, frame).join(" ");
  const [then, now] = [
    { ...before, view: old },
    { ...frame, view },
  ];
  if (view.results.length !== old.results.length) return "The end of the last hand is taken back.";
  return takenBack(then, now, handChanged(then, now).gone).join(" ");
}

/**
 * The sentences for what has changed since the frame that was shown before.
 * @param {ShownFrame | null} before
 * @param {ShownFrame} frame
 * @param {boolean} [left] the person here has given up the seat
 */
export function changes(before, frame, left = false) {
  const [old, view] = [before?.view, frame.view];
  if (!view) return before ? roomTold(before, frame).filter(Boolean) : [];
  /** @type {PlayFrame} */
  const now = { ...frame, view };
  const another = before && old && gameOf(before) !== gameOf(frame);
  if (another && !old.result) return ["A game ended while you were away.", ...arrival(now).filter(Boolean)];
  const begins = !before || !old || another || view.results.length < old.results.length;
  const lost = left ? [] : seatLost(before, frame);
  if (begins || before.you.seat !== frame.you.seat) return [...lost, ...arrival(now)].filter(Boolean);
  return [...lost, ...gameTold({ ...before, view: old }, now)].filter(Boolean);
}
