// The page of a daily hand asks for the master's result until it is there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { server } from "./browser.mjs";

const { masterHasPlayed } = await import("../../src/bowerbird/web/static/learn/daily.js");
const atOnce = async () => {};

test("the page asks until the master has played, and over a network that breaks", async () => {
  const sent = server([200, { master: null }], new Error("broken"), [503, {}], [200, { master: -2 }]);
  assert.equal(await masterHasPlayed("2026-01-05", atOnce), true);
  assert.deepEqual(
    sent.map(({ where }) => where),
    Array(4).fill("/api/daily/2026-01-05"),
  );
});

test("a master who got nothing has played, and one who never does is not waited for for ever", async () => {
  server([200, { master: 0 }]);
  assert.equal(await masterHasPlayed("2026-01-05", atOnce), true);
  server(...Array(1000).fill([200, { master: null }]));
  assert.equal(await masterHasPlayed("2026-01-05", atOnce), false);
});
