// The part below the table: the question, the calls, the cards. It shows what the server allows and decides nothing.

import { h } from "../shared/dom.js";
import { capital } from "../shared/english.js";
import { choose, settings } from "../shared/settings.js";
import { bower, bowerWord, card, cardWord, suitSign } from "./cards.js";
import { ADVICE_WORDS, adviceMark, adviceOn, goesAlone, hintWords } from "./hint.js";
import { doneForYou, isAsked, lastDone, nameOf, question, rulingWords, suitLetter, tapWord } from "./words.js";

/** @typedef {import("./table-types.js").PlayFrame} PlayFrame */
/** @typedef {import("./table-types.js").ShownView} ShownView */
/** @typedef {import("./table-types.js").PageState} PageState */
/** @typedef {import("../shared/wire.js").Fact} Fact */
/** @typedef {import("../shared/wire.js").Ruled} Ruled */
/** @typedef {import("../shared/wire.js").Action & { why?: string }} Call */

/** @type {Record<string, "play" | "discard" | "give-best">} */
const CARD_FACTS = { play: "play", discard: "discard", "partner's best": "give-best" };
const CARD_WORDS = { play: "play it", discard: "discard it", "give-best": "give it" };
const SECOND_TAP = { play: "plays the card", discard: "discards it", "give-best": "gives it" };
// Chosen with the cards in the hand.
/** @type {string[]} */
const NO_BUTTON = ["exchange"];
/**
 * Actions that nobody waits for. They are on the sheet of the real table.
 * @type {string[]}
 */
export const ASIDE = ["look-at-quitted", "mix-tricks", "take-back"];

/**
 * The fact that choosing this card makes now, or null if no card is needed.
 * @param {PlayFrame} frame
 * @param {string} name
 */
export function cardFact(frame, name) {
  const kind = CARD_FACTS[frame.view.phase];
  const { seat } = frame.you;
  return kind && seat !== null ? { fact: kind, seat, card: name } : null;
}

/**
 * The reason why this card can't be chosen now; empty if it can.
 * @param {PlayFrame} frame
 * @param {string} name
 */
export function whyNot(frame, name) {
  const { view, you, room } = frame;
  if (room.paused) return "The host has paused the table.";
  if (!cardFact(frame, name)) return view.turn === you.seat ? "Make your call first." : "You can't play a card now.";
  if (!view.guarded && view.phase === "play") return "";
  if (view.turn !== you.seat) return view.waits ? `${view.waits}. It isn't your turn yet.` : "It isn't your turn yet.";
  return view.plays.includes(name) ? "" : (view.why?.[name] ?? "You can't play this card now.");
}

/**
 * A call without its "alone", so that both ways to say it are one group.
 * @param {Fact} fact
 */
function bare(fact) {
  return JSON.stringify({ ...fact, alone: undefined });
}

/** @param {Fact} fact */
const isAlone = (fact) => "alone" in fact && fact.alone === true;

/**
 * The calls to choose from. Calls that can be made alone or not become one button, and `alone` a switch.
 * @param {ShownView} view
 * @param {boolean} alone
 */
export function callsOf(view, alone) {
  /** @type {Map<string, { alone?: Call, together?: Call }>} */
  const groups = new Map();
  for (const action of view.actions) {
    if (NO_BUTTON.includes(action.fact.fact) || ASIDE.includes(action.fact.fact)) continue;
    const group = groups.get(bare(action.fact)) ?? {};
    group[isAlone(action.fact) ? "alone" : "together"] = action;
    groups.set(bare(action.fact), group);
  }
  const both = [...groups.values()].some((group) => group.alone && group.together);
  /** @type {Call[]} */
  const calls = [...groups.values()].flatMap((group) => {
    const usual = group.together ?? group.alone;
    // The switch says "alone" already: the button keeps its short words.
    return usual ? [{ ...((alone ? group.alone : group.together) ?? usual), words: usual.words }] : [];
  });
  return { calls, both, exchange: view.actions.some((action) => action.fact.fact === "exchange") };
}

