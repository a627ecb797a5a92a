// The conductor: what comes faster than people can follow is shown one fact after the other, in order, and never lost.

import assert from "node:assert/strict";
import { setMaxListeners } from "node:events";
import { readFileSync } from "node:fs";
import { afterEach, test } from "node:test";
import "./browser.mjs";
import { frame, made, trick } from "./tables.mjs";

// The settings look at the page as soon as they are loaded.
const STATIC = "../../src/bowerbird/web/static";
const { settings } = await import(`${STATIC}/shared/settings.js`);
const { time } = await import(`${STATIC}/shared/pace.js`);
const { gameOf, newLines, steps } = await import(`${STATIC}/table/steps.js`);
const { Conductor } = await import(`${STATIC}/table/conductor.js`);
const { changes } = await import(`${STATIC}/table/told.js`);
const { isAsked, question } = await import(`${STATIC}/table/words.js`);
const { cardWord } = await import(`${STATIC}/table/cards.js`);

setMaxListeners(0, document);
afterEach(() => {
  settings.pace = "normal";
  document.hidden = false;
});

/** Time that goes on when it is told to. */
class Clock {
  now = 0;
  due = null;

  setTimeout(what, after) {
    this.due = { at: this.now + after, what };
    return this.due;
  }

  clearTimeout(timer) {
    if (timer === this.due) this.due = null;
  }

  /** Go on by so many milliseconds; what is due meanwhile is done at its time. */
  pass(milliseconds) {
    const until = this.now + milliseconds;
    while (this.due && this.due.at <= until) {
      const { at, what } = this.due;
      this.due = null;
      this.now = at;
      what();
    }
    this.now = until;
  }
}

/** A conductor whose clock stands still, and what it has shown. */
function conducted() {
  const clock = new Clock();
  const told = [];
  const drawn = [];
  const stage = {
    tell: (before, each) => told.push({ at: clock.now, before, frame: each }),
    draw: (_, each) => drawn.push({ at: clock.now, frame: each }),
  };
  return { conductor: new Conductor(stage, clock), clock, told, drawn };
}

const kinds = (before, after) => steps(before, after).map(({ kind }) => kind);
const views = (before, after) => steps(before, after).map((step) => step.frame.view);
const full = (fields = {}) => frame({ last_trick: trick, tricks: [trick], ...fields });
const call = (seat, fact = "pass") => ({ seat, words: fact, fact: { fact, seat } });
const calling = (fields) =>
  frame({ phase: "first round", turn_up: "9h", turn_up_is: "shown", maker: null, trump: null, ...fields });

test("the first frame is shown at once", () => {
  const first = frame();
  assert.deepEqual(steps(null, first), [{ frame: first, kind: "now" }]);
});

test("a full trick lies, with the tricks before it drawn in, and then goes to its winner", () => {
  const before = frame({ trick: { plays: trick.plays.slice(0, 3), winner: null } });
  const after = full();
  const [lies, gathers, then] = views(before, after);
  assert.deepEqual(kinds(before, after), ["trick", "gather", "now"]);
  assert.deepEqual(lies.trick, trick);
  assert.deepEqual(lies.tricks, []);
  assert.ok(gathers.gathering);
  assert.equal(then, after.view);
});

test("the last trick of a hand is seen before its result, and that before the next hand", () => {
  const tricks = [1, 2, 3, 4].map(() => ({ plays: [], winner: 2 }));
  const before = frame({ score: [4, 2], tricks });
  const after = frame({ last_trick: trick, results: [made()], score: [5, 2], dealer: 2, hands_played: 4, maker: null });
  const shown = views(before, after);
  assert.deepEqual(kinds(before, after), ["action", "action", "action", "trick", "gather", "result", "now"]);
  assert.deepEqual(shown[3].trick, trick);
  assert.deepEqual(shown[3].score, [4, 2]);
  assert.equal(shown[3].dealer, 1);
  assert.deepEqual(shown[5].hand_over, made());
  assert.deepEqual(shown[5].score, [5, 2]);
  assert.equal(shown[6], after.view);
});

test("at a table played as a real one the trick lies until somebody draws it in", () => {
  const before = frame({ guarded: false, trick: { plays: trick.plays.slice(0, 3), winner: null } });
  const lies = frame({ guarded: false, trick });
  assert.deepEqual(steps(before, lies), [{ frame: lies, kind: "action" }]);
  assert.deepEqual(kinds(lies, full({ guarded: false })), ["gather", "now"]);
});

