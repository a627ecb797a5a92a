// Takes frames apart: what has happened between two frames, one fact a step, in the order in which it happened. A frame
// tells the whole hand so far, so nothing is lost when several facts come in one; only over the end of a hand some may
// be, and then their words are given instead.

/** @typedef {import("../shared/pace.js").Kind} Kind */
/** @typedef {import("../shared/wire.js").Trick} Trick */
/** @typedef {import("./table-types.js").DrawnView} DrawnView */
/** @typedef {import("./table-types.js").Moment} Moment */
/** @typedef {{ view: DrawnView | null, you: { seat: number | null }, talk?: string[], told?: number, room: object }} Any */
/** @typedef {{ talk?: string[], told?: number }} Said */
/** @template Frame @typedef {{ frame: Frame, kind: Kind }} Step */
/**
 * A fact of a hand that everybody sees: a call, a card, a trick drawn in.
 * @typedef {{ what: "call" | "card" | "gather", seat: number, trick: number, key: string }} Event
 */

const MISSED = "You have missed some of the play.";
/** @type {Trick} */
const NO_TRICK = { plays: [], winner: null };
const NO_MARKER = { style: "numbers", words: "", cards: [], crossed: false, pegs: 0 };
/** Nothing to choose from: what is shown is past. */
const NO_CHOICE = { actions: [], held_back: [], plays: [], why: {}, expose: [], claims: [] };
/** What lies outside of calls and cards, as it was before. */
const ASIDE = /** @type {const} */ ([
  "rulings",
  "exposed",
  "barred",
  "unscored",
  "lead_call",
  "owed",
  "director_asked",
]);

/** @param {DrawnView} view @param {number} seat */
const isDealer = (view, seat) => view.dealer === seat;

/**
 * Everything that happened in this hand, in order.
 * @param {DrawnView} view
 * @returns {Event[]}
 */
function eventsOf(view) {
  /** @type {Event[]} */
  const calls = view.calls.map(({ seat, words }) => ({ what: "call", seat, trick: -1, key: `${seat} ${words}` }));
  const tricks = [...view.tricks, view.trick].map(({ plays, winner }, trick) => {
    /** @type {Event[]} */
    const cards = plays.map(([seat, card]) => ({ what: "card", seat, trick, key: `${seat} ${card}` }));
    /** @type {Event} */
    const gathered = { what: "gather", seat: winner ?? -1, trick, key: `gather ${trick}` };
    return trick < view.tricks.length ? [...cards, gathered] : cards;
  });
  return [...calls, ...tricks.flat()];
}

/** @param {Event[]} before @param {Event[]} after */
const goesOn = (before, after) => before.every(({ key }, place) => after[place]?.key === key);

/**
 * Your own hand before these events, and before the dealer took the turn-up if trump had not been made.
 * @param {DrawnView & { hand?: string[], discards?: string[] }} view
 * @param {string[]} played
 * @param {boolean} made
 * @param {number | null} seat
 */
function handBefore(view, played, made, seat) {
  const held = [...(view.hand ?? []), ...played];
  if (made) return held;
  const taken = seat !== null && isDealer(view, seat) && view.turn_up_is === "taken";
  return [...held, ...(view.discards ?? [])].filter((card) => !taken || card !== view.turn_up);
}

/** @param {DrawnView} view @param {Event | undefined} next @param {boolean} led */
function waitsFor(view, next, led) {
  if (!next) return view.waits;
  return `${view.names[next.seat]} ${next.what === "call" ? "to call" : led ? "to play" : "to lead"}`;
}

/**
 * The table after the first `count` events of a hand of which more is known.
 * @template {DrawnView} View
 * @param {View} view
 * @param {Event[]} events
 * @param {number} count
 * @param {number | null} you
 * @param {Partial<DrawnView>} aside
 * @returns {View}
 */
