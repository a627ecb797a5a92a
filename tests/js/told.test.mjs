// What is heard at a table: every change once, in the order in which it happened.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";
import { chairs, frame, made, trick } from "./tables.mjs";

// The cards are a component of the page, which has to be there first.
const { asked, cardsWords, changes, notice, ownHand, tableWords } = await import(
  "../../src/bowerbird/web/static/table/told.js"
);

const { steps } = await import("../../src/bowerbird/web/static/table/steps.js");

/** What is heard of a frame as the page shows it, step by step. */
function heard(before, after) {
  let last = before;
  return steps(before, after).flatMap(({ frame: now }) => {
    const told = changes(last, now);
    last = now;
    return told;
  });
}

const calling = (fields = {}) => ({
  phase: "first round",
  turn_up: "9h",
  turn_up_is: "shown",
  maker: null,
  trump: null,
  hand: ["As", "Ks", "Jh", "9d", "9c"],
  turn: 2,
  ...fields,
});
const pass = (seat) => ({ seat, words: "Pass", fact: { fact: "pass", seat } });
const chair = (seat, fields) => chairs.map((one, place) => (place === seat ? { ...one, ...fields } : one));
const at = (fields, room) => frame(fields, { seat: 2 }, { paused: false, ...room });

test("cards are grouped by suit, in the order of the hand", () => {
  assert.equal(cardsWords(["As", "Ks", "9s", "Jh", "B"]), "ace, king and nine of spades; jack of hearts; joker");
  assert.equal(cardsWords(["Jh", "Jd", "Ah"]), "jack of hearts; jack of diamonds; ace of hearts");
  assert.equal(
    cardsWords(["Jh", "Jd", "Ah", "9h", "9c"], "h"),
    "jack of hearts, right bower; jack of diamonds, left bower; ace and nine of hearts; nine of clubs",
  );
});

test("a hand begins with its number, the dealer, the turn-up and your cards, before anything is called", () => {
  const over = frame({ results: [made()], hand: [], turn: null, turn_up: null });
  const dealt = frame(calling({ results: [made()], calls: [pass(2)], turn: 3, turn_up_is: "shown" }));
  assert.deepEqual(changes(over, dealt), [
    "Hand 4. Ed deals. Turned up: nine of hearts.",
    "Your hand: ace and king of spades; jack of hearts; nine of diamonds; nine of clubs.",
    "You: Pass.",
  ]);
  assert.deepEqual(changes(dealt, dealt), []);
});

test("the same card turned up in the next hand is told again", () => {
  const ended = frame(calling({ results: [made()], hand_over: made(), turn: null }));
  const next = frame(calling({ results: [made()], turn: null, hands_played: 4 }));
  assert.equal(changes(ended, next)[0], "Hand 5. Ed deals. Turned up: nine of hearts.");
});

test("a dealer who has taken the turn-up already hears the hand that was dealt", () => {
  const taken = calling({ dealer: 2, phase: "discard", turn_up_is: "taken", hand: ["As", "9h"], maker: 3, trump: "h" });
  const told = changes(frame({ results: [made()], hand_over: made() }), frame({ ...taken, results: [made()] }));
  assert.ok(told.includes("Your hand: ace of spades."), told.join("\n"));
  assert.equal(told.at(-1), "Choose a card to discard. Your hand: ace of spades; nine of hearts.");
});

test("a call that takes the card up is heard with its suit, and who sits out", () => {
  const fact = { fact: "order", seat: 3, alone: true };
  const after = calling({ calls: [pass(2), { seat: 3, words: "I assist, alone", fact }], maker: 3, trump: "h" });
  const told = changes(
    frame(calling({ calls: [pass(2)], turn: 3 })),
    frame({ ...after, phase: "play", turn: 0, alone: true, sitting_out: [1] }),
  );
  assert.deepEqual(told, ["Walt: I assist, alone. Hearts are trump.", "Ed sits out."]);
});

test("each new card, bowers by their name, who took the trick and how many, and the next question, once", () => {
  const before = frame({ turn: 1, trick: { plays: trick.plays.slice(0, 3), winner: null }, hand: ["Ad"] });
  const full = frame({ turn: 2, trick, hand: ["Ad"] });
  assert.deepEqual(changes(before, full), ["Ed: king of spades.", "You win the trick: we 1, they 0."]);
  const next = frame({ turn: 2, tricks: [trick], last_trick: trick, hand: ["Ad"] });
  assert.deepEqual(changes(full, next), ["Your lead."]);
  assert.deepEqual(changes(before, next), ["Ed: king of spades.", "You win the trick: we 1, they 0.", "Your lead."]);
  assert.deepEqual(changes(frame({ turn: 2 }), frame({ turn: 3, trick: { plays: [[2, "Jd"]], winner: null } })), [
    "You lead the jack of diamonds, left bower.",
  ]);
});

