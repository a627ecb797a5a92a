// The picture that a person chooses is sent to the server, so that everybody at the table sees it.

import { choose, settings } from "./settings.js";
import { post } from "./site.js";

/** @type {string | null} */
let sent = null;

/**
 * Send a choice that waits, or else take over the picture that the server has, as chosen on another device.
 * A refusal is told, and nothing is changed.
 * @param {string} theirs
 * @param {(why: string) => void} refused
 */
export async function agreeOnBird(theirs, refused) {
  const { bird, birdWaits } = settings;
  if (theirs === bird || !birdWaits) {
    sent = null;
    if (theirs !== bird) choose("bird", theirs);
    if (birdWaits) choose("birdWaits", false);
    return;
  }
  if (sent === bird) return;
  sent = bird;
  try {
    await post("/api/bird", { bird });
  } catch (error) {
    choose("birdWaits", false);
    refused(/** @type {Error} */ (error).message);
  }
}
