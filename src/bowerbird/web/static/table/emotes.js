// The small pictures to say something with: a face that the bower's bird could make, drawn in a few lines each.

import { svg } from "../shared/dom.js";

/** @typedef {import("../shared/wire.js").RoomShown["emotes"][number]} Emote */

const FACE = '<circle cx="24" cy="24" r="21" fill="#e3a93a" stroke="#12203a" stroke-width="2.5"/>';
const LINE = 'fill="none" stroke="#12203a" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"';
const EYES = '<circle cx="16.5" cy="20" r="2.7" fill="#12203a"/><circle cx="31.5" cy="20" r="2.7" fill="#12203a"/>';

/** @type {Record<Emote, string>} */
const DRAWN = {
  Applause: `<path ${LINE} fill="#e3a93a" d="M13 27 24 11c2-3 6 0 4 3l-5 8m1-1 8-11c2-3 6 0 4 3l-8 12m2-2 6-8c2-3 6 0 4 3L29 36c-5 7-13 7-18 0-2-3-1-6 2-9Z"/><path ${LINE} d="M9 12 5 8m11-1-1-5m28 38 3 3"/>`,
  Laughter: `${FACE}<path ${LINE} d="m12 20 5-4 5 4m4 0 5-4 5 4"/><path fill="#fffdf7" stroke="#12203a" stroke-width="3" stroke-linejoin="round" d="M13 27h22c-1 8-6 11-11 11s-10-3-11-11Z"/>`,
  Surprise: `${FACE}${EYES}<path ${LINE} d="M13 13c2-2 5-2 7 0m8 0c2-2 5-2 7 0"/><ellipse cx="24" cy="33" rx="4.5" ry="6" fill="#12203a"/>`,
  Phew: `${FACE}<path ${LINE} d="m12 20 8 2m16-2-8 2m-11 13c4-4 10-4 14 0"/><path fill="#2456c7" stroke="#12203a" stroke-width="2" d="M38 8c4 5 5 7 5 9a5 5 0 0 1-10 0c0-2 1-4 5-9Z"/>`,
  Oops: `${FACE}${EYES}<path ${LINE} d="m15 34 4-3 5 3 5-3 4 3"/><path stroke="#b3372b" stroke-width="4" stroke-linecap="round" d="M9 28h4m22 0h4"/>`,
  Cheers: `<path ${LINE} fill="#fffdf7" d="M8 14h13l-1 13c-1 5-10 5-11 0Zm19 0h13l-1 13c-1 5-10 5-11 0Z"/><path fill="#e3a93a" d="M9.5 19h10l-.7 8c-.8 3.5-7.8 3.5-8.6 0Zm19 0h10l-.7 8c-.8 3.5-7.8 3.5-8.6 0Z"/><path ${LINE} d="M14.5 31v9m-5 0h10m14-9v9m-5 0h10M24 3v5m-8-3 2 4m14-4-2 4"/>`,
};

/**
 * The picture, or null if this is a phrase.
 * @param {string} phrase
 */
export function pictureOf(phrase) {
  const lines = phrase in DRAWN ? DRAWN[/** @type {Emote} */ (phrase)] : null;
  return lines ? svg(`<svg class="emote" viewBox="0 0 48 48" aria-hidden="true">${lines}</svg>`) : null;
}
