// The page in place of another one, while the server can't be reached: it opens that one as soon as there is an answer.

import { isOnlyHere } from "./reach.js";

const EVERY = 3_000;
const PATIENCE = 5_000;
// What a proxy says for a server that is down.
const NOBODY_THERE = [502, 504];

const said = /** @type {HTMLElement} */ (document.getElementById("tried"));
const button = /** @type {HTMLButtonElement} */ (document.getElementById("again"));

async function answers() {
  const options = { cache: /** @type {const} */ ("no-store"), signal: AbortSignal.timeout(PATIENCE) };
  const answer = await fetch("/health", options).catch(() => null);
  return answer !== null && !NOBODY_THERE.includes(answer.status);
}

/** @type {number | undefined} */
let next;

async function look() {
  clearTimeout(next);
  if (await answers()) location.reload();
  else next = setTimeout(look, EVERY);
}

button.addEventListener("click", async () => {
  said.textContent = "Trying…";
  await look();
  said.textContent = "Still no answer. This page keeps trying.";
});
addEventListener("online", look);
document.addEventListener("visibilitychange", () => document.hidden || look());

const here = isOnlyHere(location.origin);
/** @type {HTMLElement} */ (document.getElementById("here")).hidden = !here;
/** @type {HTMLElement} */ (document.getElementById("elsewhere")).hidden = here;
// Its own address is of no use to anybody: a link or a bookmark leads to the first page.
if (location.pathname === "/offline") history.replaceState(null, "", "/");
next = setTimeout(look, EVERY);
