// The coach of a first game: asks the server before each decision, and shows what it says above the table.

import { h } from "../shared/dom.js";
import { capital } from "../shared/english.js";
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

/** The first hand with words before hard decisions only, and the first one without a coach: see `learn/coach.py`. */
const QUIET = 3;
const GONE = 7;
/** What the coach says about itself in the first hand that is different. Once in that hand is enough. */
const ABOUT_ITSELF = /^You (?:know the way|are on your own) now\./;
/** The hand in which it has said so. */
let saidSo = "";

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
  said = [decision, newsIn(frame, answer?.says ?? "")];
  if (said[1] && said[1] !== last) tell(`Owl: ${said[1]}`);
  last = said[1];
  redraw();
}

/**
 * The coach's words, unless they are about itself and were said in this hand.
 * @param {PlayFrame} frame
 * @param {string} says
 */
function newsIn({ room, view }, says) {
  if (!ABOUT_ITSELF.test(says)) return says;
  const hand = `${room.games} ${view.hands_played}`;
  if (saidSo === hand) return "";
  saidSo = hand;
  return says;
}

/**
 * A question about the words that are in brackets on the calls: what can be tapped there makes the call. Empty if there
 * are none, or the words are in what was said.
 * @param {Pick<PlayFrame["view"], "actions">} view
 * @param {string} said
 */
export function aboutCalls({ actions }, said) {
  const words = new Set(actions.flatMap(({ words }) => words.match(/\((.+?)\)/)?.[1] ?? []));
  const open = [...words].filter((word) => !said.includes(`(${word})`) && !said.includes(`“${capital(word)}”`));
  const named = open.map((word) => `“${capital(word)}”`);
  return named.length ? `What ${named.length > 1 ? "are" : "is"} ${named.join(" and ")}?` : "";
}

/** What stands there when the coach has nothing to say. @param {PlayFrame} frame */
function silence({ room, view }) {
  if (view.hands_played + 1 < QUIET) return "";
  return `I'm watching.${room.can_ask ? " Ask for a hint if you need one." : ""}`;
}

/**
 * The coach's place. It stays through a hand, so that the table does not jump, and is folded away for good when the
 * coach has nothing more to say.
 * @param {PlayFrame} frame
 * @param {() => void} redraw
 * @param {(text: string) => void} tell
 */
export function coach(frame, redraw, tell) {
  const label = { "aria-label": "Owl, your coach" };
  if (frame.view.hands_played + 1 >= GONE) return h("section", { class: "coach", ...label, hidden: true });
  const decision = decisionOf(frame);
  const asked = isAsked(frame);
  if (asked && said[0] !== decision) ask(frame, decision, redraw, tell);
  const text = said[0] === decision ? said[1] : "";
  const about = asked ? aboutCalls(frame.view, text) : "";
  return h(
    "section",
    { class: `coach${text ? "" : " silent"}`, ...label },
    h("bird-portrait", { bird: "owl", name: "Owl", "aria-hidden": "true" }),
    h(
      "div",
      {},
      h("p", {}, text ? explained(text) : decision === thinking ? "Let me look at your cards…" : silence(frame)),
      about ? h("p", { class: "about-calls" }, explained(about)) : null,
    ),
  );
}