test("three calls in one frame are three steps, each with its caller, and nothing is asked before the last", () => {
  const before = calling({ turn: 2 });
  const after = calling({ calls: [call(2), call(3), call(0)], turn: 1, actions: [{ fact: {}, words: "" }] });
  const shown = views(before, after);
  assert.deepEqual(kinds(before, after), ["action", "action", "action"]);
  assert.deepEqual(
    shown.map(({ calls }) => calls.length),
    [1, 2, 3],
  );
  assert.deepEqual(
    shown.map(({ turn }) => turn),
    [3, 0, 1],
  );
  assert.deepEqual(
    shown.map(({ actions }) => actions.length),
    [0, 0, 1],
  );
});

test("what came before trump was made is shown without trump", () => {
  const before = calling({ turn: 3 });
  const ordered = {
    calls: [call(3), call(0, "order")],
    maker: 0,
    trump: "h",
    turn_up_is: "taken",
    phase: "play",
    turn: 2,
  };
  const shown = views(before, calling({ ...ordered, trick: { plays: [[2, "Jh"]], winner: null }, hand: ["Ad"] }));
  assert.deepEqual(
    shown.map(({ trump }) => trump),
    [null, "h", "h"],
  );
  assert.deepEqual(
    shown.map(({ turn_up_is }) => turn_up_is),
    ["shown", "taken", "taken"],
  );
  assert.equal(shown[1].moment.kind, "trump");
  assert.deepEqual(shown[0].hand, ["Ad", "Jh"]);
});

test("people who want no pauses wait for nothing but the turn-up", () => {
  settings.pace = "at once";
  const { conductor, drawn, clock } = conducted();
  conductor.add(frame({ turn_up: null, phase: "shuffle", hands_played: 4 }));
  conductor.add(calling({ hands_played: 4, calls: [call(2)] }));
  assert.ok(drawn.at(-1).frame.view.dealt);
  clock.pass(time("turnUp"));
  assert.equal(drawn.at(-1).frame.view.calls.length, 1);
  conductor.add(calling({ hands_played: 4, calls: [call(2), call(3)] }));
  assert.equal(drawn.at(-1).frame.view.calls.length, 2);
  assert.ok(clock.now < 200);
});

test("a pause that was chosen before there was a pace becomes a pace", async () => {
  for (const [pause, pace] of [
    [0, "at once"],
    [700, "quick"],
    [1400, "normal"],
    [2800, "slow"],
  ]) {
    localStorage.setItem("bowerbird", JSON.stringify({ pause }));
    const found = await import(`${STATIC}/shared/settings.js?${pause}`);
    assert.equal(found.settings.pace, pace);
    assert.ok(!("pause" in found.settings));
  }
  localStorage.removeItem("bowerbird");
});

test("a new game is shown from its beginning, not as what came after the last one", () => {
  const over = frame({ results: [made()], result: { score: [10, 2], winner: 0 } }, undefined, { games: 1 });
  const fresh = frame({}, undefined, { games: 1 });
  assert.deepEqual(steps(over, fresh), [{ frame: fresh, kind: "now" }]);
});

test("frames wait their turn, and a tap goes on", () => {
  const { conductor, drawn } = conducted();
  conductor.add(frame({ trick: { plays: trick.plays.slice(0, 3), winner: null } }));
  conductor.add(full());
  conductor.add(full({ turn: 3 }));
  assert.equal(drawn.length, 2);
  assert.deepEqual(drawn[1].frame.view.trick, trick);
  assert.ok(conductor.behind);
  conductor.goOn();
  conductor.goOn();
  assert.equal(drawn.at(-1).frame.view.turn, 3);
  assert.ok(!conductor.behind);
});

test("a page that nobody looks at jumps to the newest frame, and everything is told", () => {
  const { conductor, drawn, told } = conducted();
  conductor.add(frame());
  document.hidden = true;
  conductor.add(full({ turn: 0 }));
  assert.equal(drawn.at(-1).frame.view.turn, 0);
  assert.ok(!conductor.behind);
  assert.ok(told.some((each) => each.frame.view.trick.plays.length === 4));
});

