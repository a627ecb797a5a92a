// Texts in which words of the game can be tapped, once a page has the words. Until then they are plain.

/** @type {(text: string) => unknown} */
let mark = (text) => text;

/** @param {string} text */
export const explained = (text) => mark(text);

/**
 * Have the words of a book or of a table.
 * @param {string} address as for `wordsFrom`
 */
export async function learnWords(address) {
  const { marked, wordsFrom } = await import("../learn/glossary.js");
  const words = await wordsFrom(address);
  mark = (text) => marked(text, words);
}
