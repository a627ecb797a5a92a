// Your own place at the table: why a card can't be chosen now.

import assert from "node:assert/strict";
import { test } from "node:test";
import { all, lines } from "./drawn.mjs";
import { frame } from "./tables.mjs";

const { calls, hand, newPageState, whyNot } = await import("../../src/bowerbird/web/static/table/my-seat.js");

test("a card that is tapped says why it can't be played, and the pause before all else", () => {
  const paused = [{ seat: 2 }, { paused: true }];
  assert.equal(whyNot(frame({ turn: 3 }, ...paused), "Jh"), "The host has paused the table.");
  assert.equal(whyNot(frame({ plays: ["Jh"] }, ...paused), "Jh"), "The host has paused the table.");
  assert.equal(whyNot(frame({ phase: "first-round" }), "Jh"), "Make your call first.");
  assert.equal(whyNot(frame({ phase: "first-round", turn: 3 }), "Jh"), "You can't play a card now.");
  assert.equal(whyNot(frame({ turn: 1, waits: "Ed to play" }), "Jh"), "Ed to play. It isn't your turn yet.");
  const why = { Ad: "South must follow hearts: Jh" };
  assert.equal(whyNot(frame({ plays: ["Jh"], why }), "Ad"), why.Ad);
  assert.equal(whyNot(frame({ plays: ["Jh"], why }), "Jh"), "");
  assert.equal(whyNot(frame({ guarded: false, turn: 1 }), "Ad"), "", "at a real table anything can be put down");
});

test("a call and the same call alone are one button, and alone has to be chosen", () => {
  const fact = (alone) => ({ fact: "order", seat: 2, ...(alone ? { alone } : {}) });
  const actions = [
    { words: "Pass", fact: { fact: "pass", seat: 2 } },
    { words: "Order it up", fact: fact(false) },
    { words: "Order it up, alone", fact: fact(true) },
  ];
  const calling = frame({ phase: "first round", trump: null, maker: null, actions });
  const made = (ui) => {
    const content = calls(calling, ui);
    const facts = all(content, "[data-fact]").map(({ attributes }) => JSON.parse(attributes["data-fact"]));
    const [{ attributes }] = all(content, "[aria-pressed]");
    return [lines(content), facts.map(({ fact, alone }) => [fact, Boolean(alone)]), attributes["aria-pressed"]];
  };
  const words = ["Pass", "Order it up", "Go alone"];
  assert.deepEqual(made(newPageState()), [
    words,
    [
      ["pass", false],
      ["order", false],
    ],
    "false",
  ]);
  assert.deepEqual(made({ ...newPageState(), alone: true }), [
    words,
    [
      ["pass", false],
      ["order", true],
    ],
    "true",
  ]);
});

test("each card of the hand says its name, if it is a bower, and that a second press plays it", () => {
  const plays = [{ fact: "play", seat: 2, card: "Jh" }];
  const labels = (ui) =>
    all(hand(frame({ hand: ["Jh", "Jd", "9c"], plays, why: {} }), ui), "[data-card]").map(
      ({ attributes }) => attributes["aria-label"],
    );
  assert.deepEqual(labels(newPageState()), [
    "jack of hearts, right bower",
    "jack of diamonds, left bower",
    "nine of clubs",
  ]);
});
