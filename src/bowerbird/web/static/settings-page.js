// The settings as a page of their own, for whoever looks for them before a game.

import { chooseBy } from "./settings.js";
import { settingChoices } from "./setting-choices.js";

document.getElementById("settings").replaceChildren(...settingChoices());
document.addEventListener("change", ({ target }) => target.dataset.setting && chooseBy(target));