test("a page that is put away while things wait shows them", () => {
  const { conductor, drawn } = conducted();
  conductor.add(frame());
  conductor.add(full({ turn: 0 }));
  assert.ok(conductor.behind);
  document.hidden = true;
  document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(drawn.at(-1).frame.view.turn, 0);
});

test("while cards are dealt nobody is asked anything", () => {
  const actions = [{ fact: { fact: "pass", seat: 2 }, words: "Pass" }];
  const [deals, alone] = views(frame({ turn_up: "Ks", hands_played: 2 }), calling({ calls: [], turn: 2, actions }));
  assert.ok(deals.dealing);
  assert.deepEqual([deals.actions, deals.turn], [[], null]);
  assert.deepEqual(alone.actions, actions);
});

test("a turn-up that others have called on already is first shown alone, before anybody called", () => {
  const [deals, alone, then] = views(frame({ turn_up: "Ks", hands_played: 2 }), calling({ calls: [call(2)] }));
  assert.ok(deals.dealing);
  assert.equal(deals.turn_up, null);
  assert.deepEqual(alone.calls, []);
  assert.ok(alone.dealt);
  assert.equal(then.calls.length, 1);
});

test("a person who comes in during the first round sees the turn-up alone, without the deal", () => {
  const after = calling({ calls: [call(2), call(3)] });
  assert.deepEqual(kinds(null, after), ["turnUp", "now"]);
  assert.deepEqual(views(null, after)[0].calls, []);
});

test("while the turn-up lies alone, the line says who deals and what is turned up, and then who is to call", () => {
  const between = frame({ turn_up: null, phase: "shuffle" });
  for (const before of [null, between])
    for (const calls of [[], [call(2)]]) {
      const shown = steps(before, calling({ calls, turn: 3, waits: "Walt to call" }));
      const lines = shown.filter(({ kind }) => kind !== "deal").map((step) => question(step.frame));
      assert.deepEqual(lines, ["Ed deals. Turned up: nine of hearts.", "Walt to call"]);
    }
  const [, yours, ...more] = views(between, calling({ turn: 2 }));
  assert.equal(yours.turn, 2, "who is asked first may call at once");
  assert.deepEqual(more, []);
});

test("until the call is shown nobody has made trump, is alone or sits out", () => {
  const lone = { calls: [call(2), call(3, "order")], maker: 3, trump: "h", alone: true, sitting_out: [1], turn: 0 };
  const shown = views(calling({ turn: 2 }), frame({ turn_up: "9h", turn_up_is: "taken", ...lone }));
  const told = shown.map(({ calls, maker, trump, alone, sitting_out: out }) => [
    calls.length,
    maker,
    trump,
    alone,
    out,
  ]);
  const before = told.filter(([calls]) => calls < 2);
  assert.ok(before.length > 0);
  for (const each of before) assert.deepEqual(each.slice(1), [null, null, false, []]);
  assert.deepEqual(told.at(-1), [2, 3, "h", true, [1]]);
});

test("a joker that is turned up has no suit while it lies alone", () => {
  const chosen = { turn_up: "B", stands_for: "s", turn: 2 };
  const between = frame({ turn_up: null, phase: "shuffle" });
  for (const calls of [[], [call(2)]]) {
    const shown = views(between, calling({ ...chosen, calls })).filter(({ turn_up }) => turn_up);
    assert.deepEqual(
      shown.map(({ stands_for }) => stands_for),
      [null, "s"],
    );
  }
});

test("a player who sits out keeps all cards until the hand is over, and others those that a ruling left them", () => {
  const tricks = [1, 2, 3, 4].map(() => ({ plays: [], winner: 3 }));
  const last = { plays: trick.plays.filter(([seat]) => seat !== 2), winner: 3 };
  const after = frame({
    last_trick: last,
    results: [made({ tricks: [0, 5] })],
    hands_played: 4,
    maker: null,
    hand: [],
  });
  const out = { tricks, maker: 0, alone: true, sitting_out: [2], hand: ["As", "Ks", "Qs", "Js", "9s"] };
  const shown = views(frame(out), after).filter(({ results, hand_over }) => !results.length || hand_over);
  assert.deepEqual(
    shown.map(({ hand }) => hand.length),
    shown.map(() => 5),
  );
  const ruled = frame({
    last_trick: trick,
    results: [made({ outcome: "ruled", tricks: [1, 0] })],
    maker: null,
    hand: [],
  });
  const seen = views(frame({ hand: ["Jh", "Ad"] }), ruled).filter(
    ({ hand_over, trick: { plays } }) => plays.length || hand_over,
  );
  assert.deepEqual(
    seen.map(({ hand }) => hand),
    seen.map(() => ["Ad"]),
  );
});

