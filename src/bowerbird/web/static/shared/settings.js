// What a person has chosen about this browser: kept here. Only the picture that others see is sent to the server.

/** @typedef {typeof DEFAULTS} Settings */
const DEFAULTS = {
  text: "normal", // normal, large or largest
  theme: "system", // system, light, dark, contrast
  faces: "classic", // the deck: classic or birds
  index: "normal", // normal, or large in all four corners
  deck: "two", // two or four colours
  table: "night", // the cloth: night, moss, oak or plain
  cards: "normal", // normal or large
  bird: "", // the bird that stands for the person, or their initials
  birdWaits: false, // that bird is still to be sent
  tap: "two", // a second tap plays, or one
  sound: "soft", // off, soft, normal or loud
  hum: true, // a phone hums at your turn
  motion: "system", // system or none
  chat: "on", // what people say at the table: on or off
  pace: "normal", // at once, quick, normal or slow
  letters: true, // single keys do something
  played: 0, // cards played by hand so far, as far as it matters for the hint
};

const PLACE = "bowerbird";

/** @type {Record<number, string>} */
const PACE_OF_PAUSE = { 0: "at once", 700: "quick", 1400: "normal", 2800: "slow" };

/** @returns {Partial<Settings>} */
function stored() {
  try {
    return upToDate(JSON.parse(localStorage.getItem(PLACE) ?? "{}"));
  } catch {
    return {};
  }
}

/**
 * What was chosen in an older edition: a pause after each trick in milliseconds; sound on or off, where off was what
 * nobody had chosen; a bird that was never sent.
 * @param {Omit<Partial<Settings>, "sound"> & { sound?: unknown, pause?: number }} found
 */
function upToDate({ sound, pause, ...rest }) {
  const pace = pause === undefined ? {} : { pace: PACE_OF_PAUSE[pause] ?? DEFAULTS.pace };
  const loud = sound === true ? { sound: "normal" } : typeof sound === "string" ? { sound } : {};
  const unsent = rest.bird ? { birdWaits: true } : {};
  return { ...pace, ...loud, ...unsent, ...rest };
}

export const settings = { ...DEFAULTS, ...stored() };

function apply() {
  document.documentElement.dataset.text = settings.text;
  document.documentElement.dataset.deck = settings.deck;
  document.documentElement.dataset.cards = settings.cards;
  document.documentElement.dataset.table = settings.table;
  document.documentElement.dataset.motion = settings.motion;
}

/**
 * Choose something; it holds at once and the next time.
 * @template {keyof Settings} Name
 * @param {Name} name
 * @param {Settings[Name]} value
 */
export function choose(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // A browser that stores nothing forgets it with the page.
  }
  apply();
  if (name === "theme") window.bowerbirdTheme?.(settings.theme);
  for (const [names, hears] of listeners) if (names.includes(name)) hears();
}

/** @type {[string[], () => void][]} */
const listeners = [];

/**
 * Call when one of these has been chosen.
 * @param {(keyof Settings)[]} names
 * @param {() => void} hears
 */
export function whenChosen(names, hears) {
  listeners.push([names, hears]);
}

/**
 * Choose what a field of the settings says; gives the name of the setting.
 * @param {HTMLInputElement | HTMLSelectElement} field
 */
export function chooseBy({ value, dataset }) {
  const setting = /** @type {keyof Settings} */ (dataset.setting);
  if (setting === "bird") settings.birdWaits = true;
  choose(setting, typeof settings[setting] === "string" ? value : JSON.parse(value));
  return setting;
}

/** True if things may move. */
export function moves() {
  return settings.motion !== "none" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

apply();
