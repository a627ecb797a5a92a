// Written by `make decks`: the edition of each file of drawings.

/** @type {Record<string, string>} */
export const EDITIONS = {
  classic: "4802373c",
  birds: "e80dc4e0",
  portraits: "f9c33665",
};
