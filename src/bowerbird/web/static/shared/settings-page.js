// The settings as a page.

import { settingChoices } from "./setting-choices.js";
import { chooseBy } from "./settings.js";

document.getElementById("settings")?.replaceChildren(...settingChoices());
document.addEventListener("change", ({ target }) => {
  const field = /** @type {HTMLInputElement | HTMLSelectElement} */ (target);
  if (field.dataset.setting) chooseBy(field);
});
