// The settings as a page.

import { agreeOnBird } from "./own-bird.js";
import { settingChoices } from "./setting-choices.js";
import { choose, chooseBy, settings } from "./settings.js";

const page = /** @type {HTMLElement} */ (document.getElementById("settings"));
const alert = /** @type {HTMLElement} */ (document.getElementById("refused"));

const draw = () => page.replaceChildren(...settingChoices());

/** A visitor with a name tells the server about the picture; before that, the choice waits in this browser. */
async function sendBird() {
  if (page.dataset.bird === undefined) return;
  alert.textContent = "";
  await agreeOnBird(page.dataset.bird, (why) => {
    alert.textContent = why;
  });
  if (settings.birdWaits) {
    page.dataset.bird = settings.bird;
    choose("birdWaits", false);
  } else if (settings.bird !== page.dataset.bird) choose("bird", page.dataset.bird);
}

await sendBird();
draw();
document.addEventListener("change", async ({ target }) => {
  const field = /** @type {HTMLInputElement | HTMLSelectElement} */ (target);
  if (!field.dataset.setting || chooseBy(field) !== "bird") return;
  const chosen = settings.bird;
  await sendBird();
  if (settings.bird !== chosen) draw();
});
