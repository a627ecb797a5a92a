// Two thousand people who lose their connection at the same moment come back one after the other.
import assert from "node:assert/strict";
import { test } from "node:test";
import { about, afterClose, atLeast } from "../../src/bowerbird/web/static/shared/retry.js";

const PEOPLE = 2000;
const BROKEN = 1006;
const RESTARTS = 1012;

/** The most people in any tenth of a second, when each waits for such a pause. @param {() => number} pause */
function busiest(pause) {
  const counts = new Map();
  for (let person = 0; person < PEOPLE; person++) {
    const tenth = Math.floor(pause() / 100);
    counts.set(tenth, (counts.get(tenth) ?? 0) + 1);
  }
  return Math.max(...counts.values());
}

test("after a restart they are spread over seconds", () => {
  const most = busiest(() => afterClose(RESTARTS, 400));
  assert.ok(most < PEOPLE / 15, `${most} at once`);
});

test("after a crash, which nobody announces, over half a second, and more each time it fails", () => {
  assert.ok(busiest(() => afterClose(BROKEN, 400)) < PEOPLE / 2);
  assert.ok(busiest(() => afterClose(BROKEN, 3200)) < PEOPLE / 20);
});

test("pauses have the length that they should have", (context) => {
  const chance = context.mock.method(Math, "random", () => 0);
  assert.deepEqual(
    [about(400), atLeast(400), afterClose(BROKEN, 400), afterClose(RESTARTS, 400)],
    [200, 400, 200, 200],
  );
  chance.mock.mockImplementation(() => 0.999);
  assert.ok(about(400) < 600 && atLeast(400) < 500);
  assert.ok(afterClose(BROKEN, 400) < 600 && afterClose(RESTARTS, 400) < 3600);
});
