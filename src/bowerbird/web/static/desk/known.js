// A director who was never asked for a name gets one with the first thing that is saved.

import { post } from "../shared/site.js";

/** True if the server knows the visitor of this page. */
export const isKnown = () => document.querySelector("[data-known]") !== null;

/** Make the visitor known, if they are not. */
export async function beKnown() {
  if (isKnown()) return;
  await post("/api/guest", { name: "Director" });
  document.body.dataset.known = "";
}
