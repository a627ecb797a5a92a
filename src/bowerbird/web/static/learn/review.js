// The value of each decision in a finished game, as the teacher sees it: the largest mistakes first, each with its table,
// and luck apart from skill. The first is open, the others are a line each. An entry has its own address, which opens it.

import { h } from "../shared/dom.js";
import { plural } from "../shared/english.js";
import { eventPage } from "../shared/own-event.js";
import { post } from "../shared/site.js";
import { nameJoker } from "../table/cards.js";
import { explained, learnWords } from "../table/explained.js";
import { ruleLink } from "../table/my-seat.js";
import { notRated, offenceOf } from "../table/words.js";
import { aboutBars, choices, costWords, picture, sceneOfDecision, whoDecided, youOr } from "./entry.js";
import { didWords, goodWords, isBehind, isGood, isMistake, momentsWords } from "./estimates.js";
import { gameIsOn, listenForGame } from "./game-started.js";
import { proofPicture, proofWords } from "./proof.js";
import { BEING_MADE, reviewOf } from "./review-of.js";
import { byPlayer, head, overview } from "./summary.js";

/** @typedef {import("../shared/wire.js").Review} Review */
/** @typedef {import("../shared/wire.js").Decided} Decided */

const page = /** @type {HTMLElement} */ (document.getElementById("review-page"));
const table = page.dataset.table ?? "";
const wanted = new URLSearchParams(location.search).get("game");

let onlyMine = true;
const onlyMineBox = () => /** @type {HTMLInputElement | null} */ (page.querySelector("#only-mine"));

/** @param {Review} review @param {number | null} seat */
const isWanted = ({ you }, seat) => you === null || !onlyMine || seat === you;

/**
 * A link to the table just before something was done there, and back to this entry.
 * @param {Review} review
 * @param {string} id
 * @param {number} step
 */
const seeIt = (review, id, step) =>
  h(
    "a",
    {
      class: "button",
      "data-see": id,
      href: `/t/${table}/replay?game=${review.game}&from=${id}#${Math.max(0, step - 1)}`,
    },
    "See it on the table",
  );

/**
 * A line that opens what is behind it. That is made when it is opened first.
 * @param {{ class: string, open?: boolean }} attributes
 * @param {Element} line
 * @param {() => unknown} behind
 */
function fold(attributes, line, behind) {
  const made = h("details", attributes, line);
  const fill = () => {
    if (made.open && made.childElementCount === 1) made.append(h("div", { class: "behind" }, behind()));
  };
  made.addEventListener("toggle", fill);
  fill();
  return made;
}

/**
 * One entry: a line with what happened and what it cost; behind it the table, and words beside it.
 * @param {string} id
 * @param {{ title: string, about: string, table: () => Element | null, words: () => unknown[] }} parts
 * @param {boolean} open
 */
const entry = (id, { title, about, table: drawn, words }, open) =>
  h(
    "li",
    { class: "panel decision", id, tabindex: -1 },
    fold(
      { class: "decision-fold", open },
      h("summary", { class: "decision-head" }, h("h3", {}, title), h("span", { class: "quiet" }, about)),
      () => {
        const scene = drawn();
        return h(
          "div",
          { class: scene ? "decision-body" : "decision-body plain" },
          scene,
          h("div", { class: "decision-words" }, words()),
        );
      },
    ),
  );

/**
 * A list of which the first entry is open.
 * @template Item
 * @param {string} title
 * @param {Item[]} items
 * @param {(item: Item, open: boolean) => Element} item
 */
const listOf = (title, items, item) =>
  items.length
    ? h(
        "section",
        {},
        h("h2", {}, title),
        h(
          "ol",
          { class: "decisions" },
          items.map((each, place) => item(each, place === 0)),
        ),
      )
    : null;

/**
 * @param {Review} review
 * @param {import("../shared/wire.js").Missed} mistake
 * @param {boolean} open
 */
const missedItem = (review, { step, hand, seat, did, proof }, open) =>
  entry(
    `m${step}`,
    {
      title: `${youOr(review, seat)} ${did}: nobody claimed it.`,
      about: `Hand ${hand}`,
      table: () => proofPicture(review, proof),
      words: () => [proofWords(proof), h("p", { class: "row" }, seeIt(review, `m${step}`, step))],
    },
    open,
  );

