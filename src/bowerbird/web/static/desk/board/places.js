// The prizes, and the final places as they are announced: from the bottom up, one at a time. Places that are held back
// are not in the view, so they are not in the page either.

/** @typedef {import("../../shared/wire.js").BoardView} View */
/** @typedef {import("./scenes.js").Scene} Scene */

/** @param {View} _view @returns {Scene | null} */
export function placesScene(_view) {
  return null;
}

/** @param {View} _view @returns {Scene[]} */
export function prizeScenes(_view) {
  return [];
}
