// Recorded games from a file: sent to the server, which checks them, and shown deal by deal with notes and other lines.

import { h } from "../shared/dom.js";
import { listed } from "../shared/english.js";
import { post } from "../shared/site.js";
import { cardSign } from "../table/cards.js";
import { SEAT_WORDS } from "../table/words.js";

/** @typedef {import("../shared/wire.js").RecordedShown} Shown */
/** @typedef {Shown["games"][number]} Game */
/** @typedef {Game["deals"][number]} Deal */
/** @typedef {Deal["lines"][number]} Line */
/** @typedef {Deal["tricks"][number]} Trick */

const LARGEST = 370_000;
const TOO_LARGE = "This file is too large for this page. Use `bowerbird replay` in a terminal.";
const form = /** @type {HTMLFormElement} */ (document.getElementById("recorded-form"));
const input = /** @type {HTMLInputElement} */ (document.getElementById("file"));
const alert = /** @type {HTMLElement} */ (form.querySelector("[role=alert]"));
const place = /** @type {HTMLElement} */ (document.getElementById("recorded"));

/** @param {string} card */
function cardWords(card) {
  if (!/^([789TJQKA][cdhs]|B)$/.test(card)) return `${card} (unknown)`;
  return h("span", { class: /[dh]$/.test(card) ? "red" : null }, cardSign(card));
}

/** @param {Deal["calls"]} calls */
const callWords = (calls) =>
  calls.length ? h("p", {}, calls.map(({ seat, says }) => `${SEAT_WORDS[seat]}: ${says}`).join(" · ")) : null;

/** @param {Trick[]} tricks @param {number} first */
function trickTable(tricks, first) {
  if (!tricks.length) return null;
  const rows = tricks.map(({ plays, winner }, row) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, h("span", { class: "visually-hidden" }, "Trick "), String(first + row)),
      plays.map(({ seat, card }) =>
        h(
          "td",
          { class: seat === winner ? "won" : null },
          h("span", { class: "seat", "aria-hidden": "true" }, `${SEAT_WORDS[seat][0]} `),
          h("span", { class: "visually-hidden" }, `${SEAT_WORDS[seat]} `),
          cardWords(card),
        ),
      ),
      h("td", { class: "winner" }, winner === null ? "" : `${SEAT_WORDS[winner]} wins`),
    ),
  );
  return h("div", { class: "table-scroll" }, h("table", { class: "trick-list" }, h("tbody", {}, rows)));
}

/** @param {Deal["notes"]} notes */
const noteList = (notes) =>
  notes.map(({ on, label, text }) =>
    h(
      "div",
      { class: "note", role: "note" },
      h("p", { class: "quiet" }, `On ${on}`),
      h("p", {}, label ? h("b", {}, `${label}. `) : null, text),
    ),
  );

/** @param {Line} line */
const otherLine = (line) =>
  h(
    "details",
    {},
    h("summary", {}, `Another line, in place of ${line.instead}`),
    callWords(line.calls),
    trickTable(line.tricks, line.first),
    line.wrong
      ? [h("p", {}, line.cards.join(" · ")), h("p", { class: "wrong" }, `This line breaks a rule. ${line.wrong}`)]
      : null,
    line.result ? h("p", {}, line.result) : null,
    noteList(line.notes),
  );

/** @param {Deal} deal */
const dealShown = (deal) =>
  h(
    "section",
    { class: "deal panel" },
    h("h3", {}, `Deal ${deal.number}`),
    h("p", {}, `${SEAT_WORDS[deal.dealer]} deals and turns up `, cardWords(deal.turn_up), "."),
    callWords(deal.calls),
    deal.trump ? h("p", {}, `${deal.trump}.`) : null,
    trickTable(deal.tricks, 1),
    h("p", {}, h("b", {}, deal.result)),
    noteList(deal.notes),
    deal.lines.map(otherLine),
  );

/** @param {Game} game @param {number} number @param {boolean} match */
function gameShown(game, number, match) {
  const title = [match ? `Game ${number}` : "", game.title].filter(Boolean).join(". ") || "The game";
  if (game.broken) return [h("h2", {}, title), h("p", { class: "wrong" }, game.broken)];
  const [north, east, south, west] = game.players;
  const starts = game.start.some(Boolean) ? ` The record starts at ${game.start.join("–")}.` : "";
  return [
    h("h2", {}, title),
    h("p", {}, `North and South: ${listed([north, south])}. East and West: ${listed([east, west])}.${starts}`),
    game.deals.map(dealShown),
    h("p", {}, h("b", {}, game.result)),
  ];
}

/** @param {Shown} shown */
function draw({ title, match, told, games }) {
  const heading = h("h2", { tabindex: "-1" }, match ? title || "The match" : "The file");
  place.replaceChildren(
    ...(match || told.length ? [heading] : []),
    ...told.map((line) => h("p", { role: "status" }, line)),
    h(
      "div",
      {},
      games.map((game, at) => gameShown(game, at + 1, match)),
    ),
  );
  const first = place.querySelector("h2");
  first?.setAttribute("tabindex", "-1");
  first?.focus();
}

/** @param {File} file */
async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const file = input.files?.[0];
  if (!file) return;
  alert.textContent = "";
  place.replaceChildren();
  try {
    if (file.size > LARGEST) throw new Error(TOO_LARGE);
    draw(await post("/api/recorded", { file: await base64(file) }));
  } catch (error) {
    alert.textContent = /** @type {Error} */ (error).message;
  }
});