function asOf(view, events, count, you, aside) {
  const shown = events.slice(0, count);
  const rest = events.slice(count);
  const calls = view.calls.slice(0, shown.filter(({ what }) => what === "call").length);
  const made = view.maker !== null && !rest.some(({ what }) => what === "call");
  const gathered = shown.filter(({ what }) => what === "gather").length;
  const whole = [...view.tricks, view.trick][gathered] ?? NO_TRICK;
  const lying = shown.filter(({ what, trick }) => what === "card" && trick === gathered).length;
  const plays = whole.plays.slice(0, lying);
  const later = rest.filter(({ what }) => what === "card");
  const passed = calls.some(({ seat }) => isDealer(view, seat));
  const next = rest.find(({ what }) => what !== "gather");
  const counts = view.counts.map((cards, seat) => {
    const tooMany = !made && view.phase === "discard" && isDealer(view, seat) ? 1 : 0;
    return cards - tooMany + later.filter((event) => event.seat === seat).length;
  });
  const own = later.filter(({ seat }) => seat === you).map(({ key }) => key.split(" ")[1]);
  const unnamed = { trump: null, maker: null, alone: false, lone_defender: null, sitting_out: [] };
  const calling = {
    phase: passed ? "second round" : "first round",
    turn_up_is: passed ? (view.turn_up_is === "shown" ? "turned down" : view.turn_up_is) : "shown",
  };
  // A trick that only lies to be read keeps nobody from leading to the next.
  const past = next
    ? {
        ...NO_CHOICE,
        ...aside,
        turn: next.seat === you ? null : next.seat,
        waits: waitsFor(view, next, plays.length > 0),
      }
    : {};
  return /** @type {View} */ ({
    ...view,
    ...(made ? { phase: rest.length ? "play" : view.phase } : { ...unnamed, ...calling }),
    ...past,
    calls,
    counts,
    hand: handBefore(view, own, made, you),
    tricks: view.tricks.slice(0, gathered),
    trick: { plays, winner: plays.length === whole.plays.length ? whole.winner : null },
    last_trick: view.tricks[gathered - 1] ?? null,
  });
}

/**
 * The steps from the first `from` events of a hand to all that is known of it. The last one is the view itself.
 * @template {Any} Frame
 * @param {Frame} frame
 * @param {number} from
 * @param {{ said: Said, aside: Partial<DrawnView>, closed?: boolean }} before
 * @returns {Step<Frame>[]}
 */
function unfolded(frame, from, { said, aside, closed = false }) {
  const view = /** @type {DrawnView} */ (frame.view);
  const events = eventsOf(view);
  /** @type {Step<Frame>[]} */
  const steps = [];
  /** @param {Kind} kind @param {DrawnView} shown @param {boolean} last */
  const add = (kind, shown, last) => {
    const told = last && !closed ? frame : { ...frame, ...said };
    steps.push({ kind, frame: /** @type {Frame} */ ({ ...told, view: shown }) });
  };
  for (let count = from + 1; count <= events.length; count += 1) {
    const { what } = events[count - 1];
    // A card that fills the trick is the last fact even if the trick is drawn in with it.
    const last = count === events.length || (events[count].what === "gather" && count + 1 === events.length);
    const now = count === events.length ? view : asOf(view, events, count, frame.you.seat, aside);
    if (what === "gather") {
      const lying = asOf(view, events, count - 1, frame.you.seat, aside);
      add("gather", { ...lying, gathering: true }, last);
      if (count === events.length) add("now", view, true);
    } else if (what === "card") {
      add(now.trick.winner !== null && events[count]?.what === "gather" ? "trick" : "action", now, last);
    } else if (now.maker !== null) {
      add("trump", { ...now, moment: { kind: "trump" } }, last);
      if (count === events.length) add("now", view, true);
    } else {
      add("action", now, last);
    }
  }
  return steps;
}

/**
 * The steps of a hand from its deal: the cards go round, the turn-up lies alone, then everything that was done.
 * @template {Any} Frame
 * @param {Frame} frame
 * @param {{ said: Said, aside: Partial<DrawnView> }} before
 * @returns {Step<Frame>[]}
 */
function fromTheDeal(frame, before) {
  const view = /** @type {DrawnView} */ (frame.view);
  /** @type {DrawnView} */
  const alone = { ...turnUpAlone(frame, before.aside), turning: true };
  const back = /** @type {const} */ ({ phase: "deal", turn_up: null, turn_up_is: "hidden", turning: false });
  /** @type {DrawnView} */
  const dealing = { ...alone, ...NO_CHOICE, ...back, dealing: true };
  /** @param {Kind} kind @param {DrawnView} shown */
  const step = (kind, shown) => ({ kind, frame: /** @type {Frame} */ ({ ...frame, ...before.said, view: shown }) });
  const dealt = step("deal", { ...dealing, dealt: false, waits: `${view.names[view.dealer]} deals` });
  if (mayCallFirst(frame)) return [dealt, { kind: "turnUp", frame: { ...frame, view: { ...view, turning: true } } }];
  const rest = unfolded(frame, 0, before);
  return [dealt, step("turnUp", alone), ...(rest.length ? rest : [{ kind: /** @type {Kind} */ ("now"), frame }])];
}

