// The settings of this browser as fields.

import { segments } from "./segments.js";
import { settings } from "./settings.js";

/**
 * @template {keyof import("./settings.js").Settings} Name
 * @param {Name} name
 * @param {string} legend
 * @param {[import("./settings.js").Settings[Name], string][]} options
 */
const choice = (name, legend, options) => segments(name, legend, options, settings[name], { "data-setting": name });

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
    choice("deck", "Suits", [
      ["two", "Two colours"],
      ["four", "Four colours"],
    ]),
    choice("tap", "To play a card", [
      ["two", "Two taps"],
      ["one", "One tap"],
    ]),
    choice("pause", "Pause after each trick", [
      [700, "Short"],
      [1400, "Normal"],
      [2800, "Long"],
      [0, "None"],
    ]),
    choice("sound", "Sound", [
      [false, "Off"],
      [true, "On"],
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
