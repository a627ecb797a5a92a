// The figures and pictures of a review: bars on their scale, the way to the result, the table beside an entry.

import assert from "node:assert/strict";
import { test } from "node:test";
import { server } from "./browser.mjs";

const { barBetween, didWords, goodWords, isGood, momentsWords, placeOn, scaleOf, signed, waitBefore } = await import(
  "../../src/bowerbird/web/static/learn/estimates.js"
);
const { reviewOf } = await import("../../src/bowerbird/web/static/learn/review-of.js");
const { costWords, forTheGame, sceneOfDecision, sceneOfProof, whoDecided } = await import(
  "../../src/bowerbird/web/static/learn/entry.js"
);
const { handsInRow } = await import("../../src/bowerbird/web/static/learn/summary.js");
const { sceneWords } = await import("../../src/bowerbird/web/static/table/small-table.js");

test("every bar and its doubt lie on the scale, and so does zero", () => {
  for (const list of [
    [
      { worth: 0.71, doubt: 0.2 },
      { worth: 0.4, doubt: 0.1 },
    ],
    [
      { worth: -0.3, doubt: 0.4 },
      { worth: 0.1, doubt: null },
    ],
    [
      { worth: -2, doubt: 0 },
      { worth: -1.5, doubt: 0.1 },
    ],
    [{ worth: 0, doubt: null }],
  ]) {
    const scale = scaleOf(list);
    assert.ok(scale.high - scale.low >= 1, "a small difference looks small");
    for (const { worth, doubt } of list) {
      for (const value of [0, worth - (doubt ?? 0), worth + (doubt ?? 0)]) {
        const place = placeOn(scale, value);
        assert.ok(place >= -1e-9 && place <= 100 + 1e-9, `${value} at ${place}`);
      }
      const { left, width } = barBetween(scale, 0, worth);
      assert.ok(Math.abs(left - placeOn(scale, Math.min(0, worth))) < 1e-9);
      assert.ok(Math.abs(left + width - placeOn(scale, Math.max(0, worth))) < 1e-9);
    }
  }
});

test("figures have their sign, and nothing is minus zero", () => {
  assert.deepEqual([0.714, -0.3, 0, -0.001].map(signed), ["+0.71", "−0.30", "+0.00", "+0.00"]);
});

test("good decisions are counted as English counts them", () => {
  assert.deepEqual(
    [
      [12, 2],
      [12, 1],
      [12, 0],
      [1, 0],
      [2, 1],
      [0, 0],
    ].map(([all, wrong]) => [momentsWords(all, wrong), goodWords(all, all - wrong)]),
    [
      ["2 moments to look at", "10 of 12 decisions were as good as the teacher's."],
      ["1 moment to look at", "11 of 12 decisions were as good as the teacher's."],
      ["No mistakes", "12 of 12 decisions were as good as the teacher's."],
      ["No mistakes", "1 of 1 decision was as good as the teacher's."],
      ["1 moment to look at", "1 of 2 decisions was as good as the teacher's."],
      ["No decisions", "There was nothing to decide."],
    ],
  );
});

test("a review is asked for until it is ready, and over a network that breaks", async () => {
  const ready = { ready: true, done: 1 };
  const sent = server([200, { ready: false, done: 0.5 }], new Error("broken"), [200, ready], [200, ready]);
  const sofar = [];
  assert.equal(await reviewOf("abc", 2, (done) => sofar.push(done)), ready);
  assert.deepEqual(sofar, [0.5]);
  assert.deepEqual(
    sent.map(({ where }) => where),
    Array(3).fill("/api/tables/abc/review?game=2"),
  );
});

test("a review that is refused is not asked for again", async () => {
  const why = "The teacher has many games to review. Try again in a minute.";
  const sent = server([409, { why }]);
  assert.deepEqual(await reviewOf("abc", null, assert.fail), { why });
  assert.equal(sent.length, 1);
});

test("up to twelve hands are in one row, and more are split evenly", () => {
  assert.deepEqual([1, 8, 10, 11, 12].map(handsInRow), [1, 8, 10, 11, 12]);
  assert.deepEqual([13, 14, 20, 24, 25, 36].map(handsInRow), [7, 7, 10, 12, 9, 12]);
  assert.ok(handsInRow(0) >= 0);
});

test("a decision is told as it was done", () => {
  assert.deepEqual(
    [
      "pass",
      "order it up alone",
      "take it up",
      "name hearts",
      "lead 9♠",
      "discard J♣",
      "say “Away”",
      "throw off 9♦",
    ].map(didWords),
    [
      "passed",
      "ordered it up alone",
      "took it up",
      "named hearts",
      "led 9♠",
      "discarded J♣",
      "said “Away”",
      "threw off 9♦",
    ],
  );
});

