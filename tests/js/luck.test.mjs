// Luck and skill: the parts of the points for one side, the way to the result, and figures that add up as shown.

import assert from "node:assert/strict";
import { test } from "node:test";
import { lines } from "./drawn.mjs";

const { groupsOf, inTenths, legsOf, lostBySeat, marginWords, partsOf, signedTenths } = await import(
  "../../src/bowerbird/web/static/learn/fortune.js"
);
const { byHand } = await import("../../src/bowerbird/web/static/learn/luck.js");

const of = (value, error = 0.125) => ({ value, error });
const game = {
  points: -7,
  average: of(0.5),
  deal: of(-4),
  skill: [of(-0.75), of(-0.5), of(-3.25), of(-1)],
  bots: of(0, 0),
  fall: of(-1),
  rules: 0,
};
const sum = (figures) => figures.reduce((total, figure) => total + figure, 0);

test("luck and the decisions of four people lead from level to the result", () => {
  const legs = legsOf({ you: 2, fortune: { start: 0, game, hands: [] } });
  assert.deepEqual(
    legs.map(({ kind, seat, gave }) => [kind, seat, gave]),
    [
      ["deal", null, -3.5],
      ["fall", null, -1],
      ["you", 2, -3.25],
      ["partner", 0, -0.75],
      ["they", 3, 1],
      ["they", 1, 0.5],
    ],
  );
  assert.equal(legs[0].from, 0);
  for (const [place, leg] of legs.slice(1).entries()) assert.equal(leg.from, legs[place].to);
  assert.equal(legs.at(-1).to, -7);
});

test("what each player lost is the same figure as on the way to the result", () => {
  const review = { you: 2, fortune: { start: 0, game, hands: [] } };
  const shown = inTenths(legsOf(review).map(({ gave }) => gave));
  const lost = lostBySeat(review);
  assert.deepEqual([...lost.keys()].sort(), [0, 1, 2, 3]);
  assert.equal(lost.get(2), -shown[2], "yours");
  assert.equal(lost.get(3), shown[4], "what an opponent lost was good for you");
  assert.ok([...lost.values()].every((points) => points > 0));
});

test("the other side sees the same game the other way round", () => {
  const ours = partsOf(0, game);
  const theirs = partsOf(1, game);
  assert.equal(sum(ours.map(({ gave }) => gave)), -7);
  assert.equal(sum(theirs.map(({ gave }) => gave)), 7);
  assert.deepEqual(partsOf(null, game), ours, "people who watch see North and South");
});

test("bots, rules and a score at the start are parts only where there are any", () => {
  const more = { ...game, points: -6, bots: of(0.5), rules: 0.5 };
  const legs = legsOf({ you: 1, fortune: { start: 2, game: more, hands: [] } });
  assert.deepEqual(
    legs.map(({ kind }) => kind),
    ["start", "deal", "fall", "you", "partner", "they", "they", "bots", "rules"],
  );
  assert.equal(legs.at(-1).to, 6 - 2);
});

test("a hand is the deal, the fall and everybody's decisions", () => {
  const { deal, fall, skill } = groupsOf(partsOf(0, game));
  assert.deepEqual([deal.gave, fall.gave, skill.gave], [-3.5, -1, -2.5]);
  assert.equal(skill.margin, 2 * Math.hypot(0.125, 0.125, 0.125, 0.125));
});

test("the figures that are shown add up", () => {
  for (const figures of [[0.25, 0.25, 0.25, 0.25], [-0.44, -0.44, -0.12], [1.06, 0.98, -0.04], [2.34, -0.34, 0], []]) {
    const shown = inTenths(figures);
    assert.equal(Math.round(10 * sum(shown)), Math.round(10 * sum(figures)), String(figures));
    for (const [place, figure] of figures.entries()) assert.ok(Math.abs(shown[place] - figure) <= 0.1);
  }
});

test("figures have their sign and their margin", () => {
  assert.deepEqual([0.7, -1.2, 0, -0].map(signedTenths), ["+0.7", "−1.2", "0.0", "0.0"]);
  assert.deepEqual([0, 0.02, 0.34].map(marginWords), ["", "± 0.1", "± 0.3"]);
});

test("each hand opens to show its parts, which add up to its points", () => {
  const names = ["Nan", "Ed", "Sue", "Walt"];
  const hand = {
    ...game,
    points: 2,
    average: of(0),
    deal: of(1.5),
    skill: [of(-0.25), of(-0.5), of(0), of(0)],
    fall: of(0.25),
  };
  const review = {
    you: 2,
    people: names.map((name, seat) => ({ seat, name })),
    fortune: { start: 0, game, hands: [hand] },
  };
  const told = lines(byHand(review, review.fortune));
  assert.deepEqual(told.slice(-6), [
    "The deal luck: the cards as dealt+1.5 ± 0.3",
    "The fall luck: how the cards lay+0.2 ± 0.3",
    "You your decisions0.0 ± 0.3",
    "Nan your partner−0.2 ± 0.3",
    "Walt opponent0.0 ± 0.3",
    "Ed opponent+0.5 ± 0.3",
  ]);
});