/**
 * The table before anything was done about the turn-up.
 * @param {Any} frame
 * @param {Partial<DrawnView>} aside
 * @returns {DrawnView}
 */
function turnUpAlone({ view, you }, aside) {
  const drawn = /** @type {DrawnView} */ (view);
  return { ...asOf(drawn, eventsOf(drawn), 0, you.seat, aside), turn: null, stands_for: null, dealt: true };
}

/**
 * Somebody who is the first to be asked need not wait until the turn-up has been looked at.
 * @param {Any} frame
 */
function mayCallFirst({ view, you }) {
  return view !== null && !hasBegun(view) && !view.stands_for && view.turn !== null && view.turn === you.seat;
}

/** @param {DrawnView} view */
const hasBegun = (view) => view.calls.length > 0 || view.turn_up_is !== "shown";

/** What was told up to a frame. @param {Said} frame */
const saidIn = ({ talk, told }) => ({ talk, told });

/**
 * The lines of talk that are new. Only the latest are sent, so some may be lost. Lines of two rounds can be the same:
 * they are counted, and compared only after an undo or in another game.
 * @param {Any} from
 * @param {Any} to
 */
export function newLines(from, to) {
  const [before, now] = [from.talk ?? [], to.talk ?? []];
  const more = (to.told ?? Number.NaN) - (from.told ?? Number.NaN);
  if (more >= 0 && undosOf(from) === undosOf(to))
    return more > now.length ? [MISSED, ...now] : now.slice(now.length - more);
  for (let kept = Math.min(before.length, now.length); kept > 0; kept -= 1) {
    const tail = before.slice(-kept);
    if (tail.every((line, place) => now[place] === line)) return now.slice(kept);
  }
  return before.length ? [MISSED, ...now] : now;
}

/**
 * The passes that threw a hand in, after the calls that are known: read from what was told.
 * @param {DrawnView} old
 * @param {string[]} said
 */
function lastPasses(old, said) {
  /** @type {DrawnView["calls"]} */
  const calls = [];
  let seat = ((old.calls.at(-1)?.seat ?? old.dealer) + 1) % 4;
  for (const line of said) {
    const start = `${old.names[seat]}: `;
    if (!line.startsWith(start)) continue;
    const who = /** @type {import("../shared/wire.js").Seat} */ (seat);
    calls.push({ seat: who, words: line.slice(start.length), fact: { fact: "pass", seat: who } });
    seat = (seat + 1) % 4;
  }
  return calls;
}

/**
 * The last trick of a hand that is over, if it is the one that lay on the table, or the next.
 * @param {DrawnView} old
 * @param {DrawnView} view
 */
function lastTrick(old, view) {
  const last = view.last_trick;
  const { tricks } = view.results[old.results.length];
  if (!last || view.tricks.length || old.tricks.length + 1 !== tricks[0] + tricks[1]) return null;
  const lay = old.trick.plays.every(([, card], place) => last.plays[place]?.[1] === card);
  return lay ? last : null;
}

/** @param {DrawnView} view @param {number | null} seat */
const sitsOut = (view, seat) => view.sitting_out.some((out) => out === seat);

/**
 * The hand that is over, as far as it is known, and the words for what is not.
 * @param {Any & { view: DrawnView }} before
 * @param {Any & { view: DrawnView }} frame
 * @returns {{ view: DrawnView, missed: string[] }}
 */