test("you hear which cards you may play, if not all", () => {
  const led = { trick: { plays: [[1, "9s"]], winner: null }, hand: ["As", "Ks", "Jd"], plays: ["As", "Ks"] };
  assert.equal(asked(frame(led)), "Your turn: ace or king of spades.");
  const left = { ...led, trump: "s", hand: ["Jc", "9s", "Jd"], plays: ["9s", "Jc"] };
  assert.equal(asked(frame(left)), "Your turn: jack of clubs, left bower; or nine of spades.");
  assert.equal(asked(frame({ ...led, plays: ["Ks"] })), "Your turn. You must play the king of spades.");
  assert.equal(asked(frame({ ...led, plays: led.hand })), "Your turn. Spades were led.");
  assert.equal(asked(frame({ ...led, guarded: false })), "Your turn. Spades were led.");
});

test("a dealer who must call hears it", () => {
  const name = { fact: { fact: "name", seat: 2, trump: 0 }, words: "Clubs" };
  const stuck = calling({ phase: "second round", offered: "h", actions: [name] });
  assert.equal(asked(frame(stuck)), "Hearts turned down. Your call? You can't pass.");
});

test("the end of a hand: its last card, its result, the score; then the next deal", () => {
  const tricks = [trick, trick, trick, trick];
  const before = frame({ tricks, trick: { plays: trick.plays.slice(0, 3), winner: null }, hand: [] });
  const fifth = { ...trick, winner: 1 };
  const after = calling({ results: [made()], score: [5, 2], hands_played: 4, dealer: 2, last_trick: fifth, turn: 3 });
  assert.deepEqual(heard(before, frame(after)), [
    "Ed: king of spades.",
    "Ed wins the trick: we 4, they 1.",
    "You make hearts with 3 tricks.",
    "We score 1.",
    "Score: we 5, they 2.",
    "Hand 5. You deal. Turned up: nine of hearts.",
    "Your hand: ace and king of spades; jack of hearts; nine of diamonds; nine of clubs.",
  ]);
});

test("somebody who comes back to another game hears that one has ended, and how everything stands", () => {
  const before = at({ results: [made()], hands_played: 1, tricks: [trick] }, { games: 0 });
  const seating = "You are South. Your partner is Nan. Walt is on your left, Ed on your right. The game is to 10.";
  const next = calling({ results: [made(), made()], hands_played: 2, turn_up: "Ks", score: [2, 0], turn: 3 });
  assert.deepEqual(heard(before, at(next, { games: 1 })), [
    "A game ended while you were away.",
    seating,
    "Score: we 2, they 0.",
    "Hand 3. Ed deals. Turned up: king of spades.",
    "Your hand: ace and king of spades; jack of hearts; nine of diamonds; nine of clubs.",
  ]);
  const over = at({ results: [made()], result: { score: [10, 2], winner: 0 }, turn: null }, { games: 1 });
  const first = calling({ hands_played: 0, score: [0, 0], turn: 3 });
  assert.deepEqual(heard(over, at(first, { games: 1 })).slice(0, 2), [
    seating,
    "Hand 1. Ed deals. Turned up: nine of hearts.",
  ]);
});

test("the last hand of a game is not taken for another game", () => {
  const before = at({ phase: "count", tricks: [trick], turn: null }, { games: 0 });
  const won = { results: [made()], score: [10, 2], result: { score: [10, 2], winner: 0 }, turn: null, phase: "over" };
  assert.deepEqual(heard(before, at(won, { games: 1 })), [
    "You make hearts with 3 tricks.",
    "We score 1.",
    "The game is over. We win 10 to 2.",
  ]);
});

test("somebody who comes in with a card to discard hears the hand once", () => {
  const taken = calling({ dealer: 2, phase: "discard", turn_up_is: "taken", maker: 3, trump: "h" });
  const hands = changes(null, at(taken)).filter((sentence) => sentence.includes("Your hand: "));
  assert.equal(hands.length, 1);
  assert.ok(hands[0].startsWith("Choose a card to discard. Your hand: "));
});

