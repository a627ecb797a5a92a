// Reads games as lines of JSON, each the frames that one person gets; writes for each the sentences that go with its
// frames. The test that knows what has happened is tests/web/test_heard.py.

import { createInterface } from "node:readline";
import "./browser.mjs";

const { nameJoker } = await import("../../src/bowerbird/web/static/table/cards.js");
const { changes } = await import("../../src/bowerbird/web/static/table/told.js");

for await (const line of createInterface({ input: process.stdin })) {
  const frames = JSON.parse(line);
  nameJoker(frames.at(-1).view.joker);
  const told = frames.map((frame, place) => changes(frames[place - 1] ?? null, frame));
  console.log(JSON.stringify(told));
}