test("a review that is nearly ready is asked for several times within its first second", () => {
  let [at, times] = [0, 0];
  while (at + waitBefore(times) < 1000) at += waitBefore(times++);
  assert.ok(times >= 3, String(times));
  assert.equal(waitBefore(50), 1500);
});

const review = {
  you: 2,
  birds: { Finch: "finch", Robin: "", Ann: "owl", Wren: "wren" },
  people: ["Finch", "Robin", "Ann", "Wren"].map((name, seat) => ({ seat, name })),
};
const scene = {
  seat: 2,
  dealer: 0,
  turn_up: "Th",
  turn_up_is: "shown",
  calls: [[3, "Away"]],
  maker: null,
  trump: null,
  alone: false,
  out: [],
  plays: [],
  winner: null,
  hand: ["Jh", "9h"],
};
const option = (words, card, chosen) => ({ words, card, chosen, worth: 0, doubt: null, same: [] });

test("a call is heard at the small table, with the cards that the player held", () => {
  const decision = {
    seat: 2,
    kind: "call",
    did: "pass",
    verdict: "mistake",
    cost: 0.3,
    scene,
    stood_in: false,
    options: [option("order it up", null, false), option("pass", null, true)],
  };
  assert.equal(
    sceneWords(sceneOfDecision(review, decision)),
    "Finch deals. Ten of hearts turned up. Wren: Away. You: Pass. Your hand: jack of hearts; nine of hearts.",
  );
  assert.equal(costWords(decision), "cost 0.30 points");
  const little = { ...decision, verdict: "behind", cost: 0.07 };
  assert.equal(costWords(little), "a little behind the best, by 0.07 points");
  assert.equal(costWords({ ...decision, verdict: "as good", cost: 0 }), "as good as the teacher's choice");
  assert.equal(costWords({ ...decision, verdict: "best", cost: 0 }), "the teacher's choice");
  assert.deepEqual([decision, little].map(isGood), [false, false]);
  assert.equal(whoDecided(review, { ...decision, stood_in: true }), "A bot for you");
});

test("the card that was played and the best one are marked, with the name of another player", () => {
  const inPlay = { ...scene, maker: 0, trump: "h", turn_up_is: "taken", plays: [[3, "Ah"]], winner: 3 };
  const options = [option("play 9♥", "9h", false), option("play J♥", "Jh", true)];
  const decision = { seat: 2, kind: "play", did: "play J♥", cost: 0.2, scene: inPlay, stood_in: false, options };
  const drawn = sceneOfDecision(review, decision);
  assert.deepEqual(drawn.birds, ["finch", "", "owl", "wren"]);
  assert.deepEqual(drawn.marks, { Jh: ["you"], "9h": ["best"] });
  assert.equal(drawn.turn, 2);
  const others = sceneOfDecision({ ...review, you: 0 }, decision);
  assert.match(sceneWords(others), /Ann's hand: jack of hearts, right bower, Ann; nine of hearts, best\./);
  const same = [option("play J♥", "Jh", true), options[0]];
  assert.deepEqual(sceneOfDecision(review, { ...decision, options: same }).marks, { Jh: ["you", "best"] });
  const equal = [{ ...option("play 9♣ or 10♣", "9c", false), same: ["Tc"] }, same[0]];
  assert.deepEqual(sceneOfDecision(review, { ...decision, options: equal }).marks, {
    Jh: ["you"],
    "9c": ["best"],
    Tc: ["best"],
  });
});

test("a proof has the wrong card in the trick and the card that was held in the hand", () => {
  const before = { ...scene, maker: 0, trump: "h", plays: [[1, "9s"]], winner: 1, hand: ["Kh", "Ts", "9d"] };
  const proof = {
    trick: 1,
    plays: [
      [1, "9s"],
      [2, "Kh"],
    ],
    card: "Kh",
    held: ["Ts"],
    words: "",
    scene: before,
  };
  const drawn = sceneOfProof(review, proof);
  assert.deepEqual(drawn.hand, ["Ts", "9d"]);
  assert.deepEqual(drawn.marks, { Kh: ["wrong"], Ts: ["held"] });
  assert.match(
    sceneWords(drawn),
    /Robin led the nine of spades and you the king of hearts\. Your hand: ten of spades, held;/,
  );
});

test("a choice with more points is only said to be passed over for the game if that is clear", () => {
  const at = (worth, doubt) => ({
    options: [
      { worth: 0.3, doubt: null },
      { worth, doubt },
    ],
  });
  assert.deepEqual([at(0.33, 0), at(0.5, 0.3), at(0.5, 0.1), at(0.2, null)].map(forTheGame), [
    false,
    false,
    true,
    false,
  ]);
});
