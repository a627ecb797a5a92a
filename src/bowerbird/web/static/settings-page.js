// The settings as a page of their own, for whoever looks for them before a game.

import { settingChoices } from "./setting-choices.js";
import { chooseBy } from "./settings.js";

document.getElementById("settings").replaceChildren(...settingChoices());
document.addEventListener("change", ({ target }) => target.dataset.setting && chooseBy(target));
