// What each decision of a finished game was worth in the expert's eyes: the largest mistakes first, luck and skill
// apart.

import { gameIsOn, listenForGame } from "./called.js";
import { h } from "./dom.js";
import { ruleLink } from "./own.js";
import { rulingWords } from "./words.js";

const page = document.getElementById("review-page");
const table = page.dataset.table;
const wanted = new URLSearchParams(location.search).get("game");
const AGAIN = 1500;
const SMALL = 0.05;

let onlyMine = true;

const points = (value) => `${value < 0 ? "−" : value > 0 ? "+" : ""}${Math.abs(value).toFixed(2)}`;
const cost = (value) => `${value.toFixed(2)} points`;

const isSeated = ({ you }) => you !== null && you !== undefined;
const isWanted = (review, seat) => !isSeated(review) || !onlyMine || seat === review.you;

function sides(review) {
  if (!review.sides) return null;
  const own = review.you === null || review.you === undefined ? null : review.you % 2;
  const words = own === null ? ["North and South", "East and West"] : own === 0 ? ["We", "They"] : ["They", "We"];
  const order = own === 1 ? [1, 0] : [0, 1];
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, "Luck and skill"),
    h("p", {}, "Skill is what the decisions gained or lost against the other side. Luck is all the rest: the cards."),
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

function people(review) {
  if (!review.people?.length) return null;
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

function options(decision) {
  if (!decision.options?.length) return null;
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

const nameOf = (review, seat) => review.people?.find((person) => person.seat === seat)?.name ?? "";

/** The table just before something was done there. */
const seeIt = (review, step) =>
  h("a", { href: `/t/${table}/replay?game=${review.game}#${Math.max(0, step - 1)}` }, "See it on the table");

function rulingItem(review, { step, cost: lost, ruling }) {
  const frame = {
    you: { seat: review.you ?? null },
    room: { id: table },
    view: { names: review.people.map(({ name }) => name) },
  };
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
    h("p", { class: "row" }, ruleLink(frame, ruling), seeIt(review, step)),
  );
}

/** What was ruled; for somebody who played, against them. */
function rulings(review) {
  const told = (review.rulings ?? []).filter(({ ruling }) => isWanted(review, ruling.seat));
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

function decisionItem(review, decision) {
  const mine = decision.seat === review.you;
  const name = nameOf(review, decision.seat);
  const who = decision.stood_in ? `A computer player for ${mine ? "you" : name}` : mine ? "You" : name;
  return h(
    "li",
    { class: "panel decision" },
    h(
      "p",
      { class: "decision-head" },
      h("b", {}, `Hand ${decision.hand}`),
      h("span", { class: "cost" }, decision.cost > SMALL ? `cost ${cost(decision.cost)}` : "as the expert"),
    ),
    h("p", {}, `${who}: ${decision.did}. `, decision.cost > SMALL ? h("b", {}, `The expert: ${decision.best}.`) : null),
    decision.why ? h("p", { class: "quiet" }, decision.why) : null,
    h("details", {}, h("summary", {}, "All choices"), options(decision)),
    seeIt(review, decision.step),
  );
}

function decisions(review) {
  const sorted = review.decisions.filter(({ seat }) => isWanted(review, seat));
  // What a bot decided for somebody who was away comes last, and counts for nobody.
  sorted.sort((one, other) => one.stood_in - other.stood_in || other.cost - one.cost);
  const own = sorted.filter(({ stood_in: stoodIn }) => !stoodIn);
  const mistakes = own.filter(({ cost: size }) => size > SMALL).length;
  const others = sorted.length - own.length;
  return h(
    "section",
    {},
    h("h2", {}, "Decisions by the size of the mistake"),
    isSeated(review)
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
      mistakes ? `${mistakes} of ${own.length} cost something.` : `None of ${own.length} cost anything worth naming.`,
      others ? ` ${others} more ${others === 1 ? "was" : "were"} a computer player's, and not counted.` : null,
    ),
    h(
      "ol",
      { class: "decisions" },
      sorted.map((decision) => decisionItem(review, decision)),
    ),
  );
}

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
    h("div", { class: "panels" }, [sides(review), people(review)].filter(Boolean)),
    ...[rulings(review), decisions(review)].filter(Boolean),
  );
  page.querySelector("#only-mine")?.addEventListener("change", (event) => {
    onlyMine = event.target.checked;
    show(review);
    page.querySelector("#only-mine").focus();
  });
}

/** The expert needs a while: ask until the review is ready, and say so meanwhile. */
async function load() {
  const answer = await fetch(`/api/tables/${table}/review${wanted ? `?game=${wanted}` : ""}`);
  const review = await answer.json();
  if (!answer.ok) {
    page.replaceChildren(
      h("h1", {}, "Review"),
      h("p", {}, review.why ?? "There is no review of this game."),
      h("a", { class: "button", href: `/t/${table}` }, "To the table"),
    );
  } else if (review.ready === false) {
    page.replaceChildren(
      h("h1", {}, "Review"),
      h("p", { role: "status" }, "The expert looks at the game. This takes a moment."),
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
