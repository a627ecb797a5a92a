// Written by `make write`: the edition of each file of drawings.

/** @type {Record<string, string>} */
export const EDITIONS = {
  classic: "757ab6b0",
  birds: "c6048e78",
  portraits: "f9c33665",
};
