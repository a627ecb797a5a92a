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

/**
 * Drawings that are not in the page yet, and where they go. A browser lays out all that is there, seen or not: a whole
 * deck keeps it busy for longer than a frame.
 * @type {Map<string, { drawing: Element, into: Element }>}
 */
const aside = new Map();

/** Have a drawing in the page, with all that it is made of. @param {string} id */
export function have(id) {
  const found = aside.get(id);
  if (!found) return;
  aside.delete(id);
  havePartsOf(found.drawing);
  found.into.append(found.drawing);
}

/** @param {ParentNode} drawing */
function havePartsOf(drawing) {
  for (const part of drawing.querySelectorAll("use")) have((part.getAttribute("href") ?? "").slice(1));
}

/** @param {string} kind @param {string} text @param {boolean} whole */
function put(kind, text, whole) {
  const id = `drawings-${kind}`;
  const holder = document.getElementById(id) ?? document.createElement("div");
  const template = document.createElement("template");
  template.innerHTML = text;
  if (!whole)
    for (const drawing of template.content.querySelectorAll("defs > g[id]")) {
      if (drawing.parentElement) aside.set(drawing.id, { drawing, into: drawing.parentElement });
      drawing.remove();
    }
  havePartsOf(template.content);
  holder.id = id;
  holder.className = "visually-hidden";
  holder.setAttribute("aria-hidden", "true");
  holder.replaceChildren(template.content);
  document.body.append(holder);
}

/**
 * Have the drawings of a file in the page, in place of the earlier ones of their kind. Tries until they are there; false
 * if somebody else fetches them already, or if others were wanted in the meantime. Where they are not wanted whole, each
 * one comes into the page by `have`.
 * @param {string} kind
 * @param {string} name
 */
export async function drawingsFrom(kind, name, whole = true) {
  if (wanted.get(kind) === name) return false;
  wanted.set(kind, name);
  for (;;) {
    const text = await fetched(name);
    if (wanted.get(kind) !== name) return false;
    if (text !== null) {
      put(kind, text, whole);
      return true;
    }
    await new Promise((done) => setTimeout(done, AGAIN));
  }
}
