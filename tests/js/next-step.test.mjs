// The desk's next step: what is still missing.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";

const { missing } = await import("../../src/bowerbird/web/static/desk/director/next.js");

test("a table that stands down plays nothing, so nothing of it is missing", () => {
  const states = ["in", "out", "waiting", "disputed", "late", "stood down"];
  const tables = states.map((state, place) => ({ number: place + 1, state }));
  assert.deepEqual(
    missing({ tables }).map(({ state }) => state),
    ["out", "waiting", "disputed", "late"],
  );
});