/**
 * Mistakes that nobody claimed, the others' first: those a player could have claimed.
 * @param {Review} review
 */
function missed(review) {
  const own = ({ seat = -1 }) => Number(review.you !== null && seat % 2 === review.you % 2);
  const sorted = [...review.missed].sort((one, other) => own(one) - own(other));
  return listOf("What nobody noticed", sorted, (mistake, open) => missedItem(review, mistake, open));
}

/**
 * @param {Review} review
 * @param {import("../shared/wire.js").Against} against
 * @param {number} place
 * @param {boolean} open
 */
function rulingItem(review, { step, cost, ruling, proof }, place, open) {
  const frame = { you: { seat: review.you }, room: { id: table, chairs: review.people }, view: null };
  return entry(
    `r${place}`,
    {
      title: offenceOf(frame, ruling) || "A ruling",
      about: [`Hand ${ruling.hand}`, cost && `cost ${plural(cost, "point")}`].filter(Boolean).join(" · "),
      table: () => proofPicture(review, proof),
      words: () => [
        h("p", {}, explained([ruling.sentence, ruling.because].filter(Boolean).join(" "))),
        proofWords(proof),
        h("p", { class: "row" }, seeIt(review, `r${place}`, step), ruleLink(frame, ruling)),
      ],
    },
    open,
  );
}

/**
 * The rulings; for a player, those against them.
 * @param {Review} review
 */
const rulings = (review) =>
  listOf(
    "Rulings",
    review.rulings
      .map((against, place) => ({ against, place }))
      .filter(({ against }) => isWanted(review, against.ruling.seat)),
    ({ against, place }, open) => rulingItem(review, against, place, open),
  );

/**
 * @param {Review} review
 * @param {Decided} decision
 * @param {boolean} [open]
 */
const decisionItem = (review, decision, open = false) =>
  entry(
    `d${decision.step}`,
    {
      title: `${whoDecided(review, decision)} ${didWords(decision.did)}`,
      about: `Hand ${decision.hand} · ${costWords(decision)}`,
      table: () => picture(sceneOfDecision(review, decision)),
      words: () => [
        decision.why ? h("p", {}, explained(decision.why)) : null,
        choices(review, decision),
        h("p", { class: "row" }, seeIt(review, `d${decision.step}`, decision.step)),
      ],
    },
    open,
  );

/**
 * Entries behind a line that opens them.
 * @param {Review} review
 * @param {string} words
 * @param {Decided[]} list
 */
function folded(review, words, list) {
  if (!list.length) return null;
  const made = fold({ class: "more" }, h("summary", {}, words), () =>
    h(
      "ol",
      { class: "decisions" },
      list.map((decision) => decisionItem(review, decision)),
    ),
  );
  made.dataset.holds = list.map(({ step }) => `d${step}`).join(" ");
  return made;
}

/** @param {Review} review */
function decisions(review) {
  const sorted = review.decisions
    .filter(({ seat }) => isWanted(review, seat))
    .sort((one, other) => other.cost - one.cost);
  const own = sorted.filter(({ stood_in: stoodIn }) => !stoodIn);
  const bots = sorted.filter(({ stood_in: stoodIn }) => stoodIn);
  const mistakes = own.filter(isMistake);
  const behind = own.filter(isBehind);
  const good = own.filter(isGood).sort((one, other) => one.step - other.step);
  return h(
    "section",
    { class: "moments" },
    h("h2", {}, momentsWords(own.length, mistakes.length)),
    h("p", {}, goodWords(own.length, good.length)),
    review.you !== null
      ? h(
          "label",
          { class: "choice" },
          h("input", { type: "checkbox", id: "only-mine", checked: onlyMine }),
          "Only mine",
        )
      : null,
    mistakes.length
      ? [
          aboutBars(),
          h(
            "ol",
            { class: "decisions" },
            mistakes.map((decision, place) => decisionItem(review, decision, place === 0)),
          ),
        ]
      : null,
    folded(review, `${plural(behind.length, "decision")} a little behind the best`, behind),
    folded(review, `${plural(good.length, "decision")} as good as the teacher's`, good),
    folded(review, `${plural(bots.length, "decision")} by a bot for a player who was away, not counted`, bots),
  );
}

