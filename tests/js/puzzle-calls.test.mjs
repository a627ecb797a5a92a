// The calls of a puzzle: the same buttons as at the table, and each leads to its choice.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";

const { callsOffered, callWords } = await import("../../src/bowerbird/web/static/learn/puzzle-calls.js");
const { callsOf } = await import("../../src/bowerbird/web/static/table/my-seat.js");

const choice = (words) => ({ words, card: null, alone: / alone”?$|, going alone$/.test(words) });

/** The words on the buttons, and the choices that they lead to. */
function buttons(choices, alone) {
  const offered = callsOffered(choices, 2);
  const { calls, both } = callsOf({ actions: offered }, alone);
  const found = calls.map(({ fact, words }) => [
    words,
    choices[offered.find((each) => JSON.stringify(each.fact) === JSON.stringify(fact)).place].words,
  ]);
  return { found, both };
}

test("in the second round there is one button for each suit, and a switch", () => {
  const choices = ["pass", "name clubs (next)", "name clubs (next), alone", "name hearts", "name hearts, alone"].map(
    choice,
  );
  assert.deepEqual(buttons(choices, false), {
    both: true,
    found: [
      ["Pass", "pass"],
      ["Clubs (next)", "name clubs (next)"],
      ["Hearts", "name hearts"],
    ],
  });
  assert.deepEqual(
    buttons(choices, true).found.map(([, words]) => words),
    ["pass", "name clubs (next), alone", "name hearts, alone"],
  );
});

test("the first round is in the club's words", () => {
  const choices = ["say “Away”", "say “Pick it up”", "say “Pick it up, alone”"].map(choice);
  assert.deepEqual(buttons(choices, false).found, [
    ["Away", "say “Away”"],
    ["Pick it up", "say “Pick it up”"],
  ]);
  assert.equal(buttons(choices, true).found[1][1], "say “Pick it up, alone”");
});

test("a call that can only be made alone says so, without a switch", () => {
  const choices = ["pass", "order up, alone"].map(choice);
  assert.deepEqual(buttons(choices, false), {
    both: false,
    found: [
      ["Pass", "pass"],
      ["Order up, alone", "order up, alone"],
    ],
  });
});

test("a call in any words is said as on its button", () => {
  assert.equal(callWords("order it up"), "Order it up");
  assert.equal(callWords("name no trump, alone"), "No trump, alone");
});
