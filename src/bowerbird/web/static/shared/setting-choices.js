// The settings of this browser as fields.

import { BIRDS } from "../table/birds.js";
import { h } from "./dom.js";
import { capital } from "./english.js";
import { segments } from "./segments.js";
import { settings, whenChosen } from "./settings.js";

/**
 * @template {keyof import("./settings.js").Settings} Name
 * @param {Name} name
 * @param {string} legend
 * @param {[import("./settings.js").Settings[Name], unknown][]} options
 */
const choice = (name, legend, options) => segments(name, legend, options, settings[name], { "data-setting": name });

/** @type {() => [string, unknown][]} */
const birdChoices = () =>
  BIRDS.map((bird) => [
    bird,
    [h("bird-portrait", { bird, name: capital(bird), "aria-hidden": "true" }), capital(bird)],
  ]);

/** True on a phone or tablet whose browser lets it vibrate. */
const canHum = () => "vibrate" in navigator && matchMedia("(any-pointer: coarse)").matches;

for (const setting of /** @type {const} */ (["sound", "hum"]))
  whenChosen([setting], () => import("../table/sound.js").then(({ sample }) => sample(setting)));

/** All of them, for the sheet at the table and for the page. */
export function settingChoices() {
  return [
    choice("text", "Text", [
      ["normal", "Normal"],
      ["large", "Large"],
      ["largest", "Largest"],
    ]),
    choice("cards", "Cards", [
      ["normal", "Normal"],
      ["large", "Large"],
    ]),
    choice("faces", "Deck", [
      ["classic", "Classic"],
      ["birds", "Birds"],
    ]),
    choice("index", "Corners of the cards", [
      ["normal", "Two"],
      ["large", "Four, in large type"],
    ]),
    choice("deck", "Suits", [
      ["two", "Two colours"],
      ["four", "Four colours"],
    ]),
    choice("table", "Table", [
      ["night", "Night"],
      ["moss", "Moss"],
      ["oak", "Oak"],
      ["plain", "Plain"],
    ]),
    choice("bird", "Your picture", [["", "Initials"], ...birdChoices()]),
    choice("tap", "To play a card", [
      ["two", "Two taps"],
      ["one", "One tap"],
    ]),
    choice("pace", "Pace", [
      ["at once", "At once"],
      ["quick", "Quick"],
      ["normal", "Normal"],
      ["slow", "Slow"],
    ]),
    choice("sound", "Sound", [
      ["off", "Off"],
      ["soft", "Soft"],
      ["normal", "Normal"],
      ["loud", "Loud"],
    ]),
    canHum()
      ? choice("hum", "Vibrate at your turn", [
          [true, "On"],
          [false, "Off"],
        ])
      : "",
    choice("chat", "What people say at the table", [
      ["on", "Shown"],
      ["off", "Hidden"],
    ]),
    choice("motion", "Motion", [
      ["system", "As on this device"],
      ["none", "None"],
    ]),
    choice("theme", "Colours", [
      ["system", "As on this device"],
      ["light", "Light"],
      ["dark", "Dark"],
      ["contrast", "High contrast"],
    ]),
    choice("letters", "Single keys", [
      [true, "On"],
      [false, "Off"],
    ]),
  ];
}