// Left to right: pass before the call in the first round, the suits in their own row in the second.
/** @type {Record<string, number>} */
const ORDER = { name: 0, "stand-for": 0, pass: 1, order: 2 };

/**
 * A page on which nothing is chosen or asked yet.
 * @returns {PageState}
 */
export const newPageState = () => ({
  selected: null,
  alone: false,
  exchange: null,
  notice: null,
  ruling: null,
  hint: null,
  pending: false,
  sheet: null,
  lost: false,
  leaves: false,
  fair: null,
  fairDraw: null,
});

/** @param {Call} call @param {PageState} ui */
function callButton({ fact, words, why }, { alone, hint: said }) {
  const suit =
    fact.fact === "name" ? suitLetter(fact.trump ?? null) : fact.fact === "stand-for" ? suitLetter(fact.suit) : null;
  const [main, aside] = words.match(/^(.*?) \((.*)\)$/)?.slice(1) ?? [words, null];
  const advice = why ? null : adviceOn(said, fact);
  const label = [words, alone && isAlone(fact) ? "alone" : null, advice && ADVICE_WORDS[advice]].filter(Boolean);
  return h(
    "button",
    {
      class: why ? `held-back${suit ? " call-name" : ""}` : `call call-${fact.fact}${advice ? " advised" : ""}`,
      type: "button",
      "data-do": why ? "say-why" : "act",
      "data-why": why,
      "aria-disabled": why ? "true" : null,
      "data-fact": JSON.stringify(fact),
      "data-key": `call-${bare(fact)}`,
      "aria-label": label.length > 1 ? label.join(", ") : null,
    },
    suit && suit !== "n" ? h("span", { class: `call-sign sign-${suit}`, "aria-hidden": "true" }, suitSign(suit)) : null,
    h("span", {}, main, aside ? h("small", {}, ` ${aside}`) : null),
    adviceMark(advice),
  );
}

/**
 * The calls that can be made now, as buttons.
 * @param {PlayFrame} frame
 * @param {PageState} ui
 */
export function calls(frame, ui) {
  const { calls: found, both, exchange } = callsOf(frame.view, ui.alone);
  found.push(...frame.view.held_back);
  if (!found.length && !exchange) return null;
  found.sort((one, other) => (ORDER[one.fact.fact] ?? 3) - (ORDER[other.fact.fact] ?? 3));
  const names = found.filter(({ fact }) => fact.fact === "name" || fact.fact === "stand-for").length;
  const switched = !ui.alone && goesAlone(ui.hint);
  const alone = both
    ? h(
        "div",
        { class: "alone-line", "data-key": "alone" },
        h(
          "button",
          {
            class: `alone-switch${switched ? " advised" : ""}`,
            type: "button",
            "data-do": "alone",
            "aria-pressed": String(ui.alone),
          },
          h("i", { class: "switch", "aria-hidden": "true" }),
          "Go alone",
          switched ? [adviceMark("best"), h("span", { class: "visually-hidden" }, `, ${ADVICE_WORDS.best}`)] : null,
        ),
      )
    : null;
  const buttons = found.map((call) => callButton(call, ui));
  if (exchange) {
    const words = ui.exchange ? "Keep my cards" : "Exchange three cards";
    buttons.push(h("button", { type: "button", "data-do": "exchange", "data-key": "exchange" }, words));
  }
  return h(
    "div",
    {
      class: `calls${names ? ` naming names-${names}` : ""}`,
      role: "group",
      "aria-label": "Your calls",
      inert: ui.pending,
    },
    buttons,
    alone,
  );
}

