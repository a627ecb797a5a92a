// Reads games as lines of JSON, each the frames that one person gets; writes for each the sentences that go with its
// frames: as they come, and as the conductor takes them apart. The test that knows what has happened is
// tests/web/test_heard.py.

import { createInterface } from "node:readline";
import "./browser.mjs";

const { nameJoker } = await import("../../src/bowerbird/web/static/table/cards.js");
const { steps } = await import("../../src/bowerbird/web/static/table/steps.js");
const { changes } = await import("../../src/bowerbird/web/static/table/told.js");

/** The sentences for each frame, which `shown` gives as one or more. */
function heard(frames, shown) {
  let before = null;
  return frames.map((frame, place) =>
    shown(frames[place - 1] ?? null, frame).flatMap((now) => {
      const told = changes(before, now);
      before = now;
      return told;
    }),
  );
}

for await (const line of createInterface({ input: process.stdin })) {
  const frames = JSON.parse(line);
  nameJoker(frames.at(-1).view.joker);
  const plain = heard(frames, (_, frame) => [frame]);
  const conducted = heard(frames, (last, frame) => steps(last, frame).map((step) => step.frame));
  console.log(JSON.stringify([plain, conducted]));
}
