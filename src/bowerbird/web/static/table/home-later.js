// What the first page has besides the ways in: the birds' portraits, the games in progress as small tables, the way back
// to an event at which this browser is a player's phone, and the table in play.

import { h, withStyle } from "../shared/dom.js";
import { keptPages } from "../shared/own-event.js";
import { settings } from "../shared/settings.js";
import { showPicture } from "./home-picture.js";
import { smallTable } from "./small-table.js";

/** @typedef {import("../shared/wire.js").PlayerView} PlayerView */

const name = /** @type {HTMLInputElement} */ (document.getElementById("name"));
const ownPlace = /** @type {HTMLElement} */ (document.getElementById("own-picture"));
const changeBird = /** @type {HTMLElement} */ (document.querySelector(".change-bird"));
const back = /** @type {HTMLElement} */ (document.getElementById("back"));

/** How many of the pages that the browser has kept are looked at. */
const LATEST = 5;
const A_DAY = 24 * 3600 * 1000;
const IN_PROGRESS = ["entry", "round", "between", "play-offs"];
const PLAYING = ["entered", "here", "late"];

/** The bird that a person has chosen: here, if the server has not heard of it yet, otherwise on any device. */
const ownBird = () => (settings.birdWaits ? settings.bird : (ownPlace.dataset.bird ?? settings.bird));

/** The picture that the table will show: the bird that was chosen, or initials. */
const own = () => ({ bird: ownBird(), name: name.value.trim() || name.dataset.known || "Guest" });

function ownPicture() {
  const { bird, name: called } = own();
  ownPlace.replaceChildren(h("bird-portrait", { bird: bird || null, name: called, "aria-hidden": "true" }));
}

/** @param {PlayerView} view */
function isInProgress({ phase, date, now, trial, you }) {
  const near = !date || Math.abs(Date.parse(`${date}T12:00`) - now) < A_DAY;
  return near && !trial && IN_PROGRESS.includes(phase) && PLAYING.includes(you.presence);
}

/** @param {string} path @param {PlayerView} view */
function addWayBack(path, { title, sentence }) {
  const first = back.childElementCount === 0;
  back.append(
    h(
      "article",
      { class: "way-back" },
      h("p", {}, h("b", {}, `${title}.`), ` ${sentence}`),
      h("a", { class: first ? "button main-button" : "button", href: path }, "Back to your event"),
    ),
  );
  back.hidden = false;
  document.querySelector(".home")?.classList.add("has-back");
  document.querySelector(".play-now")?.removeAttribute("data-main");
}

async function eventsOfThisPhone() {
  for (const path of keptPages().slice(-LATEST)) {
    const answer = await fetch(`/api/desk/${path.slice(3)}/view`).catch(() => null);
    // A link that was cancelled leads nowhere.
    const view = answer?.ok ? /** @type {PlayerView} */ (await answer.json()) : null;
    if (view && isInProgress(view)) addWayBack(path, view);
  }
}

function drawGames() {
  for (const way of /** @type {NodeListOf<HTMLElement>} */ (back.querySelectorAll("[data-scene]")))
    way.prepend(smallTable(JSON.parse(way.dataset.scene ?? ""), { decorative: true }));
}

/** Where no table has a free seat: three birds and a seat for you. */
function drawFreeSeat() {
  const place = document.querySelector("[data-free-seat]");
  if (!place) return;
  const table = smallTable({ names: ["Robin", "Heron", "+", "Wren"] }, { decorative: true });
  place.prepend(table);
}

async function start() {
  // Our own deck stands on the first page, on whatever deck a person plays. Nothing is saved here.
  settings.faces = "birds";
  eventsOfThisPhone();
  await Promise.all([withStyle("table/cards"), withStyle("table/seats")]);
  for (const face of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-face]")))
    face.append(h("bird-portrait", { bird: face.dataset.face, name: "", "aria-hidden": "true" }));
  ownPicture();
  drawGames();
  drawFreeSeat();
  const drawPicture = showPicture(own);
  name.addEventListener("input", () => {
    ownPicture();
    drawPicture();
  });
  if (!ownBird()) changeBird.textContent = "Choose a bird";
}

start();