/** @param {PlayFrame} frame @param {PageState} ui @param {string} name @param {number} place */
function handCard(frame, ui, name, place) {
  const { view } = frame;
  const why = ui.exchange ? "" : whyNot(frame, name);
  const chosen = ui.exchange ? ui.exchange.has(name) : ui.selected === name;
  const wanted = cardFact(frame, name) && view.turn === frame.you.seat;
  const fact = cardFact(frame, name);
  const advice = adviceOn(ui.hint, fact);
  const label = [
    cardWord(name),
    bowerWord(name, view.trump),
    chosen && !ui.exchange && fact ? `chosen, press again to ${CARD_WORDS[fact.fact]}` : null,
    view.exposed[frame.you.seat ?? -1]?.includes(name) ? "face up" : null,
    advice && ADVICE_WORDS[advice],
  ].filter(Boolean);
  return h(
    "button",
    {
      class: `hand-card${wanted && why ? " low" : ""}${chosen ? " chosen" : ""}${advice ? " advised" : ""}`,
      type: "button",
      "data-do": "card",
      "data-card": name,
      "data-key": `hand-${name}`,
      "data-place": place,
      "aria-label": label.join(", "),
      "aria-disabled": wanted && why ? "true" : null,
      "aria-pressed": ui.exchange ? String(chosen) : null,
    },
    card(name, { ribbon: bower(name, view.trump), "aria-hidden": "true" }),
    adviceMark(advice),
    chosen && !ui.exchange && needsHint() ? hint() : null,
  );
}

const hint = () => h("span", { class: "tap-hint", "aria-hidden": "true" }, `${capital(tapWord())} again`);

/** Cards played by hand before the hint is no longer shown. */
const LEARNED_AFTER = 3;
const needsHint = () => settings.tap === "two" && settings.played < LEARNED_AFTER;

/**
 * True if a card is wanted now, and nothing else is to be said about it.
 * @param {PlayFrame} frame
 */
function wantsHint(frame) {
  const { view, you } = frame;
  if (!needsHint() || !isAsked(frame) || view.trick.winner === you.seat) return false;
  return Boolean(CARD_FACTS[view.phase]) && !callsOf(view, false).calls.length;
}

/** A card was played by hand. */
export function cardPlayed() {
  if (needsHint()) choose("played", settings.played + 1);
}

/** @param {PlayFrame} frame @param {PageState} ui */
function bar(frame, ui) {
  const { view, you } = frame;
  if (ui.notice) return h("p", { class: "question why", "data-key": "question" }, ui.notice);
  const fact = ui.selected && cardFact(frame, ui.selected);
  let text = question(frame);
  if (ui.exchange) text = `Choose three cards to exchange (${ui.exchange.size} of 3).`;
  else if (fact && ui.selected) {
    const early = view.turn !== you.seat ? "It isn't your turn. " : "";
    text = `${early}${capital(tapWord())} the ${cardWord(ui.selected)} again to ${CARD_WORDS[fact.fact]}.`;
  } else if (ui.hint?.answer) {
    text = hintWords(ui.hint.answer);
  } else if (wantsHint(frame)) {
    text += ` A second ${tapWord()} ${SECOND_TAP[CARD_FACTS[view.phase]]}.`;
  }
  return h("p", { class: `question${isAsked(frame) ? " yours" : ""}`, "data-key": "question" }, text);
}

/** @param {PlayFrame} frame */
function undoAsked(frame) {
  const { undo } = frame.room;
  if (!undo) return null;
  const what = lastDone(frame.view, undo.by);
  if (!undo.asks_you) {
    const text =
      undo.by === frame.you.seat
        ? `You asked to undo ${what}. Waiting for the other players.`
        : `${nameOf(frame, undo.by)} asks to undo ${what}.`;
    return h("p", { class: "asked", "data-key": "undo" }, text);
  }
  return h(
    "div",
    { class: "asked", "data-key": "undo", role: "group", "aria-label": "Undo" },
    h("span", {}, `${nameOf(frame, undo.by)} asks to undo ${what}.`),
    h("button", { type: "button", "data-do": "answer-undo", "data-agrees": "true" }, "Agree"),
    h("button", { type: "button", "data-do": "answer-undo", "data-agrees": "false" }, "Refuse"),
  );
}

