// A form waits for as long as the server says, and is sent again by itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";

const { post } = await import("../../src/bowerbird/web/static/shared/site.js");

/** Answer one request after the other with these. @param {[number, object, number?][]} answers */
function serve(answers) {
  let asked = 0;
  globalThis.fetch = /** @type {any} */ (
    async (/** @type {string} */ _, /** @type {RequestInit} */ request) => {
      const place = new Headers(request.headers).get("X-Bowerbird-Place") ?? "";
      assert.equal(place, asked ? `slip ${asked}` : "", "it keeps its place in line");
      const [status, body, after] = answers[Math.min(asked, answers.length - 1)];
      asked += 1;
      /** @type {Record<string, string>} */
      const headers = { "Content-Type": "application/json", "X-Bowerbird-Place": `slip ${asked}` };
      if (after) headers["Retry-After"] = String(after);
      return new Response(JSON.stringify(body), { status, headers });
    }
  );
  return () => asked;
}

test("too many at once: it waits as long as it was told, says so, and tries again", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const asked = serve([
    [429, { why: "later" }, 5],
    [429, { why: "later" }, 7],
    [200, { ok: true }],
  ]);
  /** @type {string[]} */
  const heard = [];
  const answer = post("/api/sign-in", {}, (words) => heard.push(words));
  for (const [so_far, seconds] of [
    [1, 5],
    [2, 7],
  ]) {
    await new Promise(setImmediate);
    context.mock.timers.tick(1000 * seconds - 1);
    await new Promise(setImmediate);
    assert.equal(asked(), so_far, "not before its time");
    context.mock.timers.tick(1);
  }
  assert.deepEqual(await answer, { ok: true });
  assert.equal(heard.length, 2);
});

test("what is refused for itself, or for long, is not sent again", async () => {
  /** @type {[number, object, number?][]} */
  const refusals = [
    [409, { why: "No." }, 5],
    [503, { why: "No." }, 5],
    [429, { why: "No.", checked: true }, 5],
    [429, { why: "No." }, 3600],
    [429, { why: "No." }],
  ];
  for (const refusal of refusals) {
    const asked = serve([refusal]);
    await assert.rejects(post("/api/sign-in", {}), /No\./);
    assert.equal(asked(), 1);
  }
});
