// The moments to enjoy: who is glad, and the words.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import "./browser.mjs";
import { frame, made } from "./tables.mjs";

const STATIC = "../../src/bowerbird/web/static";
const { contentOf } = await import(`${STATIC}/table/moments.js`);
const { moving } = await import(`${STATIC}/shared/pace.js`);
const { settings } = await import(`${STATIC}/shared/settings.js`);

afterEach(() => {
  settings.pace = "normal";
});

/** Title, words below and who is glad, after a hand that West, seat 3, has made. */
function hand(kind, points, maker = 3) {
  const { title, below, glad } = contentOf(frame({ hand_over: made({ maker, points }) }), { kind });
  return [title, below, glad.toSorted()];
}

test("a march is the makers', a euchre the other side's, a lone march one player's", () => {
  assert.deepEqual(hand("march", [0, 2]), ["March", "2 points", [1, 3]]);
  assert.deepEqual(hand("euchre", [2, 0]), ["Euchre", "2 points", [0, 2]]);
  assert.deepEqual(hand("alone", [0, 4]), ["Alone", "4 points", [3]]);
  assert.deepEqual(hand("march", [1, 0], 0), ["March", "1 point", [0, 2]]);
});

test("a side that scores nothing for it is glad without points", () => {
  assert.deepEqual(hand("march", [0, 0]), ["March", "", [1, 3]]);
  assert.deepEqual(hand("euchre", [0, 0], 0), ["Euchre", "", [1, 3]]);
});

test("the end of a game has its winners and their score first", () => {
  const end = (winner, score, you = { seat: 2 }) => {
    const { title, below, glad } = contentOf(frame({}, you), { kind: "game", winner, score });
    return [title, below, glad.toSorted()];
  };
  assert.deepEqual(end(0, [10, 6]), ["You won", "10–6", [0, 2]]);
  assert.deepEqual(end(1, [6, 10]), ["They won", "10–6", [1, 3]]);
  assert.deepEqual(end(1, [6, 10], { seat: null }), ["East and West won", "10–6", [1, 3]]);
  assert.deepEqual(end(null, [7, 7]), ["A tie", "7–7", [0, 1, 2, 3]]);
});

test("no moment unfolds for longer than a second and a half, at any pace", () => {
  for (const pace of ["at once", "quick", "normal", "slow"]) {
    settings.pace = pace;
    assert.ok(moving("moment") <= 1500, `${pace}: ${moving("moment")}`);
    assert.ok(moving("moment") > 0 || pace === "at once");
  }
});