test("the end of a game has its score once", () => {
  const won = { results: [made()], score: [10, 2], result: { score: [10, 2], winner: 0 } };
  assert.deepEqual(changes(at({}, { games: 0 }), at(won, { games: 1 })).slice(-2), [
    "We score 1.",
    "The game is over. We win 10 to 2.",
  ]);
});

test("somebody who drops off is missed, replaced, and welcomed back, once each", () => {
  const states = [{}, { here: false }, { here: false, away: true }, { here: true, away: true }, {}].map((fields) =>
    at({ turn: 1 }, { chairs: chair(0, fields) }),
  );
  const told = states.slice(1).flatMap((now, place) => changes(states[place], now));
  assert.deepEqual(told, ["Nan has lost the connection.", "A bot is playing for Nan.", "Nan is back."]);
});

test("somebody who leaves is named, and the bot that takes the seat", () => {
  const now = at({ turn: 1 }, { chairs: chair(0, { kind: "bot", name: "Wren" }) });
  assert.deepEqual(changes(at({ turn: 1 }), now), ["Nan leaves the table.", "Wren, a bot, sits down, North."]);
});

test("before the game people are heard sitting down", () => {
  const empty = at(null, { chairs: chair(0, { kind: "empty", name: "" }) });
  assert.deepEqual(changes(empty, at(null)), ["Nan sits down, North."]);
  assert.deepEqual(changes(null, frame(null)), []);
});

test("a player who comes to a hand in progress hears how everything stands", () => {
  const lying = { plays: [[1, "9s"]], winner: null };
  const told = changes(null, frame({ turn_up: "9h", turn_up_is: "taken", tricks: [trick], trick: lying }));
  assert.deepEqual(told, [
    "You are South. Your partner is Nan. Walt is on your left, Ed on your right. The game is to 10.",
    "Score: we 4, they 2.",
    "Hearts are trump, made by you.",
    "Tricks: we 1, they 0.",
    "Ed leads the nine of spades.",
    "Your turn. Spades were led.",
    "Your hand: jack of hearts, right bower; ace of diamonds.",
  ]);
  assert.equal(ownHand(frame()), "Your hand: jack of hearts, right bower; ace of diamonds.");
  assert.deepEqual(tableWords(frame({ turn: 1 })).slice(-1), ["Ed to play."]);
});

test("what is taken back is named, with who asked for it", () => {
  const played = {
    trick: {
      plays: [
        [2, "Jh"],
        [3, "9h"],
      ],
      winner: null,
    },
    hand: ["Ad"],
    turn: 0,
  };
  const asks = at(played, { undo: { by: 2, agreed: [2], asks_you: false } });
  assert.deepEqual(changes(asks, at({})), [
    "You take back your jack of hearts and Walt's nine of hearts.",
    "Your lead.",
  ]);
  assert.deepEqual(changes(asks, at(played)), ["Nothing is undone."]);
  const askedBy = (by, then) => changes(at(then), at(then, { undo: { by, agreed: [by], asks_you: true } }));
  assert.deepEqual(askedBy(3, played), ["Walt asks to undo the nine of hearts. Y to agree, N to refuse."]);
  const order = { seat: 3, words: "Pick it up", fact: { fact: "order", seat: 3 } };
  const called = { ...played, calls: [pass(0), order], dealer: 1 };
  assert.deepEqual(askedBy(0, called), ["Nan asks to undo “Pass”. Y to agree, N to refuse."]);
  assert.deepEqual(askedBy(1, called), ["Ed asks to undo the discard. Y to agree, N to refuse."]);
  const real = { ...played, guarded: false };
  const back = frame({ ...real, trick: { plays: [[2, "Jh"]], winner: null }, turn: 3 });
  assert.deepEqual(changes(frame(real), back), ["Walt's nine of hearts is taken back."]);
});

