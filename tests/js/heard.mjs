// Reads games as lines of JSON, each the frames that one person gets; writes for each the sentences that go with its
// frames: as they come, as the conductor takes them apart, and that with many frames left out. The test that knows what has happened is
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

/** As a slow network brings them: every third frame, and those before and after the end of a hand. */
const thinned = (frames) =>
  frames.filter(
    ({ view }, place) =>
      place % 3 === 0 ||
      view.results.length !== frames[place - 1].view.results.length ||
      view.results.length !== (frames[place + 1] ?? frames[place]).view.results.length,
  );

for await (const line of createInterface({ input: process.stdin })) {
  const frames = JSON.parse(line);
  nameJoker(frames.at(-1).view.joker);
  const plain = heard(frames, (_, frame) => [frame]);
  const conducted = heard(frames, (last, frame) => steps(last, frame).map((step) => step.frame));
  const few = heard(thinned(frames), (last, frame) => steps(last, frame).map((step) => step.frame));
  console.log(JSON.stringify([plain, conducted, few]));
}
