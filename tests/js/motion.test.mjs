// How things move: what is left of a movement when something else happens.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";
import { frame, trick } from "./tables.mjs";

const { move } = await import("../../src/bowerbird/web/static/table/motion.js");

/** A table on which these cards lie, each with its movements. */
function lying(keys) {
  const cards = keys.map((key) => {
    const moves = [{ cancelled: false }];
    for (const each of moves) each.cancel = () => Object.assign(each, { cancelled: true });
    return { dataset: { key }, moves, getAnimations: () => moves };
  });
  document.querySelectorAll = (what) => (what === ".played" ? cards : []);
  document.querySelector = () => null;
  document.getElementById = () => null;
  return cards.flatMap(({ moves }) => moves);
}

test("a trick that is taken back while it is drawn in lies on the table again", () => {
  const drawnIn = frame({ trick, gathering: true });
  const moves = lying(["play-2-Jh", "play-3-9h"]);
  move(drawnIn, drawnIn, new Map());
  assert.ok(
    moves.every(({ cancelled }) => !cancelled),
    "it goes on while it is drawn in",
  );
  move(drawnIn, frame({ trick: { plays: trick.plays.slice(0, 2), winner: null }, undone: true }), new Map());
  assert.ok(moves.every(({ cancelled }) => cancelled));
});
