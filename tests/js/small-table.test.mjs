// The small table: where each seat is drawn, whose portrait it is, and what a person hears who does not see it.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";

const { birdOf, markWord, PLACES, placeAt, sceneCaption, sceneWords } = await import(
  "../../src/bowerbird/web/static/table/small-table.js"
);
const { colourOf, coloursAt } = await import("../../src/bowerbird/web/static/table/birds.js");

const names = ["Finch", "Robin", "Ann", "Wren"];

test("the seat in front is near, the next one in turn is at the left", () => {
  for (const seat of [0, 1, 2, 3]) {
    const drawn = [0, 1, 2, 3].map((by) => placeAt({ names, seat }, (seat + by) % 4));
    assert.deepEqual(drawn, PLACES);
  }
  assert.equal(placeAt({ names }, 2), "near");
});

test("a bird's name is its portrait, a chosen bird comes first, and people have initials", () => {
  const scene = { names, birds: [null, null, "owl", "dodo"] };
  assert.deepEqual(
    [0, 1, 2, 3].map((seat) => birdOf(scene, seat)),
    ["finch", "robin", "owl", null],
  );
  assert.equal(birdOf({ names }, 2), null);
  assert.equal(birdOf({ names, birds: ["", "", "", ""] }, 1), null, "a person named Robin has initials");
  const [same, ...others] = ["Ann", "Bob", "Di", "Eve", "Al", "Ed", "Flo"].filter((one, _, all) =>
    all.some((other) => other !== one && colourOf(other) === colourOf(one)),
  );
  const twin = others.find((other) => colourOf(other) === colourOf(same)) ?? "";
  const isBot = (seat) => (seat === 2 ? twin.toLowerCase() : null);
  const colours = coloursAt([twin, same, twin, twin], isBot);
  assert.equal(colours[0], colourOf(twin), "one's own, where nobody has it");
  assert.equal(colours[2], colours[0], "a bot's portrait has no colour to tell it apart");
  assert.equal(new Set([colours[0], colours[1], colours[3]]).size, 3, "no two at a table have the same");
});

test("a call is told with the dealer, the turn-up, what was said and the hand", () => {
  const calls = [
    [3, "Pass"],
    [2, "Away"],
  ];
  const scene = { names, seat: 2, you: 2, dealer: 0, turnUp: "Th", turnUpIs: "shown", calls, hand: ["Jh", "Ac"] };
  assert.equal(sceneCaption(scene), "Finch deals. Ten of hearts turned up. Wren: Pass. You: Away.");
  assert.equal(sceneWords(scene), `${sceneCaption(scene)} Your hand: jack of hearts; ace of clubs.`);
  assert.match(sceneCaption({ ...scene, dealer: 2 }), /^You deal\./);
});

test("a card is told with trump, its maker, the trick in order, bowers and marks", () => {
  const plays = [
    [3, "Ts"],
    [0, "Js"],
    [1, "Qs"],
  ];
  const scene = { names, seat: 2, you: 2, trump: "s", maker: 0, alone: true, turnUp: "9s", turnUpIs: "taken", plays };
  assert.equal(
    sceneCaption(scene),
    "Spades are trump, made by Finch, alone. Wren led the ten of spades, Finch the jack of spades and Robin the queen of spades.",
  );
  const marked = { ...scene, hand: ["Jc", "9d"], marks: { Jc: ["you"], "9d": ["best"] } };
  assert.match(sceneWords(marked), / Your hand: jack of clubs, left bower, you; nine of diamonds, best\.$/);
  assert.match(sceneWords({ ...marked, seat: 1, you: null }), / Robin's hand: /);
});

test("trump comes as a letter or a number, no trump is said, and before the call there is none", () => {
  const made = { names, you: 2, maker: 2 };
  assert.equal(sceneCaption({ ...made, trump: 2 }), "Hearts are trump, made by you.");
  assert.equal(sceneCaption({ ...made, trump: null }), "No trump, made by you.");
  assert.equal(sceneCaption({ names, you: 2, trump: null }), "");
});

test("a choice is marked with the name of the player who holds the card", () => {
  const scene = { names, seat: 2, you: 2 };
  assert.equal(markWord(scene, "you", 0), "Finch", "not the player whose page it is");
  assert.equal(markWord(scene, "you"), "You");
});
