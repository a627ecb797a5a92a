// The steps of a replay: what lies on the table at each, and where keys and hands lead.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  decisionAfter,
  handAt,
  handStarts,
  handStep,
  keyGoes,
  viewAt,
} from "../../src/bowerbird/web/static/learn/moments.js";
import { made, trick, view } from "./tables.mjs";

const open = [["Th"], ["Ks"], ["Jh", "Ad"], ["9h"]];
const step = (fields) => ({ line: "", view: { ...view(fields), open } });

test("a full trick lies on the table until the next step", () => {
  const steps = [
    step({ trick: { plays: trick.plays.slice(0, 3), winner: null } }),
    step({ last_trick: trick, tricks: [trick] }),
    step({ last_trick: trick, tricks: [trick], trick: { plays: [[2, "Ad"]], winner: null } }),
  ];
  const full = viewAt(steps, 1);
  assert.deepEqual(full.trick, trick);
  assert.deepEqual(full.tricks, [], "it is counted when it is drawn in");
  assert.equal(viewAt(steps, 2), steps[2].view);
});

test("the last trick of a hand lies with its own trump and score, and no card of it is left in a hand", () => {
  const steps = [
    step({ trick: { plays: trick.plays.slice(0, 3), winner: null } }),
    step({
      phase: "shuffle",
      last_trick: trick,
      maker: null,
      trump: null,
      score: [5, 2],
      results: [made()],
      dealer: 2,
    }),
  ];
  const full = viewAt(steps, 1);
  assert.deepEqual([full.trick, full.trump, full.score, full.dealer], [trick, "h", [4, 2], 1]);
  assert.deepEqual(full.open, [[], [], ["Ad"], []]);
});

test("after the last step comes the result", () => {
  const result = { score: [10, 4], winner: 0, ended_by: "points" };
  const steps = [
    step({ trick: { plays: trick.plays.slice(0, 3), winner: null } }),
    step({ phase: "over", last_trick: trick, results: [made()], result }),
  ];
  assert.equal(viewAt(steps, 1).result, null, "first the last trick");
  assert.deepEqual(viewAt(steps, 2).result, result);
});

test("hands begin with their turn-up, and one goes from hand to hand", () => {
  const steps = [
    step({ phase: "shuffle", turn_up: null }),
    step({ phase: "first round", turn_up: "9c" }),
    step({ phase: "play", turn_up: "9c" }),
    step({ phase: "shuffle", turn_up: null, results: [made()] }),
    step({ phase: "first round", turn_up: "Ac", results: [made()] }),
    step({ phase: "over", turn_up: "Ac", results: [made(), made()] }),
  ];
  const starts = handStarts(steps);
  assert.deepEqual(starts, [1, 4]);
  assert.deepEqual(
    [0, 1, 3, 4, 5].map((at) => handAt(starts, at)),
    [-1, 0, 0, 1, 1],
  );
  assert.deepEqual(
    [0, 1, 2, 4].map((at) => handStep(starts, at, 1, 6)),
    [1, 4, 4, 6],
  );
  assert.deepEqual(
    [6, 4, 2, 1].map((at) => handStep(starts, at, -1, 6)),
    [4, 1, 1, 0],
  );
});

test("arrows go by card, with Shift by hand, Home and End to both ends", () => {
  const press = (key, more = {}) =>
    keyGoes({ key, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, ...more });
  assert.deepEqual(
    ["ArrowRight", "ArrowLeft", "PageDown", "PageUp", "Home", "End", "x"].map((key) => press(key)),
    ["on", "back", "hand-on", "hand-back", "first", "last", null],
  );
  assert.deepEqual(
    ["ArrowRight", "ArrowLeft"].map((key) => press(key, { shiftKey: true })),
    ["hand-on", "hand-back"],
  );
  assert.equal(press("ArrowLeft", { altKey: true }), null, "the browser's own way back");
});

test("the decision beside a step is the one that comes next", () => {
  const review = { decisions: [{ step: 4 }, { step: 9 }] };
  assert.equal(decisionAfter(review, 8), review.decisions[1]);
  assert.equal(decisionAfter(review, 4), null);
  assert.equal(decisionAfter(null, 4), null);
});