function handEnded(before, frame) {
  const { view } = frame;
  const old = before.view;
  const { outcome } = view.results[old.results.length];
  const over = { ...old, ...NO_CHOICE, turn: null, result: null, waits: "" };
  const said = linesBefore(view, newLines(before, frame));
  const seen = (old.turn_up ?? old.maker) !== null && view.results.length === old.results.length + 1;
  if (seen && outcome === "thrown in")
    return { view: { ...over, calls: [...old.calls, ...lastPasses(old, said)] }, missed: [] };
  if (seen && old.phase === "count") return { view: over, missed: [] };
  if (seen && view.claimed) {
    const none = /** @type {DrawnView["counts"]} */ (old.counts.map((cards, seat) => (sitsOut(old, seat) ? cards : 0)));
    const laid = sitsOut(old, frame.you.seat) ? {} : { hand: [] };
    const ended = { ...over, ...laid, counts: none, trick: NO_TRICK, laid: view.claimed };
    return { view: ended, missed: callsAndCards(old, said) };
  }
  const last = seen && old.maker !== null ? lastTrick(old, view) : null;
  if (!last) return { view: { ...over, trick: NO_TRICK }, missed: seen ? callsAndCards(old, said) : said };
  const since = last.plays.slice(old.trick.plays.length);
  const counts = old.counts.map((cards, seat) => cards - since.filter(([who]) => who === seat).length);
  const own = since.filter(([who]) => who === frame.you.seat).map(([, card]) => card);
  // People who sit out still hold their cards.
  const { hand = [] } = /** @type {{ hand?: string[] }} */ (old);
  const left = { hand: hand.filter((card) => !own.includes(card)) };
  const ended = { ...over, ...left, tricks: [...old.tricks, last], trick: NO_TRICK, last_trick: last };
  // After a trick that is known more may have been played, if a ruling has ended the hand.
  const missed = callsAndCards(old, said).slice(since.length);
  return { view: { ...ended, counts: /** @type {DrawnView["counts"]} */ (counts) }, missed };
}

/**
 * Those of the lines that tell of a call or a card. All others are told in other ways.
 * @param {DrawnView} old
 * @param {string[]} said
 */
const callsAndCards = ({ names }, said) =>
  said.filter(
    (line) =>
      line === MISSED || names.some((name) => line.startsWith(`${name}: `) || line.startsWith(`${name} plays `)),
  );

/**
 * What was told of earlier hands; rulings are told anyway.
 * @param {DrawnView} view
 * @param {string[]} said
 */
function linesBefore(view, said) {
  const start = said.findLastIndex((line) => line.startsWith(`Hand ${view.hands_played + 1}: `));
  const rulings = view.rulings.map(({ sentence }) => sentence);
  return (start < 0 ? said : said.slice(0, start)).filter((line) => !rulings.includes(line));
}

/**
 * The moment of a hand's result, if it has one.
 * @param {import("../shared/wire.js").HandShown} result
 * @returns {Moment | undefined}
 */
function momentOf(result) {
  if (result.outcome === "euchre") return { kind: "euchre" };
  if (result.outcome === "march") return { kind: result.alone ? "alone" : "march" };
  return undefined;
}

/**
 * A score between two that are known. Where it is neither of them, nothing is known of how it lay on the table.
 * @param {DrawnView} old
 * @param {DrawnView} view
 * @param {number[]} score
 */
function meanwhile(old, view, score) {
  const markers = score.map((points, side) => {
    const like = [old, view].find((each) => each.score[side] === points);
    return like?.markers[side] ?? { ...NO_MARKER, score: points };
  });
  return { score, markers };
}

/**
 * The rest of a hand that is over, its result, and the results of hands of which nothing was seen.
 * @template {Any} Frame
 * @param {Frame & { view: DrawnView }} before
 * @param {Frame & { view: DrawnView }} after
 * @returns {Step<Frame>[]}
 */
function toTheResult(before, after) {
  const old = before.view;
  const { view } = after;
  // The game is not over before its last result has been shown.
  const { games } = /** @type {{ games?: number }} */ (before.room);
  const frame = { ...after, room: { ...after.room, games } };
  const { view: ended, missed } = handEnded(before, frame);
  const aside = asideOf(old);
  const said = saidIn(before);
  const rest = ended.laid
    ? [step({ ...frame, ...said }, "result", missed.length ? { ...ended, missed } : ended)]
    : unfolded({ ...frame, view: ended }, eventsOf(old).length, { said, aside, closed: true });
  // The last of them is the table after all this, which nobody needs to see before the result.
  if (rest.at(-1)?.kind === "now") rest.pop();
  const score = [...old.score];
  const results = view.results.slice(old.results.length).map((result, place, all) => {
    const last = place === all.length - 1;
    for (const side of [0, 1]) score[side] += result.points[side];
    const figures = last ? { score: view.score, markers: view.markers } : meanwhile(old, view, [...score]);
    const moment = momentOf(result);
    const shown = {
      ...ended,
      laid: undefined,
      ...figures,
      hand_over: result,
      rulings: view.rulings,
      phase: "count",
      moment,
    };
    const upTo = { results: view.results.slice(0, old.results.length + place + 1), trick: NO_TRICK };
    const words = place === 0 && missed.length && !ended.laid ? { missed } : {};
    return step({ ...frame, ...(last && !view.turn_up ? {} : said) }, "result", {
      ...shown,
      ...upTo,
      ...words,
    });
  });
  if (!view.result) return [...rest, ...results];
  const last = results[results.length - 1];
  const plain = !last.frame.view?.moment && !missed.length;
  const { winner, score: end } = view.result;
  const over = { ...last.frame.view, moment: { kind: "game", winner, score: end } };
  return [...rest, ...(plain ? results.slice(0, -1) : results), step({ ...last.frame }, "game", over)];
}

