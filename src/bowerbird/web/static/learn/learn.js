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
for (const text of document.querySelectorAll("#five-minutes p:not([role]), #five-minutes li"))
  for (const node of [...text.childNodes]) if (node instanceof Text) node.replaceWith(...marked(node.data, words));