test("an undo without a call or a card is named too, and nothing is undone only where it is refused", () => {
  const order = { calls: [pass(2), pass(3)], maker: 1, trump: "h", turn_up: "9h", turn_up_is: "taken", turn: 2 };
  const asks = { undo: { by: 1, agreed: [1], asks_you: true }, undos: 0 };
  const before = at({ ...order, phase: "play", turn: 2 }, asks);
  const back = at({ ...order, phase: "discard", turn: 1 }, { undos: 1 });
  assert.deepEqual(heard(before, back), ["Ed takes back the discard."]);
  const [{ kind, frame: shown }] = steps(before, back);
  assert.equal(kind, "action");
  assert.equal(notice(before, shown), "Ed takes back the discard.");
  assert.deepEqual(heard(before, at({ ...order, phase: "play", turn: 2 }, { undos: 0 })), ["Nothing is undone."]);
  const lead = { plays: [[2, "Jh"]], winner: null };
  assert.deepEqual(heard(before, at({ ...order, trick: lead, turn: 3, hand: ["Ad"] }, { undos: 0 })), [
    "You lead the jack of hearts, right bower.",
  ]);
  const alone = { ...order, alone: true, sitting_out: [], turn: 0 };
  const defends = at({ ...alone, lone_defender: 2, phase: "play" }, { ...asks, undo: { ...asks.undo, by: 2 } });
  const asked = { ...alone, phase: "defend alone", turn: 2 };
  assert.deepEqual(heard(defends, at(asked, { undos: 1 })), [
    "You take back your lone defence.",
    "Do you defend alone against the lone hand?",
  ]);
  const given = at({ ...alone, phase: "discard" }, asks);
  assert.deepEqual(heard(given, at({ ...alone, phase: "partner's best" }, { undos: 1 })), [
    "Ed takes back the card that was given.",
  ]);
  const joker = calling({ turn_up: "B", turn: 3 });
  const stands = at({ ...joker, stands_for: "s" }, { ...asks, undo: null });
  assert.deepEqual(heard(stands, at({ ...joker, phase: "joker", turn: 1 }, { undos: 1 })), [
    "The suit of the joker is taken back.",
  ]);
  assert.deepEqual(heard(before, at({ ...order, phase: "defend alone", turn: 3 }, { undos: 1 })), [
    "Ed takes back the last action.",
  ]);
});

test("a player whom the host removes hears and sees it, but nobody who leaves does", () => {
  const before = at({ turn: 2 });
  const bot = { chairs: chair(2, { kind: "bot", name: "Wren" }), paused: false };
  const after = frame({ turn: 2, hand: [] }, { seat: null, host: false }, bot);
  const lost = "The host has given your seat to a bot.";
  assert.equal(heard(before, after)[0], lost);
  assert.equal(notice(before, after), lost);
  assert.ok(!changes(before, after, true).includes(lost));
  assert.equal(notice(before, after, true), "");
  assert.equal(notice(after, after), "");
});

test("a newcomer hears that the player before is back in the seat", () => {
  const waits = { seat: null, next_seat: 2, host: false };
  const before = frame({ turn: 2, hand: [] }, waits, {
    chairs: chair(2, { name: "Late", waits: true }),
    paused: false,
  });
  const back = { chairs: chair(2, { name: "Nora" }), paused: false };
  const after = frame({ turn: 2, hand: [] }, { ...waits, next_seat: null }, back);
  const lost = "Nora is back in the seat that you waited for.";
  assert.equal(changes(before, after)[0], lost);
  assert.equal(notice(before, after), lost);
  assert.equal(notice(before, after, true), "");
});

test("a pause, the bell, a ruling and a claim are heard", () => {
  const quiet = { turn: 1, talk: [] };
  assert.deepEqual(changes(at(quiet), at(quiet, { paused: true })), ["The host has paused the table."]);
  assert.deepEqual(changes(at(quiet, { paused: true }), at(quiet)), ["The game continues."]);
  const rung = { turn: 1, bell: { started: true, rung: true, ends_at: null } };
  assert.deepEqual(changes(at({ turn: 1, bell: { started: true, rung: false } }), at(rung)), [
    "The bell rings. This is the last hand.",
  ]);
  const ruling = { offence: "Renege", seat: 1, sentence: "Two points.", because: "" };
  const claimed = {
    ...at({ turn: 1, guarded: false, rulings: [ruling], claims: [{ irregularity: "revoke", words: "Renege" }] }),
    talk: ["Nan plays 9♠.", "Sue claims: Ed, revoke.", "Sue shows 10♥."],
  };
  const before = { ...at({ turn: 1, guarded: false }), talk: ["Nan plays 9♠."] };
  assert.deepEqual(changes(before, claimed), [
    "You claim: Ed, renege.",
    "You show the ten of hearts.",
    "Renege: Ed (East). Two points.",
  ]);
});