/**
 * @template {Any} Frame
 * @param {Frame} frame
 * @param {Kind} kind
 * @param {object} view
 * @returns {Step<Frame>}
 */
const step = (frame, kind, view) => ({ kind, frame: /** @type {Frame} */ ({ ...frame, view }) });

/** @param {DrawnView} view */
const asideOf = (view) =>
  /** @type {Partial<DrawnView>} */ (Object.fromEntries(ASIDE.map((name) => [name, view[name]])));

/**
 * The number of the game that is on the table, or was last.
 * @param {{ room: object, view: { result: unknown } | null }} frame
 */
export function gameOf({ room, view }) {
  const { games = 0 } = /** @type {{ games?: number }} */ (room);
  return games - (view?.result ? 1 : 0);
}

/**
 * How often something was undone at this table.
 * @param {{ room: object }} frame
 */
export const undosOf = ({ room }) => /** @type {{ undos?: number }} */ (room).undos ?? 0;

/** @param {DrawnView} view */
const isEarly = (view) => ["first round", "joker"].includes(view.phase) && view.turn_up_is === "shown";

/**
 * What a person sees who comes in: the turn-up first, while the hand has just begun.
 * @template {Any} Frame
 * @param {Frame} frame
 * @returns {Step<Frame>[]}
 */
function atTheDoor(frame) {
  const { view } = frame;
  if (!view || view.result || !isEarly(view)) return [{ frame, kind: "now" }];
  if (mayCallFirst(frame)) return [{ frame, kind: "turnUp" }];
  return [step(frame, "turnUp", turnUpAlone(frame, {})), { frame, kind: "now" }];
}

/**
 * Something has changed besides calls and cards.
 * @param {DrawnView} old
 * @param {DrawnView} view
 * @returns {Kind}
 */
function kindOf(old, view) {
  /** @param {DrawnView} each */
  const what = (each) => [each.phase, each.turn, each.draws, each.lone_defender, each.stands_for, asideOf(each)];
  return JSON.stringify(what(old)) === JSON.stringify(what(view)) ? "now" : "action";
}

/**
 * Everything to be shown from one frame to another, in order. The last step is the new frame itself.
 * @template {Any} Frame
 * @param {Frame | null} before
 * @param {Frame} frame
 * @returns {Step<Frame>[]}
 */
export function steps(before, frame) {
  const old = before?.view;
  const view = frame.view;
  if (!old || !view || before.you.seat !== frame.you.seat) return atTheDoor(frame);
  const from = { ...before, view: old };
  const to = { ...frame, view };
  if (gameOf(before) !== gameOf(frame)) {
    const begins = old.result && !view.results.length && view.turn_up;
    return begins ? fromTheDeal(frame, { said: { talk: [], told: 0 }, aside: {} }) : atTheDoor(frame);
  }
  if (view.results.length < old.results.length) return undone(frame);
  if (view.results.length > old.results.length) {
    const next = view.turn_up && !view.result ? fromTheDeal(frame, { said: saidIn(before), aside: {} }) : [];
    return [...toTheResult(from, to), ...(next.length ? next : [{ frame, kind: /** @type {Kind} */ ("now") }])];
  }
  const known = { said: saidIn(before), aside: asideOf(old) };
  if (view.turn_up && view.turn_up !== old.turn_up && !view.result) return fromTheDeal(frame, known);
  const [done, all] = [eventsOf(old), eventsOf(view)];
  if (undosOf(before) !== undosOf(frame) || !goesOn(done, all)) return undone(frame);
  const shown = unfolded(frame, done.length, known);
  return shown.length ? shown : [{ frame, kind: kindOf(old, view) }];
}

/**
 * Something was taken back.
 * @template {Any} Frame
 * @param {Frame} frame
 * @returns {Step<Frame>[]}
 */
function undone(frame) {
  const view = /** @type {DrawnView} */ (frame.view);
  return [step(frame, isEarly(view) && !hasBegun(view) ? "turnUp" : "action", { ...view, undone: true })];
}
