// Everything one tap away: the last trick, set phrases, settings, hosting, rulings, fairness, keys.
// Each sheet is a heading and its content; table.js opens them in the one dialog of the page.

import { h, withStyle } from "../shared/dom.js";
import { capital } from "../shared/english.js";
import { eventPage } from "../shared/own-event.js";
import { settingChoices } from "../shared/setting-choices.js";
import { figureBars } from "./bird-figures.js";
import { bower, card, cardSign, cardWord } from "./cards.js";
import { BOT_BIRDS, birdOf, company, manner } from "./company.js";
import { hintSheet } from "./hint-sheet.js";
import { ASIDE, ruleLink } from "./my-seat.js";
import { peopleSheet, saySheet } from "./people.js";
import { talk } from "./talk.js";
import { invitation } from "./waiting.js";
import { isPlayed, NEXT_HAND, nameOf, notRated, rulingWords, SEAT_WORDS } from "./words.js";

/** @typedef {import("./table-types.js").PlayFrame} PlayFrame */
/** @typedef {import("./table-types.js").ShownFrame} ShownFrame */
/** @typedef {import("./table-types.js").PageState} PageState */
/** @typedef {import("../shared/wire.js").Seat} Seat */
/** @typedef {import("../shared/wire.js").ClaimFact} ClaimFact */
/** @typedef {import("../shared/wire.js").RulingFact} RulingFact */
/**
 * What a form on a sheet can do at the table.
 * @typedef {object} Page
 * @property {(fact: ClaimFact) => void} act
 * @property {(what: "rule", fields: import("./table-types.js").Fields<"rule">) => void} send
 * @property {Seat | null} seat
 */

await Promise.all([withStyle("table/sheet"), withStyle("table/bird-figures")]);

/** @param {string} what @param {string} words @param {Record<string, unknown>} attributes */
const button = (what, words, attributes = {}) => h("button", { type: "button", "data-do": what, ...attributes }, words);

/** @param {ShownFrame} frame */
function lastTrick(frame) {
  const { view } = frame;
  if (!view?.last_trick) return h("p", {}, "No trick has been taken yet.");
  const { plays, winner } = view.last_trick;
  return [
    h(
      "ol",
      { class: "trick-list" },
      plays.map(([seat, name]) =>
        h(
          "li",
          { class: seat === winner ? "winner" : null },
          card(name, { ribbon: bower(name, view.trump) }),
          h("span", {}, nameOf(frame, seat), seat === winner ? h("b", {}, " took it") : null),
        ),
      ),
    ),
    talk(frame.talk),
  ];
}

function keys() {
  const rows = [
    ["1 – 6", "choose a card; press again to play it"],
    ["← →", "move from card to card"],
    ["Enter", "play the chosen card, press the chosen button, continue"],
    ["P", "pass"],
    ["O", "order up, assist, pick it up"],
    ["C D H S N", "name clubs, diamonds, hearts, spades, no trump"],
    ["A", "go alone, or not; defend alone"],
    ["E", "exchange three cards, where the rules allow it"],
    ["G", "turn the trick down, gather the cards"],
    ["R", "read your hand out"],
    ["T", "read the table out: score, trump, calls, the trick"],
    ["L", "the last trick"],
    ["U", "undo"],
    ["W", "what the teacher would do, if all others are bots"],
    ["Y N", "agree to an undo, or refuse"],
    ["?", "this list"],
    ["Esc", "close, or put the card back"],
  ];
  return h(
    "dl",
    { class: "keys" },
    rows.map(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)]),
  );
}

/**
 * True if the other three are bots.
 * @param {ShownFrame} frame
 */
function onlyBots({ room, you }) {
  return room.started && room.chairs.every(({ kind }, seat) => kind === "bot" || seat === you.seat);
}

/**
 * True if you sit with other people.
 * @param {ShownFrame} frame
 */
function withPeople({ room, you }) {
  return you.seat !== null && room.chairs.some(({ kind }, seat) => kind === "person" && seat !== you.seat);
}

/**
 * The time to decide, which the host of a public table may limit.
 * @param {ShownFrame} frame
 */
function turnClock({ room }) {
  if (room.private || room.mode === "real" || room.expected) return null;
  /** @type {[number, string][]} */
  const choices = [
    [0, "No limit"],
    [30, "30 seconds"],
    [60, "60 seconds"],
  ];
  return h(
    "p",
    {},
    h("label", { for: "turn-clock" }, "Time for each turn"),
    h(
      "select",
      { id: "turn-clock", "data-do-change": "turn-clock" },
      choices.map(([seconds, words]) => h("option", { value: seconds, selected: seconds === room.turn_clock }, words)),
    ),
    h("span", { class: "quiet field-note" }, "When it runs out, a bot makes that one decision."),
  );
}

