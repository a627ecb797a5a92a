// The server's time on a device whose own clock is wrong, and is set while a round runs.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { serverNow, serverSays } from "../../src/bowerbird/web/static/shared/server-clock.js";

const SERVER = Date.UTC(2026, 0, 5, 19, 0);
const HOURS = 2 * 3600 * 1000;

/** The device's clocks: what they say from now on. */
const clocks = { wall: SERVER - 17 * 60 * 1000, steady: 1000 };
mock.method(Date, "now", () => clocks.wall);
mock.method(performance, "now", () => clocks.steady);

/** @param {number} milliseconds */
function pass(milliseconds) {
  clocks.wall += milliseconds;
  clocks.steady += milliseconds;
}

test("a device whose clock is wrong shows the server's time", () => {
  serverSays(SERVER);
  assert.equal(serverNow(), SERVER);
  pass(90_000);
  assert.equal(serverNow(), SERVER + 90_000);
});

test("a clock that is set on and back changes no countdown", () => {
  serverSays(SERVER);
  for (const jump of [HOURS, -HOURS, -HOURS, HOURS]) {
    clocks.wall += jump;
    assert.equal(serverNow(), SERVER);
  }
  pass(1000);
  assert.equal(serverNow(), SERVER + 1000);
});

test("the last word of the server counts", () => {
  serverSays(SERVER);
  pass(5000);
  serverSays(SERVER + 3000);
  assert.equal(serverNow(), SERVER + 3000);
});
