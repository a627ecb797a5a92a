// Words of the game in a text: the longest form, whole words only, each word once.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";

const { pieces } = await import("../../src/bowerbird/web/static/learn/glossary.js");

const word = (name, ...forms) => ({ word: name, forms, says: `What ${name} means.`, cards: [] });
const WORDS = [
  word("Bower", "bower", "bowers"),
  word("Right bower", "right bower"),
  word("Trump", "trump", "trumps"),
  word("Trump in", "trump in"),
  word("Next", "“Next”", "(next)"),
  word("Renege", "renege"),
];

const found = (text) =>
  pieces(text, WORDS)
    .filter(({ word }) => word)
    .map(({ text, word }) => [text, word.word]);

test("the longest form at a place counts", () => {
  assert.deepEqual(found("The right bower is a bower."), [
    ["right bower", "Right bower"],
    ["bower", "Bower"],
  ]);
  assert.deepEqual(found("You may trump in here."), [["trump in", "Trump in"]]);
});

test("in many lines each word can be tapped where it comes first", () => {
  const seen = new Set();
  const tapped = (text) => pieces(text, WORDS, seen).flatMap(({ text, word }) => (word ? [text] : []));
  assert.deepEqual(tapped("Wren has the right bower."), ["right bower"]);
  assert.deepEqual(tapped("The right bower takes a trump."), ["trump"]);
  assert.deepEqual(tapped("The right bower takes a trump."), []);
});

test("only whole words are found", () => {
  assert.deepEqual(found("A trumpet and a bowerbird, a well-trump-led hand."), []);
  assert.deepEqual(found("Trumps!"), [["Trumps", "Trump"]]);
});

test("each word is marked once in a text, in whichever form comes first", () => {
  assert.deepEqual(found("Trumps beat aces. A trump is a trump."), [["Trumps", "Trump"]]);
});

test("a form with a capital or a quotation mark is meant exactly", () => {
  assert.deepEqual(found("Next, the dealer calls. The next card."), []);
  assert.deepEqual(found("It is called “Next”."), [["“Next”", "Next"]]);
  assert.deepEqual(found("It is called “next”."), []);
});

test("a form in brackets is found in brackets, which are no part of it", () => {
  assert.deepEqual(found("I would name hearts (next). The next card is a trump."), [
    ["next", "Next"],
    ["trump", "Trump"],
  ]);
  const parts = pieces("name hearts (next), alone", WORDS).map(({ text }) => text);
  assert.deepEqual(parts, ["name hearts (", "next", "), alone"]);
});

test("nothing of the text is lost or changed", () => {
  for (const text of [
    "",
    "no words",
    "(next)",
    "hearts (next).",
    "Trump in, and the right bower: renege?",
    "bower",
    "x bower",
  ]) {
    const parts = pieces(text, WORDS);
    assert.equal(parts.map(({ text }) => text).join(""), text);
  }
  assert.deepEqual(pieces("a bower", []), [{ text: "a bower", word: null }]);
});
