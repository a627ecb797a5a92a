// One choice of several, side by side. Knows nothing of what is chosen.

import { h } from "./dom.js";

/**
 * `options` are pairs of value and words; `attributes` go to each of the buttons.
 * @template {string | number | boolean} Value
 * @param {string} name
 * @param {string} legend
 * @param {[Value, unknown][]} options
 * @param {Value | undefined} chosen
 * @param {object} attributes
 */
export const segments = (name, legend, options, chosen, attributes = {}) =>
  h(
    "fieldset",
    {},
    h("legend", {}, legend),
    h(
      "div",
      { class: "segments" },
      options.map(([value, words]) =>
        h(
          "label",
          { class: "segment" },
          h("input", { type: "radio", name, value: String(value), checked: value === chosen, ...attributes }),
          h("span", {}, words),
        ),
      ),
    ),
  );
