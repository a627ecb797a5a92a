// The value of each decision in a finished game, as the expert sees it: the largest mistakes first, and luck apart
// from skill.

import { h } from "../shared/dom.js";
import { ruleLink } from "../table/my-seat.js";
import { rulingWords } from "../table/words.js";
import { gameIsOn, listenForGame } from "./game-started.js";
import { proofOf } from "./proof.js";

/** @typedef {import("../shared/wire.js").Review} Review */
/** @typedef {import("../shared/wire.js").Decided} Decided */

const page = /** @type {HTMLElement} */ (document.getElementById("review-page"));
const table = page.dataset.table ?? "";
const wanted = new URLSearchParams(location.search).get("game");
const AGAIN = 1500;
const SMALL = 0.05;

let onlyMine = true;
const onlyMineBox = () => /** @type {HTMLInputElement | null} */ (page.querySelector("#only-mine"));

/** @param {number} value */
const points = (value) => `${value < 0 ? "−" : value > 0 ? "+" : ""}${Math.abs(value).toFixed(2)}`;
/** @param {number} value */
const cost = (value) => `${value.toFixed(2)} points`;

/** @param {Review} review @param {number | null} seat */
const isWanted = ({ you }, seat) => you === null || !onlyMine || seat === you;

/** @param {Review} review */
function sides(review) {
  const own = review.you === null ? null : review.you % 2;
  const words = own === null ? ["North and South", "East and West"] : own === 0 ? ["We", "They"] : ["They", "We"];
  const order = own === 1 ? [1, 0] : [0, 1];
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, "Luck and skill"),
    h("p", {}, "Skill is what a side gained or lost by its decisions. Luck is everything else: the cards."),
    h(
      "div",
      { class: "table-scroll", role: "region", "aria-label": "Luck and skill", tabindex: 0 },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["", "Points", "Luck", "Skill"].map((word) => h("th", { scope: "col" }, word)),
          ),
        ),
        h(
          "tbody",
          {},
          order.map((side) => {
            const row = review.sides[side];
            return h(
              "tr",
              {},
              h("th", { scope: "row" }, words[side]),
              h("td", {}, String(row.points)),
              h("td", {}, points(row.luck)),
              h("td", {}, points(row.skill)),
            );
          }),
        ),
      ),
    ),
  );
}

