// The door to the lessons: which of them are finished, the next one first, and the rules that were played last.

import { h } from "../shared/dom.js";
import { keptRules } from "../table/kept-rules.js";
import "../table/birds.js";
import { marked, wordsFrom } from "./glossary.js";
import { finished } from "./progress.js";

const door = /** @type {HTMLElement} */ (document.getElementById("lessons"));
const first = /** @type {HTMLAnchorElement} */ (document.getElementById("go-on"));
const rules = door.dataset.rules ?? "";

/** Lessons follow the rules that were played last, unless others are asked for. */
const { rules: kept } = keptRules();
const choice = /** @type {HTMLSelectElement} */ (document.getElementById("rules"));
if (kept && kept !== rules && !location.search && [...choice.options].some(({ value }) => value === kept))
  location.replace(`/learn?rules=${encodeURIComponent(kept)}`);

const done = new Set(finished());
const lessons = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-lesson]"))];
for (const lesson of lessons)
  if (done.has(lesson.dataset.lesson ?? ""))
    lesson.querySelector("a")?.append(h("span", { class: "done" }, h("i", { "aria-hidden": "true" }, "✓ "), "Done"));

const next = lessons.find(({ dataset }) => !done.has(dataset.lesson ?? ""));
if (done.size && next) {
  first.href = next.querySelector("a")?.href ?? first.href;
  first.textContent = `Next lesson: ${next.querySelector("b")?.textContent}`;
}

const words = await wordsFrom(`/api/words?rules=${encodeURIComponent(rules)}`);
/** Texts with words of the game, in bold, too. */
const TEXTS = "p:not([role]), li, p b, li b";
for (const panel of document.querySelectorAll("#five-minutes > p:first-of-type, #five-minutes .panel")) {
  // Each word can be tapped once in a panel, where it comes first; what is in bold is what the panel explains.
  const seen = new Set();
  const texts = panel.matches("p") ? [panel] : [...panel.querySelectorAll(TEXTS)];
  const nodes = texts.flatMap((text) => [...text.childNodes].filter((node) => node instanceof Text));
  const isBold = (/** @type {Text} */ node) => Boolean(node.parentElement?.closest("b"));
  for (const node of nodes.sort((one, other) => Number(isBold(other)) - Number(isBold(one))))
    node.replaceWith(...marked(node.data, words, seen));
}
