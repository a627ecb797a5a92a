// What the teacher would do: which cards and calls are marked, and how long a hint is valid.

import assert from "node:assert/strict";
import { test } from "node:test";
import { server } from "./browser.mjs";

const { adviceOn, decisionOf, goesAlone, hintWords, whyNoHint } = await import(
  "../../src/bowerbird/web/static/table/hint.js"
);
const { adviceOnCard, ask, cardsOf } = await import("../../src/bowerbird/web/static/table/hint-sheet.js");

const choice = (words, ...facts) => ({ facts, words, worth: 0.4, why: "" });
const hintOf = (best, ...good) => ({
  decision: "",
  wants: "show",
  answer: { nudge: "What matters here is who ruffs.", best, as_good: good, options: [] },
  why: "",
});
const play = (card) => ({ fact: "play", seat: 2, card });

test("every card that comes to the same thing is marked, and those that are as good", () => {
  const hint = hintOf(choice("play 9♣ or 10♣", play("9c"), play("Tc")), choice("play A♠", play("As")));
  const advice = ["9c", "Tc", "As", "Kd"].map((card) => adviceOn(hint, play(card)));
  assert.deepEqual(advice, ["best", "best", "good", null]);
  assert.equal(hintWords(hint.answer), "The teacher would play 9♣ or 10♣.");
});

test("before there is an answer nothing is marked, and nothing where no card is wanted", () => {
  assert.equal(adviceOn(null, play("9c")), null);
  assert.equal(adviceOn({ decision: "", wants: "show", answer: null, why: "" }, play("9c")), null);
  assert.equal(adviceOn(hintOf(choice("play 9♣", play("9c"))), null), null);
});

test("a call is marked as it is made: alone or not, whether or not it says so", () => {
  const order = { fact: "order", seat: 2 };
  const together = hintOf(choice("order it up", { ...order, alone: false }));
  assert.equal(adviceOn(together, order), "best");
  assert.equal(adviceOn(together, { alone: true, seat: 2, fact: "order" }), null);
  assert.equal(goesAlone(together), false);
  const alone = hintOf(choice("order it up alone", { ...order, alone: true }), choice("order it up", order));
  assert.equal(adviceOn(alone, { alone: true, seat: 2, fact: "order" }), "best");
  assert.equal(adviceOn(alone, order), "good");
  assert.equal(goesAlone(alone), true);
  assert.equal(goesAlone(null), false);
});

test("the teacher is asked only at your turn, and where there is a choice that is weighed", () => {
  const action = (fact, more = {}) => ({ fact: { fact, seat: 2, ...more }, words: fact });
  const why = (view, seat = 2, paused = false) =>
    whyNoHint({ room: { paused }, you: { seat }, view: { turn: 2, phase: "play", plays: [], actions: [], ...view } });
  assert.equal(why({ plays: ["9c", "As"] }), "");
  assert.equal(why({ phase: "discard", plays: ["9c", "As"] }), "");
  assert.equal(why({ phase: "first round", actions: [action("pass"), action("order")] }), "");
  assert.equal(
    why({ phase: "second round", actions: [action("name", { trump: "S" }), action("name", { trump: "C" })] }),
    "",
  );
  assert.equal(why({ plays: ["9c", "As"] }, 1), "Ask the teacher when it is your turn.");
  assert.equal(why({}, 2, true), "The host has paused this table.");
  for (const none of [
    { plays: ["9c"] },
    { plays: ["9c"], actions: [action("claim-rest"), action("look-at-quitted")] },
    { phase: "best", plays: ["9c", "As"] },
    { phase: "second round", actions: [action("name", { trump: "S" })] },
  ])
    assert.equal(why(none), "There is nothing to choose here.");
});

test("a nudge marks nothing, and is told as it is", () => {
  const nudge = hintOf(null);
  assert.equal(adviceOn(nudge, play("9c")), null);
  assert.equal(goesAlone(nudge), false);
  assert.equal(hintWords(nudge.answer), "What matters here is who ruffs.");
});

test("a hint is for one decision", () => {
  const view = { phase: "play", turn: 2, hand: ["9c", "As"], calls: [], trick: { plays: [] }, hands_played: 1 };
  const at = (changes, games = 0) => decisionOf({ room: { games }, view: { ...view, ...changes } });
  assert.equal(at({}), at({ score: [3, 1] }), "the mark of the game changes nothing");
  const others = [
    { turn: 3 },
    { hand: ["As"] },
    { trick: { plays: [[1, "Ac"]] } },
    { hands_played: 2 },
    { calls: [1] },
  ];
  assert.equal(new Set([at({}), at({}, 1), ...others.map((change) => at(change))]).size, 2 + others.length);
});

test("the sheet has the cards that the decision is about, with the teacher's choice", () => {
  const view = { phase: "play", turn: 2, hand: ["9c", "As", "Jd"], calls: [], trick: { plays: [] }, hands_played: 1 };
  const hint = { ...hintOf(choice("play 9♣", play("9c")), choice("play A♠", play("As"))), decision: "" };
  assert.deepEqual(cardsOf(null), []);
  assert.deepEqual(cardsOf(hint), []);
  hint.decision = decisionOf({ room: { games: 0 }, view });
  assert.deepEqual(cardsOf(hint), view.hand);
  assert.deepEqual(
    view.hand.map((name) => adviceOnCard(hint, name)),
    ["best", "good", null],
  );
  const call = hintOf(choice("order it up", { fact: "order", seat: 2 }));
  assert.equal(adviceOnCard(call, "9c"), null);
  assert.equal(adviceOnCard(null, "9c"), null);
});

test("a refusal is told in the server's words", async () => {
  const answer = hintOf(choice("pass", { fact: "pass", seat: 2 })).answer;
  const sent = server([200, answer], [403, { why: "There is nothing to choose here." }]);
  const asked = { decision: "now", wants: "nudge" };
  assert.deepEqual(await ask("abc", "now", "nudge"), { ...asked, answer, why: "" });
  const why = "There is nothing to choose here.";
  assert.deepEqual(await ask("abc", "now", "nudge"), { ...asked, answer: null, why });
  assert.deepEqual(
    sent.map(({ where, body }) => [where, body.how]),
    [
      ["/api/tables/abc/hint", "nudge"],
      ["/api/tables/abc/hint", "nudge"],
    ],
  );
});