/** @param {Review} review */
function people(review) {
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, "By player"),
    h(
      "div",
      { class: "table-scroll", role: "region", "aria-label": "By player", tabindex: 0 },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["Player", "Decisions", "Mistakes", "Lost"].map((word) => h("th", { scope: "col" }, word)),
          ),
        ),
        h(
          "tbody",
          {},
          review.people.map((person) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, person.name),
              h("td", {}, String(person.decisions)),
              h("td", {}, String(person.mistakes)),
              h("td", {}, person.cost.toFixed(2)),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @param {Decided} decision */
function options(decision) {
  if (!decision.options.length) return null;
  const best = Math.max(...decision.options.map(({ worth }) => worth));
  return h(
    "ul",
    { class: "options" },
    decision.options.map(({ words, worth }) =>
      h(
        "li",
        {},
        h("span", {}, words),
        h("meter", { min: 0, max: 4, value: Math.max(0, 4 - (best - worth)), "aria-label": `worth of ${words}` }),
        h("span", { class: "worth" }, points(worth)),
      ),
    ),
  );
}

/** @param {Review} review @param {number} seat */
const nameOf = (review, seat) => review.people.find((person) => person.seat === seat)?.name ?? "";

/**
 * A link to the table just before something was done there.
 * @param {Review} review
 * @param {number} step
 */
const seeIt = (review, step) =>
  h("a", { href: `/t/${table}/replay?game=${review.game}#${Math.max(0, step - 1)}` }, "See it at the table");

/** @param {Review} review @param {number} seat */
const youOr = (review, seat) => (seat === review.you ? "You" : nameOf(review, seat));

/** @param {Review} review @param {import("../shared/wire.js").Missed} mistake */
function missedItem(review, { step, hand, seat, did, proof }) {
  return h(
    "li",
    { class: "panel decision" },
    h("p", { class: "decision-head" }, h("b", {}, `Hand ${hand}`)),
    h("p", {}, `${youOr(review, seat)} ${did}: nobody claimed it.`),
    proofOf(proof, (who) => youOr(review, who)),
    h("p", { class: "row" }, seeIt(review, step)),
  );
}

/**
 * Mistakes that nobody claimed, the others' first: those a player could have claimed.
 * @param {Review} review
 */
function missed(review) {
  if (!review.missed.length) return null;
  const own = ({ seat = -1 }) => Number(review.you !== null && seat % 2 === review.you % 2);
  const sorted = [...review.missed].sort((one, other) => own(one) - own(other));
  return h(
    "section",
    {},
    h("h2", {}, "What nobody noticed"),
    h(
      "ol",
      { class: "decisions" },
      sorted.map((mistake) => missedItem(review, mistake)),
    ),
  );
}

/** @param {Review} review @param {import("../shared/wire.js").Against} against */
function rulingItem(review, { step, cost: lost, ruling, proof }) {
  const frame = { you: { seat: review.you }, room: { id: table, chairs: review.people }, view: null };
  return h(
    "li",
    { class: "panel decision" },
    h(
      "p",
      { class: "decision-head" },
      h("b", {}, `Hand ${ruling.hand}`),
      lost ? h("span", { class: "cost" }, `cost ${lost === 1 ? "1 point" : `${lost} points`}`) : null,
    ),
    h("p", {}, rulingWords(frame, ruling)),
    proofOf(proof, (seat) => youOr(review, seat)),
    h("p", { class: "row" }, ruleLink(frame, ruling), seeIt(review, step)),
  );
}

/**
 * The rulings; for a player, those against them.
 * @param {Review} review
 */
function rulings(review) {
  const told = review.rulings.filter(({ ruling }) => isWanted(review, ruling.seat));
  if (!told.length) return null;
  return h(
    "section",
    {},
    h("h2", {}, "Rulings"),
    h(
      "ol",
      { class: "decisions" },
      told.map((against) => rulingItem(review, against)),
    ),
  );
}

/** @param {Review} review @param {Decided} decision */
function decisionItem(review, decision) {
  const mine = decision.seat === review.you;
  const name = nameOf(review, decision.seat);
  const who = decision.stood_in ? `A bot for ${mine ? "you" : name}` : mine ? "You" : name;
  return h(
    "li",
    { class: "panel decision" },
    h(
      "p",
      { class: "decision-head" },
      h("b", {}, `Hand ${decision.hand}`),
      h("span", { class: "cost" }, decision.cost > SMALL ? `cost ${cost(decision.cost)}` : "same as the expert"),
    ),
    h("p", {}, `${who}: ${decision.did}. `, decision.cost > SMALL ? h("b", {}, `The expert: ${decision.best}.`) : null),
    decision.why ? h("p", { class: "quiet" }, decision.why) : null,
    h("details", {}, h("summary", {}, "All choices"), options(decision)),
    seeIt(review, decision.step),
  );
}

/** @param {Review} review */
function decisions(review) {
  const sorted = review.decisions.filter(({ seat }) => isWanted(review, seat));
  // Decisions of a bot for a player who was away come last, and are not counted.
  sorted.sort((one, other) => Number(one.stood_in) - Number(other.stood_in) || other.cost - one.cost);
  const own = sorted.filter(({ stood_in: stoodIn }) => !stoodIn);
  const mistakes = own.filter(({ cost: size }) => size > SMALL).length;
  const others = sorted.length - own.length;
  return h(
    "section",
    {},
    h("h2", {}, "Decisions, biggest mistakes first"),
    review.you !== null
      ? h(
          "label",
          { class: "choice" },
          h("input", { type: "checkbox", id: "only-mine", checked: onlyMine }),
          "Only mine",
        )
      : null,
    h(
      "p",
      {},
      mistakes
        ? `${mistakes} of ${own.length} cost something.`
        : `None of ${own.length} cost more than ${SMALL} points.`,
      others ? ` ${others} more ${others === 1 ? "was" : "were"} made by a bot, and not counted.` : null,
    ),
    h(
      "ol",
      { class: "decisions" },
      sorted.map((decision) => decisionItem(review, decision)),
    ),
  );
}

/** @param {Review} review */
function show(review) {
  const head = [
    h("h1", {}, "Review"),
    h(
      "p",
      { class: "row" },
      h("a", { class: "button", href: `/t/${table}` }, "Table"),
      h("a", { class: "button", href: `/t/${table}/replay?game=${review.game}` }, "Replay"),
    ),
  ];
  page.replaceChildren(
    ...head,
    h("div", { class: "panels" }, sides(review), people(review)),
    ...[rulings(review), missed(review), decisions(review)].filter((part) => part !== null),
  );
  const mine = onlyMineBox();
  mine?.addEventListener("change", () => {
    onlyMine = mine.checked;
    show(review);
    onlyMineBox()?.focus();
  });
}

/** Ask until the review is ready, because the expert needs a while, and say so. */
async function load() {
  const answer = await fetch(`/api/tables/${table}/review${wanted ? `?game=${wanted}` : ""}`);
  /** @type {Review | import("../shared/wire.js").Why} */
  const review = await answer.json();
  if ("why" in review) {
    page.replaceChildren(
      h("h1", {}, "Review"),
      h("p", {}, review.why),
      h("a", { class: "button", href: `/t/${table}` }, "Back to the table"),
    );
  } else if (!review.ready) {
    page.replaceChildren(
      h("h1", {}, "Review"),
      h("p", { role: "status" }, "The expert is looking at the game. This takes a moment."),
    );
    setTimeout(load, AGAIN);
  } else {
    show(review);
  }
}

const called = h("p", { role: "status" });
page.before(called);
listenForGame(table, (on) => called.replaceChildren(...(on ? gameIsOn(table) : [])));
await load();
