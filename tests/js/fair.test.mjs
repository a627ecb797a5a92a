// The witness: SHA-256 as everybody has it, and deals that do not fit what was promised.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { ownWords, sha256, Witness } from "../../src/bowerbird/web/static/table/fair.js";

const hash = (text) => createHash("sha256").update(text).digest("hex");
const dealt = (secret, words = ["", "", "", ""]) => ({ digest: hash(secret), secret, words });

test("the digest is the one that everybody else works out", () => {
  for (const length of [0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    assert.equal(sha256("x".repeat(length)), hash("x".repeat(length)), `${length} characters`);
  }
  assert.equal(sha256("Zoë plays ♥"), hash("Zoë plays ♥"));
});

test("own words are new every time", () => {
  assert.match(ownWords(), /^[0-9a-f]{32}$/);
  assert.notEqual(ownWords(), ownWords());
});

test("a deal fits if its secret makes the digest that was shown before", () => {
  const witness = new Witness();
  const deal = dealt("a secret");
  witness.saw(3, deal.digest);
  assert.ok(witness.fits(3, deal));
  assert.ok(witness.checked.has(3));
});

test("a deal from another secret does not fit, whatever digest is shown with it", () => {
  const witness = new Witness();
  witness.saw(3, hash("a secret"));
  assert.equal(witness.fits(3, dealt("another secret")), false);
  assert.equal(witness.fits(3, { ...dealt("a secret"), secret: "another secret" }), false);
  assert.equal(witness.checked.size, 0);
});

test("the first digest counts: one that is shown later changes nothing", () => {
  const witness = new Witness();
  witness.saw(3, hash("a secret"));
  witness.saw(3, hash("another secret"));
  assert.ok(witness.fits(3, dealt("a secret")));
});

test("a deal without the words that were added here does not fit", () => {
  const witness = new Witness();
  witness.adds(3, 1, "mine");
  witness.sitsIn(3, 1);
  assert.equal(witness.fits(3, dealt("a secret", ["", "theirs", "", ""])), false);
  assert.ok(witness.fits(3, dealt("a secret", ["", "mine", "", ""])));
});

test("words for a chair that was left before the deal are somebody else's to replace", () => {
  for (const chair of [null, 2]) {
    const witness = new Witness();
    witness.adds(3, 1, "mine");
    witness.sitsIn(3, chair);
    assert.ok(witness.fits(3, dealt("a secret", ["", "theirs", "", ""])));
  }
});
