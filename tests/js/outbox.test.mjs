// The outbox of the desk's pages: in order, once, kept until it is answered, and refused for good only by the server.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { newKey, Outbox, Refused } from "../../src/bowerbird/web/static/desk/event-connection.js";
import { online, server, soon } from "./browser.mjs";

const kept = () => Object.keys(localStorage);
const OK = [200, { ok: true, seq: 1 }];

beforeEach(() => {
  for (const name of kept()) localStorage.removeItem(name);
});

test("keys are different every time and safe in an address", () => {
  assert.match(newKey(), /^[\w-]{20}$/);
  assert.notEqual(newKey(), newKey());
});

test("what is sent arrives in order, each with a key of its own, and is forgotten once it is answered", async () => {
  const sent = server(OK, OK);
  const outbox = new Outbox("token");
  const answers = Promise.all([outbox.send({ what: "bell" }), outbox.send({ what: "seat" })]);
  assert.equal(outbox.waiting, 2);
  assert.equal(kept().length, 2);
  assert.deepEqual(await answers, [OK[1], OK[1]]);
  assert.deepEqual(
    sent.map(({ where, body }) => [where, body.what]),
    [
      ["/api/desk/token/do", "bell"],
      ["/api/desk/token/do", "seat"],
    ],
  );
  assert.notEqual(sent[0].body.key, sent[1].body.key);
  assert.equal(kept().length, 0);
});

test("without an answer it is sent again with the same key, and the page hears of the trouble", async () => {
  const sent = server(new TypeError("no network"), [503, {}], OK);
  const troubles = [];
  const outbox = new Outbox("token", { changed: ({ trouble }) => troubles.push(trouble) });
  const answer = outbox.send({ what: "bell" });
  for (let tick = 0; tick < 4; tick += 1) {
    await soon();
    online();
  }
  assert.equal((await answer).ok, true);
  assert.equal(sent.length, 3);
  assert.equal(new Set(sent.map(({ body }) => body.key)).size, 1);
  assert.deepEqual([troubles.includes(true), troubles.at(-1)], [true, false]);
});

test("a server that is busy is asked again when it says so, and not before", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  context.mock.method(Math, "random", () => 0);
  const sent = server([429, { why: "Too many requests." }, { "Retry-After": "7" }], OK);
  const answer = new Outbox("token").send({ what: "bell" });
  await soon();
  context.mock.timers.tick(6_900);
  await soon();
  assert.equal(sent.length, 1);
  context.mock.timers.tick(200);
  assert.equal((await answer).ok, true);
  assert.equal(sent.length, 2);
});

test("a refusal is for the sender, is not tried again, and lets the next one go", async () => {
  const sent = server([409, { why: "Table 3 has a score already." }], OK);
  const outbox = new Outbox("token");
  const first = outbox.send({ what: "bell" });
  const second = outbox.send({ what: "seat" });
  await assert.rejects(first, (error) => error instanceof Refused && error.message === "Table 3 has a score already.");
  assert.equal((await second).ok, true);
  assert.equal(sent.length, 2);
  assert.equal(kept().length, 0);
});

test("only a link that is not known or not allowed is dead", () => {
  assert.deepEqual(
    [400, 403, 404, 409].map((status) => new Refused("no", status).linkIsDead),
    [false, true, true, false],
  );
});

test("what a closed page left unsent goes out first when it is opened again, oldest first", async () => {
  const put = (at, what) =>
    localStorage.setItem(`bowerbird-unsent token ${what}`, JSON.stringify({ at, message: { what, key: what } }));
  put(2, "seat");
  put(1, "bell");
  localStorage.setItem("bowerbird-unsent other x", JSON.stringify({ at: 0, message: { what: "close", key: "x" } }));
  const sent = server(OK, [409, { why: "No round is open." }]);
  const heard = [];
  new Outbox("token", {
    leftover: (message, answer, refusal) => heard.push([message.what, answer?.ok, refusal?.message]),
  });
  await soon();
  await soon();
  assert.deepEqual(
    sent.map(({ body }) => body.key),
    ["bell", "seat"],
  );
  assert.deepEqual(heard, [
    ["bell", true, undefined],
    ["seat", undefined, "No round is open."],
  ]);
  assert.deepEqual(kept(), ["bowerbird-unsent other x"]);
});
