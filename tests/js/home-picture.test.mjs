// The hand on the first page is one that could be played.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";

const { MOMENTS, STILL, TRICKS } = await import("../../src/bowerbird/web/static/table/home-picture.js");

const ORDER = ["9h", "Th", "Qh", "Kh", "Ah", "Jd", "Jh"];
const suit = (card) => (ORDER.includes(card) ? "h" : card[1]);
const worth = (card, led) =>
  ORDER.includes(card) ? 100 + ORDER.indexOf(card) : card[1] === led ? "9TJQKA".indexOf(card[0]) : -1;

test("every card is played once, and everyone follows suit", () => {
  const cards = TRICKS.flat().map(([, card]) => card);
  assert.equal(new Set(cards).size, 20);
  for (const [number, trick] of TRICKS.entries()) {
    const led = suit(trick[0][1]);
    for (const [seat, card] of trick) {
      const held = TRICKS.slice(number).map((later) => later.find(([who]) => who === seat)[1]);
      assert.ok(suit(card) === led || !held.some((each) => suit(each) === led), `${card} in trick ${number + 1}`);
    }
  }
});

test("the best card is marked, and its player leads next", () => {
  let leads = 1;
  for (const trick of TRICKS) {
    assert.deepEqual(
      trick.map(([seat]) => seat),
      [0, 1, 2, 3].map((place) => (leads + place) % 4),
    );
    const led = suit(trick[0][1]);
    for (const [place, [, , best]] of trick.entries()) {
      const sofar = trick.slice(0, place + 1);
      const winner = sofar.reduce((a, b) => (worth(b[1], led) > worth(a[1], led) ? b : a));
      assert.equal(best, winner[0]);
    }
    leads = trick[3][2];
  }
});

test("the still picture has three cards on the table and your turn", () => {
  const { scene, held } = MOMENTS[STILL];
  assert.equal(scene.plays.length, 3);
  assert.equal(scene.turn, scene.you);
  assert.deepEqual(held, ["Jh", "Jd", "Th", "As"]);
});