/**
 * Come to an entry by its address, wherever it is folded away.
 * @param {Review} review
 */
function goToEntry(review) {
  const id = location.hash.slice(1);
  if (!id) return;
  const holds = () => document.getElementById(id) ?? page.querySelector(`[data-holds~="${CSS.escape(id)}"]`);
  if (!holds() && onlyMine) {
    onlyMine = false;
    show(review);
  }
  const found = holds();
  if (found instanceof HTMLDetailsElement) whenOpen(found, () => focusOn(id));
  else focusOn(id);
}

/**
 * Open a fold, and continue when that which is behind it is there.
 * @param {HTMLDetailsElement} made
 * @param {() => void} then
 */
function whenOpen(made, then) {
  if (made.open) {
    then();
    return;
  }
  made.addEventListener("toggle", then, { once: true });
  made.open = true;
}

/** @param {string} id */
function focusOn(id) {
  const found = document.getElementById(id);
  const inside = found?.querySelector("details");
  if (!found || !inside) return;
  whenOpen(inside, () => {
    found.scrollIntoView({ block: "start" });
    found.focus({ preventScroll: true });
  });
}

/**
 * True if the reader has made mistakes in this game, so that there is something to try again.
 * @param {Review} review
 */
const ownMistakes = (review) =>
  review.decisions.some((decision) => decision.seat === review.you && !decision.stood_in && isMistake(decision));

/** @param {Review} review */
function show(review) {
  const ways = [
    h("a", { class: "button", href: `/t/${table}` }, "Table"),
    h("a", { class: "button", href: `/t/${table}/replay?game=${review.game}` }, "Replay"),
    eventPage() ? h("a", { class: "button", href: eventPage() }, "Event") : null,
    ownMistakes(review) ? h("a", { class: "button", href: "/practice" }, "Try again") : null,
  ];
  const parts = [
    head(review, ways),
    review.rated ? null : h("p", {}, notRated(review)),
    overview(review),
    rulings(review),
    missed(review),
    decisions(review),
    byPlayer(review),
  ];
  page.replaceChildren(...parts.filter((part) => part !== null));
  const mine = onlyMineBox();
  mine?.addEventListener("change", () => {
    onlyMine = mine.checked;
    show(review);
    onlyMineBox()?.focus();
  });
}

// The browser's own way back leads to the same entry.
page.addEventListener("click", ({ target }) => {
  const link = target instanceof Element ? target.closest("[data-see]") : null;
  if (link instanceof HTMLElement) history.replaceState(null, "", `${location.search}#${link.dataset.see}`);
});

/** @param {number} done */
function waiting(done) {
  const status = page.querySelector("progress");
  if (status) status.value = done;
  else
    page.replaceChildren(
      h("h1", {}, "Review"),
      h("p", { role: "status" }, BEING_MADE),
      h("progress", { max: 1, value: done, "aria-label": "Looked at so far" }),
    );
}

async function load() {
  const [review] = await Promise.all([reviewOf(table, wanted, waiting), learnWords(`/api/tables/${table}/words`)]);
  if ("why" in review) {
    page.replaceChildren(
      h("h1", {}, "Review"),
      h("p", {}, review.why),
      h("a", { class: "button", href: `/t/${table}` }, "Back to the table"),
    );
    return;
  }
  nameJoker(review.joker);
  // Mistakes to try again, and figures for My play. Usually they are there already; if not, they are before *Try again*.
  if (review.you !== null) await post(`/api/tables/${table}/review`, { game: review.game }).catch(() => {});
  show(review);
  goToEntry(review);
  addEventListener("hashchange", () => goToEntry(review));
}

const called = h("p", { role: "status" });
page.before(called);
listenForGame(table, (on) => called.replaceChildren(...(on ? gameIsOn(table) : [])));
await load();
