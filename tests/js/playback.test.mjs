// Playback: frames that come faster than people can follow are shown one after the other, and never lost.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import "./browser.mjs";
import { frame, made, trick } from "./tables.mjs";

// The settings look at the page as soon as they are loaded.
const { settings } = await import("../../src/bowerbird/web/static/shared/settings.js");
const { Playback, steps } = await import("../../src/bowerbird/web/static/table/playback.js");
const PAUSE = settings.pause;

afterEach(() => {
  settings.pause = PAUSE;
  document.hidden = false;
});

test("the first frame is shown at once", () => {
  const first = frame();
  assert.deepEqual(steps(null, first), [{ frame: first, hold: 0 }]);
});

test("a full trick lies for the pause that the person has chosen, with the tricks before it drawn in", () => {
  const before = frame({ trick: { plays: trick.plays.slice(0, 3), winner: null } });
  const after = frame({ last_trick: trick, tricks: [trick] });
  const [lies, then] = steps(before, after);
  assert.equal(lies.hold, PAUSE);
  assert.deepEqual(lies.frame.view.trick, trick);
  assert.deepEqual(lies.frame.view.tricks, []);
  assert.equal(then.frame, after);
});

test("the last trick of a hand is seen before its result, and that before the next hand", () => {
  const before = frame({ score: [4, 2] });
  const after = frame({ last_trick: trick, results: [made()], score: [5, 2], dealer: 2, hands_played: 4 });
  const shown = steps(before, after);
  assert.equal(shown.length, 3);
  assert.deepEqual(shown[0].frame.view.score, [4, 2]);
  assert.equal(shown[0].frame.view.dealer, 1);
  assert.deepEqual(shown[1].frame.view.hand_over, made());
  assert.equal(shown[1].hold, 2 * PAUSE);
  assert.equal(shown[2].frame, after);
});

test("at a table played as a real one the trick lies until somebody draws it in", () => {
  const after = frame({ guarded: false, last_trick: trick, tricks: [trick] });
  assert.deepEqual(steps(frame({ guarded: false }), after), [{ frame: after, hold: 0 }]);
});

test("a call is heard for a moment, but not by people who want no pauses", () => {
  const called = frame({ phase: "first round", calls: [{ seat: 1, words: "Pass" }] });
  assert.ok(steps(frame({ phase: "first round" }), called)[0].hold > 0);
  settings.pause = 0;
  assert.equal(steps(frame({ phase: "first round" }), called)[0].hold, 0);
});

test("a new game is shown from its beginning, not as what came after the last one", () => {
  const fresh = frame();
  assert.deepEqual(steps(frame({ results: [made()] }), fresh), [{ frame: fresh, hold: 0 }]);
});

test("frames wait their turn, and a tap goes on", () => {
  const shown = [];
  const playback = new Playback((each) => shown.push(each));
  const [first, full, last] = [frame(), frame({ last_trick: trick, tricks: [trick] }), frame({ turn: 3 })];
  playback.add(first);
  playback.add(full);
  playback.add({ ...last, view: { ...last.view, last_trick: trick, tricks: [trick] } });
  assert.equal(shown.length, 2);
  assert.deepEqual(shown[1].view.trick, trick);
  assert.ok(playback.behind);
  playback.goOn();
  assert.equal(shown.at(-1).view.turn, 3);
  assert.ok(!playback.behind);
});

test("a page that nobody looks at, or that is far behind, jumps to the newest frame", () => {
  const shown = [];
  const playback = new Playback((each) => shown.push(each));
  playback.add(frame());
  document.hidden = true;
  playback.add(frame({ last_trick: trick, tricks: [trick], turn: 0 }));
  assert.equal(shown.at(-1).view.turn, 0);
  assert.ok(!playback.behind);
});

test("a turn-up that others have called on already is first shown alone, before anybody called", () => {
  const called = { phase: "first round", turn_up: "9h", turn_up_is: "shown", calls: [{ seat: 2, words: "Pass" }] };
  const [alone, then] = steps(frame({ turn_up: "Ks", hands_played: 2 }), frame(called));
  assert.deepEqual(alone.frame.view.calls, []);
  assert.ok(alone.frame.view.dealt);
  assert.ok(alone.hold > 0);
  assert.equal(then.frame.view.calls.length, 1);
});

test("a person who acts is shown the latest at once", () => {
  const shown = [];
  const playback = new Playback((each) => shown.push(each));
  playback.add(frame());
  playback.add(frame({ last_trick: trick, tricks: [trick], turn: 0 }));
  playback.catchUp();
  assert.equal(shown.at(-1).view.turn, 0);
  assert.ok(!playback.behind);
});