test("the markers of a hand that was missed fit its score, or there are none", () => {
  const marker = (score) => ({ style: "two fives", score, words: `${score}`, cards: [], crossed: false, pegs: 0 });
  const results = [made(), made(), made({ points: [0, 2] })];
  const before = frame({ score: [4, 2], markers: [marker(4), marker(2)] });
  const after = frame({ results, score: [6, 4], markers: [marker(6), marker(4)], maker: null, hands_played: 6 });
  const shown = views(before, after).filter(({ hand_over }) => hand_over);
  assert.deepEqual(
    shown.map(({ score, markers }) => [...score, ...markers.map(({ style }) => style)]),
    [
      [5, 2, "numbers", "two fives"],
      [6, 2, "two fives", "two fives"],
      [6, 4, "two fives", "two fives"],
    ],
  );
  for (const { score, markers } of shown)
    assert.deepEqual(
      markers.map((each) => each.score),
      score,
    );
});

test("a person who acts is shown the latest at once, and everything before it is told", () => {
  const { conductor, drawn, told } = conducted();
  conductor.add(frame());
  conductor.add(full({ turn: 0 }));
  conductor.catchUp();
  assert.equal(drawn.at(-1).frame.view.turn, 0);
  assert.ok(!conductor.behind);
  assert.deepEqual(
    told.map((each) => each.frame.view.trick.plays.length),
    [0, 1, 2, 3, 4, 0],
  );
});

test("what is taken back while cards wait is seen at once, and what waited is told", () => {
  const { conductor, drawn, told } = conducted();
  const lead = { plays: [[1, "9h"]], winner: null };
  conductor.add(frame());
  conductor.add(full({ trick: lead }));
  assert.ok(conductor.behind);
  conductor.add(full());
  assert.ok(drawn.at(-1).frame.view.undone);
  assert.deepEqual(drawn.at(-1).frame.view.trick.plays, []);
  assert.ok(told.some((each) => each.frame.view.trick.plays[0]?.[1] === "9h"));
});

test("after a take-back to the first call the turn-up lies alone again", () => {
  assert.deepEqual(kinds(calling({ calls: [call(2)] }), calling({})), ["turnUp"]);
});

test("a euchre, a march, a lone march and the game have a moment of their own", () => {
  const moment = (fields, more = {}) => {
    const after = frame({ results: [made(fields)], phase: "shuffle", maker: null, ...more }, undefined, more.room);
    return views(frame({ phase: "count" }), after).flatMap((view) => view.moment?.kind ?? []);
  };
  assert.deepEqual(moment({}), []);
  assert.deepEqual(moment({ outcome: "euchre", points: [0, 2] }), ["euchre"]);
  assert.deepEqual(moment({ outcome: "march" }), ["march"]);
  assert.deepEqual(moment({ outcome: "march", alone: true }), ["alone"]);
  const over = { result: { score: [10, 2], winner: 0 }, phase: "over", room: { games: 1 } };
  assert.deepEqual(moment({}, over), ["game"]);
  assert.deepEqual(moment({ outcome: "march" }, over), ["march", "game"]);
  assert.deepEqual(kinds(null, frame(over, undefined, over.room)), ["now"], "not again when the page is loaded again");
});

test("of a hand that was missed the words are told", () => {
  const before = { ...calling({ hands_played: 1 }), talk: ["Hand 2: Ed deals and turns up 9♥."] };
  const talk = [
    "Hand 2: Ed deals and turns up 9♥.",
    "Sue: Pass",
    "Walt: Hearts",
    "Sue makes hearts.",
    "Hand 3: Sue deals and turns up 9♠.",
  ];
  const after = { ...calling({ hands_played: 2, turn_up: "9s", results: [made()] }), talk };
  const said = views(before, after).flatMap((view) => view.missed ?? []);
  assert.deepEqual(said, ["Sue: Pass", "Walt: Hearts"]);
});