/** @param {import("./table-types.js").ShownFrame} frame */
function tools(frame) {
  const { view, you, room } = frame;
  /** @param {string} what @param {string} words @param {boolean | null} shown */
  const tool = (what, words, shown = true) =>
    shown &&
    h("button", { class: "tool", type: "button", "data-do": "open", "data-sheet": what, "data-key": what }, words);
  return h(
    "nav",
    { class: "tools", "aria-label": "At the table" },
    tool("last-trick", "Last trick", Boolean(view?.last_trick)),
    tool("say", "Say", you.seat !== null),
    room.can_undo
      ? h("button", { class: "tool", type: "button", "data-do": "undo", "data-key": "undo" }, "Undo")
      : null,
    room.can_ask
      ? h(
          "button",
          {
            class: "tool",
            type: "button",
            "data-do": "hint",
            "data-key": "hint",
            "aria-label": "Hint: what would the teacher do?",
          },
          "Hint",
        )
      : null,
    tool("real", "Director", view && !view.guarded && you.seat !== null),
    tool("menu", "More"),
  );
}

/**
 * A link to a ruling's line in the table's rule sheet.
 * @param {{ room: { id: string } }} frame
 * @param {Pick<Ruled, "rule" | "clause">} ruling
 */
export function ruleLink({ room }, { rule, clause }) {
  const words = clause ? `Read the rule (${clause})` : "Read the rule";
  return h("a", { href: `/t/${room.id}/rules#${rule}`, target: "_blank" }, words);
}

/**
 * A ruling, shown until the person has read it.
 * @param {PlayFrame} frame
 * @param {Ruled} ruling
 */
function rulingToRead(frame, ruling) {
  return h(
    "div",
    { class: "question ruling", "data-key": "ruling" },
    h("p", {}, rulingWords(frame, ruling)),
    h(
      "div",
      { class: "row" },
      ruleLink(frame, ruling),
      h("button", { type: "button", "data-do": "ruling-read" }, "OK"),
    ),
  );
}

/**
 * The cards in your hand.
 * @param {PlayFrame} frame
 * @param {PageState} ui
 */
export function hand(frame, ui) {
  const cards = frame.view.hand.map((name, place) => handCard(frame, ui, name, place));
  return h(
    "div",
    {
      class: `hand cards-${cards.length}`,
      role: "group",
      "aria-label": "Your hand",
      // Not inert while waiting for an answer, because that would take the focus away.
      "aria-busy": ui.pending ? "true" : null,
      tabindex: -1,
      // It is never turned into something else, which would take the focus with it.
      "data-key": "hand",
    },
    cards,
  );
}

/**
 * Everything below the table. When a game is over, `ending` has its buttons and hands; `more` is asked beside the play.
 * @param {PlayFrame} frame
 * @param {PageState} ui
 * @param {{ buttons: unknown, hands: unknown } | null} ending
 * @param {unknown} more
 */
export function ownPlace(frame, ui, ending, more) {
  const { view, you } = frame;
  const done = doneForYou(frame);
  return h(
    "section",
    { class: "own", "aria-label": "Your seat" },
    h(
      "div",
      { class: "asks" },
      ui.ruling ? rulingToRead(frame, ui.ruling) : null,
      bar(frame, ui),
      done ? h("p", { class: "asked", "data-key": "done-for-you" }, done) : null,
      undoAsked(frame),
      more,
      view.result ? ending?.buttons : frame.room.paused ? null : calls(frame, ui),
    ),
    view.result ? h("div", { class: "afterwards", "data-key": "afterwards" }, ending?.hands) : null,
    you.seat === null || view.result ? null : hand(frame, ui),
    tools(frame),
  );
}

export { tools };
