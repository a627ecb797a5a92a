// What a browser has stored, in this edition and in older ones.

import assert from "node:assert/strict";
import { test } from "node:test";
import { server } from "./browser.mjs";

const SHARED = "../../src/bowerbird/web/static/shared";

/** The settings as they are read from what is stored. */
async function read(name, stored) {
  localStorage.setItem("bowerbird", JSON.stringify(stored));
  return (await import(`${SHARED}/settings.js?${name}`)).settings;
}

test("a bird that was chosen before birds were sent waits to be sent; one that was sent does not", async () => {
  assert.deepEqual(
    [
      await read("old", { bird: "owl" }),
      await read("none", { bird: "" }),
      await read("never", {}),
      await read("sent", { bird: "owl", birdWaits: false }),
      await read("waiting", { bird: "", birdWaits: true }),
    ].map(({ bird, birdWaits }) => [bird, birdWaits]),
    [
      ["owl", true],
      ["", false],
      ["", false],
      ["owl", false],
      ["", true],
    ],
  );
});

test("a bird from an older edition is sent at the next table, and not lost", async () => {
  localStorage.setItem("bowerbird", JSON.stringify({ bird: "owl" }));
  const { settings } = await import(`${SHARED}/settings.js`);
  const { agreeOnBird } = await import(`${SHARED}/own-bird.js`);
  const sent = server([200, {}]);
  await agreeOnBird("", assert.fail);
  assert.deepEqual(
    sent.map(({ where, body }) => [where, body.bird]),
    [["/api/bird", "owl"]],
  );
  assert.equal(settings.bird, "owl");
  await agreeOnBird("owl", assert.fail);
  assert.equal(settings.birdWaits, false);
});
