// The page behind a player's link to an online table: it asks, and only then takes the chair. A device that has said yes
// for this player is not asked again, as long as nobody else loses a chair by it.

import { post } from "../../shared/site.js";
import { phoneNumber, saidYes, sayYes } from "./this-phone.js";

const page = /** @type {HTMLElement} */ (document.querySelector("#phone"));
const form = /** @type {HTMLFormElement} */ (page.querySelector("form"));
const { token = "" } = page.dataset;

async function play() {
  if (form.ariaBusy === "true") return;
  form.ariaBusy = "true";
  const alert = /** @type {HTMLElement} */ (page.querySelector("[role=alert]"));
  alert.textContent = "";
  try {
    const body = { leaving: form.dataset.leaving ?? "", phone: phoneNumber(token) };
    /** @type {import("../../shared/wire.js").ChairTaken} */
    const { link } = await post(`/api/desk/${token}/chair`, body);
    sayYes(token);
    location.replace(link);
  } catch (error) {
    alert.textContent = /** @type {Error} */ (error).message;
    form.ariaBusy = "false";
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  play();
});

// A browser may load a page before anyone opens it. Then nothing happens until someone does.
if (saidYes(token) && !("ask" in form.dataset)) {
  if ("prerendering" in document && document.prerendering) {
    document.addEventListener("prerenderingchange", play, { once: true });
  } else {
    play();
  }
}
