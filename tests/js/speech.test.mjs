// The voice of the page: nothing is overwritten before it could be read, and nothing is left out.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readingTime, Speech } from "../../src/bowerbird/web/static/table/speech.js";

/** A live region that remembers, and a clock that is moved by hand. */
function stage() {
  const heard = [];
  const due = [];
  let now = 0;
  const region = {
    text: "",
    get textContent() {
      return this.text;
    },
    set textContent(text) {
      this.text = text;
      if (text) heard.push([now, text]);
    },
  };
  const later = (then, wait) => due.push({ at: now + wait, then });
  const pass = (time) => {
    const end = now + time;
    for (;;) {
      due.sort((one, other) => one.at - other.at);
      if (!due.length || due[0].at > end) break;
      const next = due.shift();
      now = next.at;
      next.then();
    }
    now = end;
  };
  return { heard, pass, region, speech: new Speech(region, later), texts: () => heard.map(([, text]) => text) };
}

test("a sentence is said at once, and left alone for as long as it takes to read it", () => {
  const { speech, heard, pass } = stage();
  speech.say(["Betty: Pass."]);
  speech.say(["Ed: Pass."]);
  assert.deepEqual(heard, [[0, "Betty: Pass."]]);
  pass(readingTime("Betty: Pass.") - 1);
  assert.equal(heard.length, 1);
  pass(1);
  assert.deepEqual(heard[1], [readingTime("Betty: Pass."), "Ed: Pass."]);
});

test("when everything was said the region is empty", () => {
  const { speech, region, pass } = stage();
  speech.say(["Betty: Pass."]);
  pass(readingTime("Betty: Pass."));
  assert.equal(region.textContent, "");
});

test("longer texts have longer", () => {
  assert.ok(readingTime("Ed leads the jack of hearts, right bower.") > 2 * readingTime("Ed: Pass.") - 400);
  assert.ok(readingTime("Ed: Pass.") > 400);
});

test("what piles up is one text, in its order", () => {
  const { speech, pass, texts } = stage();
  speech.say(["One."]);
  speech.say(["Two.", "Three."]);
  speech.say([""]);
  speech.say(["Four."]);
  pass(60_000);
  assert.deepEqual(texts(), ["One.", "Two. Three. Four."]);
});

test("an answer to the person comes at once, and what waits with it", () => {
  const { speech, heard, pass } = stage();
  speech.say(["One."]);
  speech.say(["Two."]);
  pass(10);
  speech.answer("You must follow hearts.");
  pass(60_000);
  assert.deepEqual(heard.slice(1), [[10, "You must follow hearts. Two."]]);
});

test("somebody who acts hears the rest at once, and the text that was cut ends nothing", () => {
  const { speech, heard, pass } = stage();
  speech.say(["A long sentence that nobody listens to."]);
  speech.say(["Two."]);
  pass(100);
  speech.hurry();
  speech.say(["Three."]);
  pass(60_000);
  assert.deepEqual(heard.slice(1), [
    [100, "Two."],
    [100 + readingTime("Two."), "Three."],
  ]);
  speech.hurry();
  assert.equal(heard.length, 3, "there is nothing to hurry for");
});

test("the same words twice are heard twice: the text changes", () => {
  const { speech, pass, texts } = stage();
  speech.say(["Your lead."]);
  speech.say(["Your lead."]);
  pass(60_000);
  assert.notEqual(texts()[0], texts()[1]);
  speech.say(["Your lead."]);
  assert.deepEqual(
    texts().map((text) => text.trim()),
    ["Your lead.", "Your lead.", "Your lead."],
  );
});

test("while a dialog is open nothing is said, and afterwards all of it", () => {
  const { speech, pass, texts } = stage();
  speech.hold(true);
  speech.say(["One."]);
  speech.answer("No.");
  speech.hurry();
  pass(60_000);
  assert.deepEqual(texts(), []);
  speech.hold(false);
  assert.deepEqual(texts(), ["No. One."]);
});

test("of a thousand sentences at random moments none is lost, doubled, moved or cut", () => {
  const { speech, heard, pass } = stage();
  const said = Array.from({ length: 1000 }, (_, number) => `Sentence ${number}${" more".repeat((number * 7) % 9)}.`);
  let seed = 1;
  const chance = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  for (const sentence of said) {
    speech.say([sentence]);
    pass(Math.round(chance() ** 4 * 8000));
  }
  pass(10_000_000);
  assert.equal(heard.map(([, text]) => text).join(" "), said.join(" "));
  for (const [place, [at, text]] of heard.slice(0, -1).entries())
    assert.ok(heard[place + 1][0] - at >= readingTime(text), text);
});