/**
 * What happens if you leave your seat.
 * @param {ShownFrame} frame
 */
function leaving({ room, you }) {
  const back =
    room.private && !you.host
      ? "You can come back to it. At an event, open your player page."
      : "You can sit down here again any time.";
  const others = you.saw === null ? "" : " In another seat, you play from the next hand on.";
  return `If you leave your seat, a bot plays for you. ${back}${others}`;
}

/** @param {ShownFrame} frame */
function menu(frame) {
  const { room, you, view } = frame;
  const tip = view?.tip;
  return [
    h(
      "div",
      { class: "menu" },
      you.host ? button("open", "Host", { "data-sheet": "host" }) : null,
      button("open", "Settings", { "data-sheet": "settings" }),
      withPeople(frame) ? button("open", "People at the table", { "data-sheet": "people" }) : null,
      view?.rulings.length ? button("open", "Rulings so far", { "data-sheet": "rulings" }) : null,
      button("open", "Is the deal fair?", { "data-sheet": "fair" }),
      onlyBots(frame) ? null : button("open", "Invite people", { "data-sheet": "invite" }),
      button("open", "Keys", { "data-sheet": "keys", class: "with-keyboard" }),
      h("a", { class: "button", href: `/t/${room.id}/rules`, target: "_blank" }, `Rules: ${room.rules.title}`),
      h("a", { class: "button", href: `/t/${room.id}/words`, target: "_blank" }, "Words of the game"),
      view?.result || room.games
        ? h("a", { class: "button", href: `/t/${room.id}/replay` }, "Replay finished games")
        : null,
      (you.seat ?? you.next_seat) !== null ? button("stand", "Leave my seat") : null,
      eventPage() ? h("a", { class: "button", href: eventPage() }, "Back to the event") : null,
      h("a", { class: "button", href: "/" }, "Home"),
    ),
    you.seat !== null && room.started && !view?.result ? h("p", { class: "quiet" }, leaving(frame)) : null,
    room.undone_after_cards || room.hinted ? h("p", { class: "quiet" }, notRated(room)) : null,
    tip ? h("p", { class: "quiet" }, `Advice from the rules: ${tip}`) : null,
    company(frame),
  ];
}

/** @param {ShownFrame} frame */
const invite = (frame) => invitation(frame);

/** @param {ShownFrame} frame @param {number} seat */
function chairRow(frame, seat) {
  const { room } = frame;
  const held = room.chairs[seat];
  const words = (document.getElementById("table-page")?.dataset.levels ?? "").split("|");
  const free = held.kind !== "person";
  const back = held.before;
  return h(
    "li",
    {},
    h("b", {}, SEAT_WORDS[seat]),
    h(
      "span",
      {},
      held.kind === "empty" ? "free" : held.name,
      held.away ? " (away)" : held.waits ? ` (${NEXT_HAND})` : "",
    ),
    free
      ? h(
          "select",
          { "data-do-change": "level", "data-seat": seat, "aria-label": `Bot for ${SEAT_WORDS[seat]}` },
          held.kind === "empty" ? h("option", { value: "" }, "Seat a bot…") : null,
          room.levels.map((level, at) => h("option", { value: level, selected: level === held.level }, words[at])),
        )
      : null,
    held.kind === "empty" || seat === frame.you.seat
      ? null
      : room.started && held.kind === "bot"
        ? null
        : button("remove", room.started ? "Give to a bot" : "Free this seat", { "data-seat": seat }),
    back ? button("give-back", `Give back to ${held.before}`, { "data-seat": seat }) : null,
    held.kind === "bot" ? botRow(frame, seat) : null,
  );
}

/**
 * The bird of a bot: another one to choose, what it is like, and how it plays at its level.
 * @param {ShownFrame} frame
 * @param {number} seat
 */
function botRow({ room }, seat) {
  const held = room.chairs[seat];
  const figures = birdOf(held)?.levels[held.level];
  const elsewhere = room.chairs.filter((_, other) => other !== seat).map(({ name }) => name.toLowerCase());
  const free = BOT_BIRDS.filter(({ bird }) => !elsewhere.includes(bird));
  return [
    h(
      "select",
      {
        "data-do-change": "bird",
        "data-seat": seat,
        "data-level": held.level,
        "aria-label": `Bird for ${SEAT_WORDS[seat]}`,
      },
      free.map(({ bird }) => h("option", { value: bird, selected: bird === held.bird }, capital(bird))),
    ),
    h("span", { class: "quiet manner" }, manner(room, held), figures ? ` ${figures.words}` : null),
    figures
      ? h("span", { class: "bird-bars", "aria-hidden": "true" }, figureBars(figures.shares, figures.usual))
      : null,
  ];
}

