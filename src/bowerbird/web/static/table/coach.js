// The coach of a first game: asks the server before each decision, and shows what it says above the table.

import { h } from "../shared/dom.js";
import { explained, learnWords } from "./explained.js";
import { decisionOf } from "./hint.js";
import { isAsked } from "./words.js";

/** @typedef {import("../shared/wire.js").CoachSays} CoachSays */
/** @typedef {import("./table-types.js").PlayFrame} PlayFrame */

/** What the coach has said, by decision; empty while it thinks, or if there is nothing to say. @type {[string, string]} */
let said = ["", ""];
/** What was told last: the same words again are no news. */
let last = "";
/** The decision about which the coach is thinking, once that has taken a while. */
let thinking = "";

/** Milliseconds after which the coach says that it is thinking, and after which it is asked again if it was too busy. */
const A_WHILE = 600;
const BUSY = 3000;
const TRIES = 3;

/**
 * The coach's answer; none if it can't be had, or the table has moved on.
 * @param {string} table
 * @param {string} decision
 * @returns {Promise<CoachSays | null>}
 */
async function answerTo(table, decision) {
  const { post } = await import("../shared/site.js");
  await learnWords(`/api/tables/${table}/words`);
  for (let tries = 1; said[0] === decision; tries += 1) {
    const answer = /** @type {CoachSays | null} */ (await post(`/api/tables/${table}/coach`, {}).catch(() => null));
    if (answer || tries === TRIES) return answer;
    await new Promise((go) => setTimeout(go, BUSY));
  }
  return null;
}

/**
 * Ask once for each decision.
 * @param {PlayFrame} frame
 * @param {string} decision
 * @param {() => void} redraw
 * @param {(text: string) => void} tell
 */
async function ask(frame, decision, redraw, tell) {
  said = [decision, ""];
  const slow = setTimeout(() => {
    thinking = decision;
    redraw();
  }, A_WHILE);
  const answer = await answerTo(frame.room.id, decision);
  clearTimeout(slow);
  if (said[0] !== decision) return;
  thinking = "";
  // Where the coach has nothing to say, the place stays empty.
  said = [decision, answer?.says ?? ""];
  if (said[1] && said[1] !== last) tell(`Owl: ${said[1]}`);
  last = said[1];
  redraw();
}

/**
 * The coach's place. It is there in the whole game, so that the table does not jump.
 * @param {PlayFrame} frame
 * @param {() => void} redraw
 * @param {(text: string) => void} tell
 */
export function coach(frame, redraw, tell) {
  const decision = decisionOf(frame);
  if (isAsked(frame) && said[0] !== decision) ask(frame, decision, redraw, tell);
  const text = said[0] === decision ? said[1] : "";
  return h(
    "section",
    { class: `coach${text ? "" : " silent"}`, "aria-label": "Owl, your coach" },
    h("bird-portrait", { bird: "owl", name: "Owl", "aria-hidden": "true" }),
    h("p", {}, text ? explained(text) : decision === thinking ? "Let me look at your cards…" : ""),
  );
}