test("two rounds of the same passes are not taken for one", () => {
  const passes = ["Sue: Pass", "Walt: Pass", "Nan: Pass", "Ed: Pass"];
  const [before, after] = [calling({}), calling({})];
  const lost = newLines({ ...before, talk: passes, told: 5 }, { ...after, talk: passes, told: 9 });
  assert.deepEqual(lost, passes, "a whole round has come since");
  const three = [...passes.slice(3), ...passes.slice(0, 3)];
  assert.deepEqual(
    newLines({ ...before, talk: passes, told: 5 }, { ...after, talk: three, told: 8 }),
    passes.slice(0, 3),
  );
  assert.deepEqual(newLines({ ...before, talk: passes, told: 5 }, { ...after, talk: passes, told: 5 }), []);
  const [first] = newLines({ ...before, talk: passes, told: 5 }, { ...after, talk: passes, told: 10 });
  assert.equal(first, MISSED);
});

test("however many steps a frame is shown in, each of its lines is new once", () => {
  const call = (seat) => ({ seat, words: "Pass", fact: { fact: "pass", seat } });
  const before = { ...calling({}), talk: ["Hand 1: Ed deals and turns up 9♥."], told: 1 };
  const lines = ["Sue: Pass", "Sue claims: Ed, revoke.", "Walt: Pass"];
  const after = { ...calling({ calls: [call(2), call(3)] }), talk: [...before.talk, ...lines], told: 4 };
  const shown = [before, ...steps(before, after).map((step) => step.frame)];
  assert.ok(shown.length > 2);
  const told = shown.slice(1).flatMap((each, place) => newLines(shown[place], each));
  assert.deepEqual(told, lines);
});

// Two hundred hands (fewer in the quick tests) as a hall sends them, over networks of all speeds. The frames are written by conductor_frames.py.

const GAMES = process.env.BOWERBIRD_FRAMES;
const MISSED = "You have missed some of the play.";
const LINES_SENT = 12;
/** What is rare is heard, too. */
const HEARD = [
  /takes? back (the|your) discard\./,
  /(is|are) taken back\./,
  /Nothing is undone\./,
  /asks to undo/,
  /defends? alone\./,
  /exchanges? /,
  /asks? for a new deal/,
  /stands for (clubs|diamonds|hearts|spades)\./,
  /The host has paused the table\./,
  /The game continues\./,
  /takes? the rest of the tricks\. /,
  /The host has given your seat to a bot\./,
  /A game ended while you were away\./,
];