/** @param {ShownFrame} frame */
function host(frame) {
  const { room, you } = frame;
  if (!you.host) return h("p", {}, "Only the host can change this.");
  const { paces } = room;
  return [
    room.started && !frame.view?.result
      ? button("pause", room.paused ? "Resume game" : "Pause game", {
          "data-paused": String(!room.paused),
          "data-main": room.paused ? "" : null,
        })
      : null,
    h("h3", {}, "Seats"),
    h(
      "ul",
      { class: "chairs-list" },
      [0, 1, 2, 3].map((seat) => chairRow(frame, seat)),
    ),
    h("p", { class: "quiet" }, h("a", { href: "/birds", target: "_blank" }, "How the birds play")),
    h(
      "p",
      {},
      h("label", { for: "pace" }, "Bot speed"),
      h(
        "select",
        { id: "pace", "data-do-change": "pace" },
        paces.map((pace) => h("option", { value: pace, selected: pace === room.pace }, capital(pace))),
      ),
    ),
    turnClock(frame),
    h("h3", {}, "Invite"),
    invitation(frame),
  ];
}

/** @param {PlayFrame} frame */
function rulings(frame) {
  return h(
    "ul",
    { class: "rulings" },
    frame.view.rulings.map((ruling) =>
      h(
        "li",
        { class: ruling.overruled ? "overruled" : null },
        `Hand ${ruling.hand}. ${rulingWords(frame, ruling)} `,
        ruleLink(frame, ruling),
      ),
    ),
  );
}

/** @param {PlayFrame} frame */
function waitingForDirector(frame) {
  const { view, you } = frame;
  const asked = view.director_asked;
  if (!asked) return null;
  const says = h("p", {}, h("b", {}, "Waiting for a decision. "), asked.sentence);
  if (!you.host || !view.decisions.length) return says;
  const sides = ["North and South", "East and West"].map((word, side) =>
    h("option", { value: side, selected: asked.offender !== null && asked.offender % 2 === side }, word),
  );
  return h(
    "form",
    { "data-do-submit": "rule" },
    says,
    field(
      "Decision",
      "decision",
      h(
        "select",
        {},
        view.decisions.map((what) => h("option", { value: what }, capital(what))),
      ),
    ),
    field("Against", "offender", h("select", {}, h("option", { value: "" }, "Nobody"), sides)),
    field(
      "Points, if it is about points",
      "points",
      h("input", { type: "number", min: 0, max: 20, value: asked.points || 0 }),
    ),
    field(
      "Reason",
      "reason",
      h("input", { type: "text", maxlength: 200, required: true, value: "As agreed at the table" }),
    ),
    h("button", { type: "submit", "data-main": "" }, "Decide"),
  );
}

/** @param {string} label @param {string} name @param {HTMLElement} control */
function field(label, name, control) {
  control.id = `field-${name}`;
  control.setAttribute("name", name);
  return h("p", {}, h("label", { for: control.id }, label), control);
}

/**
 * As at a real table: report something, show a card, see the rulings.
 * @param {PlayFrame} frame
 */
function real(frame) {
  const { view } = frame;
  const showable = view.expose;
  return [
    waitingForDirector(frame),
    h("h3", {}, "Something went wrong"),
    h(
      "form",
      { "data-do-submit": "claim" },
      field(
        "What",
        "irregularity",
        h(
          "select",
          {},
          view.claims.map(({ irregularity, words }) => h("option", { value: irregularity }, words)),
        ),
      ),
      field(
        "Who",
        "offender",
        h(
          "select",
          { required: true },
          h("option", { value: "" }, "Choose…"),
          [0, 1, 2, 3].map((seat) => h("option", { value: seat }, `${SEAT_WORDS[seat]}: ${nameOf(frame, seat)}`)),
        ),
      ),
      h("button", { type: "submit" }, "Report it"),
    ),
    showable.length
      ? [
          h("h3", {}, "Lay a card face up"),
          h(
            "div",
            { class: "phrases" },
            showable.map((name) =>
              button("expose", cardSign(name), {
                "data-card": name,
                "aria-label": `Lay the ${cardWord(name)} face up`,
              }),
            ),
          ),
        ]
      : null,
    asides(view),
    view.rulings.length ? [h("h3", {}, "Rulings so far"), rulings(frame)] : null,
  ];
}

