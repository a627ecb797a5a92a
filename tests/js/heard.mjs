// Reads games as lines of JSON, each the frames that one person gets; writes for each the sentences that go with its
// frames, as the conductor takes them apart: of all of them, and with many left out. The test that knows what has
// happened is tests/web/test_heard.py.

import { createInterface } from "node:readline";
import "./browser.mjs";

const { nameJoker } = await import("../../src/bowerbird/web/static/table/cards.js");
const { steps } = await import("../../src/bowerbird/web/static/table/steps.js");
const { changes } = await import("../../src/bowerbird/web/static/table/told.js");

/** The sentences for each frame, which is shown in one or more steps. */
function heard(frames) {
  let before = null;
  return frames.map((frame, place) =>
    steps(frames[place - 1] ?? null, frame).flatMap((step) => {
      const told = changes(before, step.frame);
      before = step.frame;
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
  console.log(JSON.stringify([heard(frames), heard(thinned(frames))]));
}
