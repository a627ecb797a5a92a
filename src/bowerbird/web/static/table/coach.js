// The coach of a first game: asks the server before each decision, and shows what it says above the table.

import { h } from "../shared/dom.js";
import { explained, learnWords } from "./explained.js";
import { decisionOf } from "./hint.js";
import { isAsked } from "./words.js";

/** @typedef {import("../shared/wire.js").CoachSays} CoachSays */
/** @typedef {import("./table-types.js").PlayFrame} PlayFrame */

/** What the coach has said, by decision; empty while it thinks, or if there is nothing to say. @type {[string, string]} */
let said = ["", ""];

/**
 * Ask once for each decision.
 * @param {PlayFrame} frame
 * @param {string} decision
 * @param {() => void} redraw
 * @param {(text: string) => void} tell
 */
async function ask(frame, decision, redraw, tell) {
  said = [decision, ""];
  const { post } = await import("../shared/site.js");
  await learnWords(`/api/tables/${frame.room.id}/words`);
  // Where the coach has nothing to say, or the table has moved on, the place stays empty.
  const answer = /** @type {CoachSays | null} */ (
    await post(`/api/tables/${frame.room.id}/coach`, {}).catch(() => null)
  );
  if (said[0] !== decision || !answer?.says) return;
  said = [decision, answer.says];
  tell(`Owl: ${answer.says}`);
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
    h("p", {}, text ? explained(text) : ""),
  );
}
