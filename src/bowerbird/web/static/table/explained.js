// Texts in which words of the game can be tapped, once a page has the words. Until then they are plain.

import { withStyle } from "../shared/dom.js";

/** @type {(text: string, seen?: Set<import("../shared/wire.js").WordExplained>) => unknown} */
let mark = (text) => text;

/** @param {string} text */
export const explained = (text) => mark(text);

/**
 * Many lines, in which each word can be tapped where it comes first.
 * @param {string[]} lines
 */
export function explainedLines(lines) {
  const seen = new Set();
  return lines.map((line) => mark(line, seen));
}

/** @type {Promise<void> | null} */
let learned = null;

/** @param {string} address */
async function learn(address) {
  const [{ marked, wordsFrom }] = await Promise.all([import("../learn/glossary.js"), withStyle("learn/glossary")]);
  const words = await wordsFrom(address);
  mark = (text, seen) => marked(text, words, seen);
}

/**
 * Have the words of a book or of a table, once. Without them, texts stay plain.
 * @param {string} address as for `wordsFrom`
 */
export function learnWords(address) {
  learned ??= learn(address).catch(() => {});
  return learned;
}