/** @param {import("./table-types.js").ShownView} view */
function asides(view) {
  const actions = view.actions.filter(({ fact }) => ASIDE.includes(fact.fact));
  if (!actions.length) return null;
  const buttons = actions.map(({ fact, words }) => button("act", words, { "data-fact": JSON.stringify(fact) }));
  return [h("h3", {}, "Other actions"), h("div", { class: "phrases" }, buttons)];
}

/** @typedef {{ fair: boolean | null, fairDraw: boolean | null }} Fairness */

/** @param {boolean | null} fits @param {string} where */
function verdict(fits, where) {
  if (fits === null) return "checking…";
  return fits
    ? h(
        "b",
        { class: "right" },
        `checked. The secret matches its digest, and your browser's words are in the ${where}.`,
      )
    : h("b", { class: "wrong" }, "this doesn't match. Keep this page open and tell the host.");
}

/** @param {ShownFrame} frame @param {Fairness} ui */
function drawOf({ room }, ui) {
  const drawn = room.fair?.draw;
  if (!drawn) return null;
  return [
    h("p", {}, `Draw of game ${drawn.game}, digest shown before: `, h("code", { class: "digest" }, drawn.digest)),
    drawn.secret ? h("p", {}, `Draw of game ${drawn.game}: `, verdict(ui.fairDraw, "draw")) : null,
    drawn.secret
      ? h("p", {}, h("a", { href: `/fair?table=${room.id}&draw=${drawn.game}` }, "Check that whole draw"))
      : null,
  ];
}

/** @param {ShownFrame} frame @param {Fairness} ui */
function fair(frame, ui) {
  const { room } = frame;
  const now = room.fair;
  const last = now?.last;
  return [
    h(
      "p",
      {},
      "Before each hand, Bowerbird draws a secret and shows its digest, so the secret can't change. Your browser adds " +
        "random words. The shuffle follows from both, so nobody can choose it. After the hand, the secret is shown. " +
        "The draw for partners and the first deal works the same way.",
    ),
    drawOf(frame, ui),
    now?.digest
      ? h("p", {}, `Deal ${now.hand}, digest shown before: `, h("code", { class: "digest" }, now.digest))
      : null,
    last
      ? h("p", {}, `Deal ${last.hand}: `, verdict(ui.fair, "shuffle"))
      : h("p", {}, "The first check comes after the first hand."),
    last ? h("p", {}, h("a", { href: `/fair?table=${room.id}&hand=${last.hand}` }, "Check that whole deal")) : null,
  ];
}

/**
 * A sheet that is about a game.
 * @param {(frame: PlayFrame) => unknown} sheet
 * @returns {(frame: ShownFrame) => unknown}
 */
const ofGame = (sheet) => (frame) => (isPlayed(frame) ? sheet(frame) : null);

/** @type {Record<string, [string, (frame: ShownFrame, ui: PageState) => unknown]>} */
export const SHEETS = {
  "last-trick": ["Last trick", lastTrick],
  say: ["Say something", saySheet],
  people: ["People at the table", peopleSheet],
  settings: ["Settings", settingChoices],
  hint: ["What would the teacher do?", (_, { hint }) => hintSheet(hint)],
  keys: ["Keys", keys],
  menu: ["More", menu],
  invite: ["Invite people", invite],
  host: ["Host", host],
  real: ["Like a real table", ofGame(real)],
  rulings: ["Rulings so far", ofGame(rulings)],
  fair: ["Is the deal fair?", fair],
};

/**
 * What the forms on the sheets do when they are sent.
 * @type {Record<string, (fields: Record<string, string>, page: Page) => void>}
 */
export const SUBMITS = {
  claim: ({ irregularity, offender }, { act, seat }) => {
    if (seat === null) return;
    const what = /** @type {ClaimFact["irregularity"]} */ (irregularity);
    act({ fact: "claim", seat, irregularity: what, offender: /** @type {Seat} */ (Number(offender)) });
  },
  rule: ({ decision, reason, offender, points }, { send }) => {
    const against =
      offender === "" ? {} : { offender: /** @type {import("../shared/wire.js").Side} */ (Number(offender)) };
    const what = /** @type {RulingFact["decision"]} */ (decision);
    send("rule", { ruling: { fact: "ruling", decision: what, reason, points: Number(points), ...against } });
  },
};
