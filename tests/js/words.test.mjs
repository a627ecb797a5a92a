// What the page says at a table: to a player, and to a watcher.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";
import { chairs, frame, made, trick } from "./tables.mjs";

// The cards are a component of the page, which has to be there first.
const words = await import("../../src/bowerbird/web/static/table/words.js");
const watched = (fields) => frame(fields, { seat: null });

test("seats are where this screen shows them", () => {
  assert.deepEqual(
    [2, 3, 0, 1].map((seat) => words.placeOf(frame(), seat)),
    [0, 1, 2, 3],
  );
  assert.equal(words.placeOf(frame({}, { seat: 1 }), 3), 2);
});

test("people have their names, and you are you", () => {
  assert.deepEqual([words.nameOf(frame(), 2), words.nameOf(frame(), 3)], ["You", "Walt"]);
  assert.equal(words.nameOf(watched(), 2), "Sue");
  assert.equal(words.does("You", "plays"), "You play");
  assert.equal(words.does("Walt", "plays"), "Walt plays");
  assert.equal(words.does("You", "is"), "You are");
});

test("sides are ours and theirs for a player only", () => {
  assert.deepEqual([words.sideWord(frame(), 0), words.sideWord(frame(), 1)], ["We", "They"]);
  assert.equal(words.sideWord(watched(), 1), "East and West");
});

test("the table waits for you in your turn, and not while it is paused or over", () => {
  assert.ok(words.isAsked(frame()));
  assert.ok(!words.isAsked(frame({ turn: 3 })));
  assert.ok(!words.isAsked(frame({}, { seat: 2 }, { paused: true })));
  assert.ok(!words.isAsked(frame({ result: { score: [10, 2], winner: 0 } })));
  assert.ok(!words.isAsked(watched()));
});

test("the question fits the moment", () => {
  assert.equal(words.question(frame()), "Your lead.");
  const led = (card, trump = "h") => words.question(frame({ trick: { plays: [[1, card]], winner: null }, trump }));
  assert.equal(led("9c"), "Your turn. Clubs were led.");
  assert.equal(led("Jd"), "Your turn. Hearts were led.", "the left bower is a trump");
  assert.equal(led("B", null), "Your turn to play.", "a joker without trump is of no suit");
  assert.equal(words.question(frame({ trick })), "Your trick. You lead.");
  assert.equal(words.question(frame({ turn: 1 })), "Ed to play.");
  const lost = (fields) => ({ chairs: chairs.map((one, seat) => (seat === 1 ? { ...one, ...fields } : one)) });
  const waits = (fields) => words.question(frame({ turn: 1 }, { seat: 2 }, lost(fields)));
  assert.equal(waits({ here: false }), "Waiting for Ed to reconnect. A bot takes over soon.");
  assert.equal(waits({ here: false, away: true }), "Ed to play.", "a bot has taken over");
  const called = { phase: "first round", turn_up: "9h", turn_up_is: "shown", maker: null, trump: null };
  assert.equal(words.question(frame(called)), "Nine of hearts: your call?");
});

test("the dealer reads that they deal, and everybody else who does", () => {
  const deal = { phase: "shuffle", turn: null, dealer: 2, waits: "Sue deals" };
  assert.equal(words.question(frame(deal)), "You deal");
  assert.equal(words.question(frame(deal, { seat: 1 })), "Sue deals");
  assert.equal(words.question(watched(deal)), "Sue deals");
});

test("a call at a seat is something said, also where a pass is called Away", () => {
  assert.equal(words.heardAt({ words: "Away" }), "“Away”");
});

test("a mouse clicks and a finger taps", () => {
  const before = globalThis.matchMedia;
  for (const [mouse, word] of [
    [true, "click"],
    [false, "tap"],
  ]) {
    globalThis.matchMedia = () => ({ matches: mouse });
    assert.equal(words.tapWord(), word);
  }
  globalThis.matchMedia = before;
});

test("a hand's result says who did what, and what it gave", () => {
  const told = (fields, who = frame) => words.handResult(who({}), made(fields)).join(" ");
  assert.equal(told({}), "You make hearts with 3 tricks. We score 1.");
  assert.equal(
    told({ outcome: "march", alone: true, points: [4, 0] }),
    "You make hearts alone with all five tricks: a march. We score 4.",
  );
  assert.equal(
    told({ outcome: "euchre", points: [0, 2] }, watched),
    "Sue is euchred in hearts. East and West score 2.",
  );
  assert.equal(told({ outcome: "thrown in", maker: null, points: [0, 0] }), "Everyone passed. The hand is thrown in.");
});

test("the game's result is told from your side", () => {
  assert.equal(words.gameResult(frame({ result: { score: [10, 6], winner: 0 } })), "We win 10–6");
  assert.equal(words.gameResult(frame({ result: { score: [6, 10], winner: 1 } })), "They win 10–6");
  assert.equal(words.gameResult(frame({ result: { score: [7, 7], winner: null } })), "Tied, 7–7");
});
