// Drawings in files of their own: fetched once, kept by the browser, and put into the page to be used by reference.

import { EDITIONS } from "./deck-editions.js";

const AGAIN = 3000;

/**
 * What each kind of drawing is wanted from.
 * @type {Map<string, string>}
 */
const wanted = new Map();

/** @param {string} name */
async function fetched(name) {
  try {
    const answer = await fetch(`/static/table/decks/${name}.svg?${EDITIONS[name]}`);
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

/** @param {string} kind @param {string} text */
function put(kind, text) {
  const id = `drawings-${kind}`;
  const holder = document.getElementById(id) ?? document.createElement("div");
  holder.id = id;
  holder.className = "visually-hidden";
  holder.setAttribute("aria-hidden", "true");
  holder.innerHTML = text;
  document.body.append(holder);
}

/**
 * Have the drawings of a file in the page, in place of the earlier ones of their kind. Tries until they are there; false
 * if somebody else fetches them already, or if others were wanted in the meantime.
 * @param {string} kind
 * @param {string} name
 */
export async function drawingsFrom(kind, name) {
  if (wanted.get(kind) === name) return false;
  wanted.set(kind, name);
  for (;;) {
    const text = await fetched(name);
    if (wanted.get(kind) !== name) return false;
    if (text !== null) {
      put(kind, text);
      return true;
    }
    await new Promise((done) => setTimeout(done, AGAIN));
  }
}