/** The same chance every time. */
function chanceFrom(seed) {
  let state = seed + 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

/** What is seen of the hand on the table, in order. */
const seenOf = (view) => [
  ...(view.turn_up ? [`turn-up ${view.results.length} ${view.turn_up}`] : []),
  ...view.calls.map(({ seat }, place) => `call ${view.results.length} ${place} ${seat}`),
  ...[...view.tricks, view.trick]
    .flatMap(({ plays }) => plays)
    .map(([seat, card]) => `play ${view.results.length} ${seat} ${card}`),
];

/** The same from what the hall knows: each fact with its hand, and its line in the talk. */
function truthOf(facts) {
  let hand = 0;
  let calls = 0;
  return facts.map(({ what, seat, card, line }) => {
    if (what === "game") hand = 0;
    if (what === "game") return { key: "game", line };
    if (what === "result") return { key: `result ${++hand}`, line };
    if (what === "turn-up") calls = 0;
    const fact = { "turn-up": `${card}`, call: `${calls} ${seat}`, play: `${seat} ${card}` }[what];
    if (what === "call") calls += 1;
    return { key: `${what} ${hand} ${fact}`, line };
  });
}

/** The frames that arrive, each at its time, with all facts that stand by then. A slow line brings only the latest. */
function* delivered(game, chance) {
  const slow = chance();
  const lossy = chance() < 0.5 ? chance() * 0.8 : 0;
  let facts = [];
  let wait = 0;
  for (const [place, sent] of game.entries()) {
    facts = [...facts.slice(0, sent.kept), ...sent.facts];
    wait += chance() < 0.3 ? 0 : chance() * 2500 * slow;
    if (place && chance() < lossy && place < game.length - 1) continue;
    yield { wait, frame: sent.frame, facts };
    wait = 0;
  }
}

/** Follow one game through a conductor; gives what is wrong with what was shown. */
class Follower {
  constructor(game, seed) {
    this.game = game;
    this.chance = chanceFrom(seed);
    /** In every second game the person only looks on, and everything has its time. */
    this.patient = seed % 2 === 0;
    this.clock = new Clock();
    this.log = [];
    this.words = [];
    this.heard = [];
    this.from = 0;
    this.skipped = 0;
    this.drawnAt = null;
    this.conductor = new Conductor(this, this.clock);
  }

  fail(why) {
    assert.fail(`${why}; before: ${this.log.slice(-4).join(", ")}`);
  }

  tell(before, frame) {
    const { view } = frame;
    this.words.push(...(view?.missed ?? []));
    if (!view || !before?.view) return;
    const said = changes(before, frame).join(" ");
    this.heard.push(said);
    if (this.arrives) return;
    const old =
      gameOf(before) === gameOf(frame) ? before.view : { ...before.view, turn_up: null, calls: [], results: [] };
    if (view.undone) {
      this.log.push("undone");
      return;
    }
    const results = view.results.length - old.results.length;
    if (results > 1) this.fail("two results at once");
    if (results) {
      this.log.push(`result ${view.results.length}`);
      if (!said) this.fail("a result without a word");
      return;
    }
    const [then, now] = [seenOf(old), seenOf(view)];
    const fresh = now.slice(then.length && now[0] === then[0] ? then.length : 0);
    if (fresh.length > 1) this.fail(`several facts in one step: ${fresh.join(", ")}`);
    for (const fact of fresh) {
      this.log.push(fact);
      this.hasItsWord(fact, frame, said);
    }
  }

  hasItsWord(fact, frame, said) {
    const [what, , seat, card] = fact.split(" ");
    if (what === "call" && Number(card) === frame.you.seat) return;
    const word = { "turn-up": "Turned up: ", call: `${frame.view.calls.at(-1)?.words}`, play: card && cardWord(card) }[
      what
    ];
    if (!said.includes(word)) this.fail(`${fact} (${seat}) is not told: ${said}`);
  }

  draw(before, frame) {
    const { view } = frame;
    if (!view || !before?.view) return;
    const news = this.log.at(-1);
    if (news === undefined || news === this.drawnNews) return;
    if (this.patient && this.drawnAt !== null && !view.undone && !this.arrives) this.keepsTheTime(news);
    this.drawnNews = news;
    this.drawnAt = this.clock.now;
  }

  keepsTheTime(news) {
    const since = this.clock.now - this.drawnAt;
    const alone = this.drawnNews?.startsWith("turn-up");
    const least = time(alone ? "turnUp" : "action");
    if (since < least - 1) this.fail(`${news} ${since} ms after ${this.drawnNews}, not ${least}`);
  }

  /** What was shown is what has happened; what was not has its words. */
  check(facts, from) {
    const truth = truthOf(facts).slice(from);
    let place = 0;
    let skipped = 0;
    for (const { key, line } of truth) {
      if (key === "game") continue;
      if (this.log[place] === key) {
        place += 1;
        continue;
      }
      skipped += 1;
      if (!this.words.includes(line) && !this.words.includes(MISSED))
        this.fail(`${key} is skipped without a word (${line})`);
    }
    if (place !== this.log.length) this.fail(`shown, but not so: ${this.log.slice(place).join(", ")}`);
    if (this.words.includes(MISSED) && skipped < LINES_SENT / 2) this.fail("nothing much was missed");
    return skipped;
  }

  follow() {
    let known = [];
    for (const { wait, frame, facts } of delivered(this.game, this.chance)) {
      // Nobody goes on while the person here is asked and has not seen it, or while viewers are far behind.
      const { last, queue } = this.conductor;
      const asked = this.patient && last?.view && (last.you.seat === null ? queue.length > 20 : isAsked(last));
      while (asked && this.conductor.behind) this.clock.pass(100);
      this.clock.pass(wait);
      const keys = truthOf(facts).map(({ key }) => key);
      const before = truthOf(known).map(({ key }) => key);
      const back = before.some((key, place) => keys[place] !== key) || this.undid(frame);
      if (last && (gameOf(last) !== gameOf(frame) || last.you.seat !== frame.you.seat))
        this.begins(known, facts, frame);
      else if (back && !this.isSameHand(frame)) this.arrive(known, facts, frame);
      else if (back) this.goBack(facts, frame);
      else this.conductor.add(frame);
      known = facts;
      if (!this.patient && this.chance() < 0.2) this.hurries();
    }
    this.clock.pass(600_000);
    this.skipped += this.check(known, this.from);
    return { hands: known.filter(({ what }) => what === "result").length, skipped: this.skipped, heard: this.heard };
  }

  goBack(facts, frame) {
    this.conductor.add(frame);
    if (this.log.at(-1) !== "undone") this.fail("a take-back waits");
    assert.ok(!this.conductor.behind);
    assert.deepEqual(seenOf(this.conductor.drawn.view), seenOf(frame.view));
    this.forget(facts.length);
  }

  /** What follows has nothing to do with what was shown. */
  forget(from) {
    this.log = [];
    this.words = [];
    this.from = from;
    this.drawnAt = null;
  }

  /** Another game, or another seat: a game is shown from its beginning if that is where it is. */
  begins(known, facts, frame) {
    const { you, view } = this.conductor.last;
    const start = facts.findLastIndex(({ what }) => what === "game") + 1;
    const fromTheDeal = view.result && you.seat === frame.you.seat && frame.view.turn_up && !frame.view.results.length;
    if (!fromTheDeal) {
      this.arrive(known, facts, frame);
      if (you.seat === frame.you.seat && !view.result)
        assert.ok(this.news.startsWith("A game ended while you were away."));
      return;
    }
    this.end(known);
    this.forget(start);
    this.conductor.add(frame);
  }

  /** Everything that is known has been shown. */
  end(known) {
    this.clock.pass(600_000);
    this.skipped += this.check(known, this.from);
  }

  /** The table is shown as it is now, and told. */
  arrive(known, facts, frame) {
    this.end(known);
    const told = this.heard.length;
    this.arrives = true;
    this.conductor.add(frame);
    this.clock.pass(60_000);
    this.arrives = false;
    this.news = this.heard.slice(told).join(" ");
    if (!this.news) this.fail("nothing is told");
    assert.deepEqual(seenOf(this.conductor.drawn.view), seenOf(frame.view));
    this.forget(facts.length);
  }

  isSameHand({ view }) {
    const old = this.conductor.last?.view;
    return old && view.results.length === old.results.length && view.turn_up === old.turn_up;
  }

  /** Something was undone in the hand on the table, even if nobody saw it there. */
  undid(frame) {
    return this.isSameHand(frame) && frame.room.undos !== this.conductor.last.room.undos;
  }

  /** The person taps, acts, or looks elsewhere for a while. */
  hurries() {
    const how = this.chance();
    if (how < 0.4) this.conductor.goOn();
    else if (how < 0.8) this.conductor.catchUp();
    else document.hidden = !document.hidden;
  }
}

test("over networks of all speeds, every fact of many hands is shown in order or told, each in its time", (context) => {
  if (!GAMES) {
    context.skip("the frames are written by tests/web/conductor_frames.py: run this by tests/web/test_javascript.py");
    return;
  }
  const games = readFileSync(GAMES, "utf8").trim().split("\n");
  let hands = 0;
  let skipped = 0;
  const heard = [];
  for (const [seed, text] of games.entries()) {
    settings.pace = ["normal", "quick", "slow"][seed % 3];
    globalThis.matchMedia = () => ({ matches: seed % 4 === 0 });
    document.hidden = false;
    const game = JSON.parse(text).map((sent) => sent);
    for (const again of [0, 1]) {
      const found = new Follower(game, seed * 2 + again).follow();
      hands += found.hands;
      skipped += found.skipped;
      heard.push(...found.heard);
    }
  }
  globalThis.matchMedia = () => ({ matches: true });
  assert.ok(hands >= 2 * Number(process.env.BOWERBIRD_HANDS), `${hands} hands, each followed twice`);
  for (const words of HEARD)
    assert.ok(
      heard.some((said) => words.test(said)),
      `nobody heard ${words}`,
    );
  assert.ok(skipped > 0, "some lines were so slow that not everything could be shown");
});
