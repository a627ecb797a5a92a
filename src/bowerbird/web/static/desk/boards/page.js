// The page of boards: what every table made of the same cards. Cards and results come when nobody has to play a board
// any more. The desk sees results at once, and can note that a board was mixed up.

import { h, morphChildren } from "../../shared/dom.js";
import { plural } from "../../shared/english.js";
import { averageWords } from "../board-words.js";
import { follow, get, Outbox } from "../event-connection.js";
import { fieldOf } from "../fields.js";

/** @typedef {import("../../shared/wire.js").AllBoards} AllBoards */
/** @typedef {import("../../shared/wire.js").BoardShown} Board */
/** @typedef {import("../../shared/wire.js").BoardResult} Result */

const page = /** @type {HTMLElement} */ (document.querySelector("#boards"));
const { token = "", role = "", title = "" } = page.dataset;
const outbox = new Outbox(token);
/** @type {AllBoards | null} */
let all = null;
let trouble = "";

follow(token, {
  heard: read,
  changed(line, why) {
    trouble = line === "lost" ? "No connection. Trying again…" : line === "refused" ? (why ?? "") : "";
    draw();
  },
});

async function read() {
  try {
    all = await get(token, "boards");
    trouble = "";
  } catch (error) {
    trouble = /** @type {Error} */ (error).message;
  }
  draw();
}

const SEATS = ["North", "East", "South", "West"];

/** @param {NonNullable<Board["cards"]>} cards */
function hands({ hands, turn_up: turnUp, kitty }) {
  return h(
    "dl",
    { class: "hands" },
    hands.map((hand, at) => [h("dt", {}, SEATS[at]), h("dd", {}, hand.map(card))]),
    h("dt", {}, "Turned up"),
    h("dd", {}, card(turnUp), h("span", { class: "quiet" }, " under it "), kitty.map(card)),
  );
}

/** @param {string} words */
const card = (words) => h("span", { class: "card" }, words, " ");

/** @param {Result} result @param {number} side */
function made({ ns, ew, adjusted }, side) {
  if (adjusted) return adjusted[0] || adjusted[1] ? averageWords(adjusted[side]) : "not played";
  return String((side ? ew : ns) || "");
}

/** @param {Result} result */
const notes = ({ online, fouled, others, adjusted }) =>
  [online ? "online" : "", fouled ? "other cards" : "", others || adjusted ? "" : "nothing to compare with"].filter(
    Boolean,
  );

/** @param {Result} result */
function row(result) {
  const { round, table, names, worth } = result;
  const small = notes(result);
  return h(
    "tr",
    {},
    h("td", {}, `${round}.${table}`, h("span", { class: "visually-hidden" }, `: round ${round}, table ${table}`)),
    h(
      "td",
      { class: "names" },
      names[0],
      h("br", {}),
      names[1],
      small.length ? h("small", {}, small.join(", ")) : null,
    ),
    h("td", { class: "figure" }, made(result, 0), h("br", {}), made(result, 1)),
    h("td", { class: "figure" }, worth[0], h("br", {}), worth[1]),
  );
}

/** @param {Board} board */
function results({ results: found }) {
  if (!found.length) return null;
  return h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, h("abbr", { title: "Round and table" }, "At")),
        h("th", { scope: "col" }, "N/S, E/W"),
        h("th", { scope: "col", class: "figure" }, "Points"),
        h("th", { scope: "col", class: "figure" }, h("abbr", { title: "Difference from the other tables" }, "Diff.")),
      ),
    ),
    h("tbody", {}, found.map(row)),
  );
}

/** @param {Board} board @param {number} rounds */
function foul({ board, since }, rounds) {
  return h(
    "details",
    {},
    h("summary", {}, since ? `Mixed up from round ${since} on` : "Were the cards mixed up?"),
    h(
      "form",
      { "data-foul": board },
      h(
        "label",
        {},
        "From round ",
        h("input", { name: "since", type: "number", min: 0, max: rounds, value: since || null, required: true }),
      ),
      h("label", {}, "Reason ", h("input", { name: "reason", type: "text", maxlength: 200 })),
      h(
        "p",
        { class: "quiet" },
        "Tables in the room are then compared in two groups. Enter 0 if it was right after all.",
      ),
      h("button", {}, "Save"),
    ),
  );
}

/** @param {Board} board @param {AllBoards} all */
function section(board, { desk, rounds }) {
  const { open, played, of, cards, dealer } = board;
  const state = open ? "" : `Played at ${played} of ${plural(of, "table")} so far. The cards come up later.`;
  return h(
    "section",
    { class: "panel board", "data-key": `board ${board.board}`, id: `board-${board.board}` },
    h("h2", {}, `Board ${board.board}`, h("small", { class: "quiet" }, ` ${dealer} deals`)),
    state ? h("p", { class: "quiet" }, state) : null,
    cards ? hands(cards) : null,
    results(board),
    desk && role === "director" && played > 0 ? foul(board, rounds) : null,
  );
}

/** @param {AllBoards} all */
function proof({ digest, seed }) {
  if (!digest) return null;
  return h(
    "details",
    {},
    h("summary", {}, "Check that the boards were dealt fairly"),
    h("p", {}, "All boards follow from one secret. Its fingerprint was here before the first round:"),
    h("p", {}, h("code", {}, digest)),
    seed
      ? [h("p", {}, "Now everyone may see the secret:"), h("p", {}, h("code", {}, seed))]
      : h("p", {}, "The secret comes up here when the event is finished."),
  );
}

/** @param {AllBoards} all */
function content(all) {
  if (!all.boards.length) return [h("p", {}, "No boards have been played yet.")];
  return [
    h(
      "p",
      {},
      "The difference is a side's points, less the mean of the other tables that sat the same way with the same cards.",
    ),
    h(
      "nav",
      { class: "jump", "aria-label": "Boards" },
      all.boards.map(({ board }) => h("a", { href: `#board-${board}` }, String(board))),
    ),
    h(
      "div",
      { class: "all-boards" },
      all.boards.map((board) => section(board, all)),
    ),
  ];
}

page.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const board = Number(form.dataset.foul);
  const since = Number(fieldOf(form, "since")?.value);
  try {
    await outbox.send({ what: "foul-board", board, since, reason: fieldOf(form, "reason")?.value ?? "" });
  } catch (error) {
    trouble = /** @type {Error} */ (error).message;
    draw();
  }
});

function draw() {
  const parts = [
    h("h1", {}, `Boards: ${title}`),
    trouble ? h("p", { role: "status" }, trouble) : null,
    ...(all ? content(all) : [h("p", { class: "quiet" }, "Loading…")]),
    all ? proof(all) : null,
  ];
  morphChildren(
    page,
    parts.filter((part) => part !== null),
  );
}
