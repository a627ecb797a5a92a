// Your own place at the table: why a card can't be chosen now.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";
import { frame } from "./tables.mjs";

const { whyNot } = await import("../../src/bowerbird/web/static/table/my-seat.js");

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
