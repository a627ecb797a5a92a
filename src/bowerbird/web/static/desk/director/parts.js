// The small parts that every corner of the desk is made of: buttons that carry what they do, fields, states in words.
// Nothing here listens; page.js receives every click and every form.

import { h, morphChildren } from "../../shared/dom.js";
import { reachableOnlyHere } from "../../shared/reach.js";

/** @typedef {import("../page-types.js").Attributes} Attributes */
/**
 * @template Message
 * @typedef {import("../page-types.js").Keyless<Message>} Keyless
 */
/** @typedef {{ seats: { name: string, plays: string }[] }} Table */

/**
 * Show this in a part of the page; what stays the same stays. Children may be lists, words, or nothing.
 * @param {Element} place
 * @param {...unknown} children
 */
export const show = (place, ...children) => morphChildren(place, [...h("div", {}, children).childNodes]);

/**
 * A button that does something: `body` is sent to the server as it is.
 * @param {unknown} words
 * @param {Keyless<import("../../shared/wire.js").ToDesk>} body
 * @param {Attributes} attributes
 */
export const act = (words, body, attributes = {}) =>
  h("button", { type: "button", "data-act": JSON.stringify(body), ...attributes }, words);

/**
 * A button that opens a drawer.
 * @param {unknown} words
 * @param {string} drawer
 * @param {object} detail
 * @param {Attributes} attributes
 */
export const opens = (words, drawer, detail = {}, attributes = {}) =>
  h("button", { type: "button", "data-open": drawer, "data-detail": JSON.stringify(detail), ...attributes }, words);

/**
 * A button that changes what the open drawer shows.
 * @param {unknown} words
 * @param {object} changes
 * @param {Attributes} attributes
 */
export const sets = (words, changes, attributes = {}) =>
  h("button", { type: "button", "data-set": JSON.stringify(changes), ...attributes }, words);

/**
 * A form that sends `body` and its fields to the server.
 * @param {object} body
 * @param {Attributes} attributes
 * @param {...unknown} children
 */
export const form = (body, attributes, ...children) =>
  h("form", { "data-act": JSON.stringify(body), autocomplete: "off", ...attributes }, children);

/**
 * A field with its words; `control` is the input.
 * @param {string} words
 * @param {unknown} control
 * @param {string | null} hint
 */
export const field = (words, control, hint = null) =>
  h("label", { class: "field" }, h("span", {}, words), control, hint && h("small", { class: "quiet" }, hint));

/** @param {string} name @param {Attributes} attributes */
export const text = (name, attributes = {}) =>
  h("input", { type: "text", name, autocomplete: "off", spellcheck: "false", ...attributes });

/** @param {string} name @param {Attributes} attributes */
export const number = (name, attributes = {}) =>
  h("input", { type: "text", name, "data-number": true, inputmode: "numeric", autocomplete: "off", ...attributes });

/**
 * A choice among `[value, words]`.
 * @param {string} name
 * @param {[string | number, string][]} options
 * @param {string | number | null} chosen
 * @param {Attributes} attributes
 */
export const select = (name, options, chosen = null, attributes = {}) =>
  h(
    "select",
    { name, ...attributes },
    options.map(([value, words]) => h("option", { value, selected: value === chosen }, words)),
  );

/**
 * A name as a choice.
 * @param {string} name
 * @returns {[string, string]}
 */
export const asOption = (name) => [name, name];

/** @param {string} name @param {unknown} words @param {boolean} checked @param {Attributes} attributes */
export const tick = (name, words, checked = false, attributes = {}) =>
  h("label", { class: "choice" }, h("input", { type: "checkbox", name, checked, ...attributes }), words);

export const SEATS = ["North", "East", "South", "West"];

export const SIDES = ["NS", "EW"];

/**
 * What fits on a tile; the whole sentence is in the tile's label.
 * @type {Record<import("../../shared/wire.js").TableTile["state"], string>}
 */
export const STATE_WORDS = {
  seated: "Seated",
  playing: "Playing",
  waiting: "One side in",
  disputed: "Disagree",
  in: "Score in",
  late: "Late",
  "stood down": "Out",
};

/** @type {Record<import("../../shared/wire.js").PersonShown["presence"], string>} */
export const PRESENCE_WORDS = {
  entered: "Not here yet",
  here: "Here",
  late: "Late",
  absent: "Not coming",
  left: "Went home",
  removed: "Removed",
};

/**
 * When and how a phone was connected.
 * @param {import("../../shared/wire.js").PhoneShown} phone
 */
export const phoneWords = ({ time, table, own_link: own }) =>
  `Phone connected at ${time}, ${table ? `with table ${table}'s card` : own ? "with their own link" : "by signing up"}`;

/**
 * Disconnect a phone that is lost or in the wrong hands. The player can scan again.
 * @param {string} words
 * @param {string} name
 */
export const withdrawPhone = (words, name) => act(words, { what: "withdraw", role: "player", name });

/**
 * The two people of a side of a table, as they really sit there; side 0 is North and South.
 * @param {Table} table
 * @param {number} side
 */
export const pairAt = (table, side) =>
  [table.seats[side], table.seats[side + 2]].filter((seat) => seat?.name).map((seat) => seat.plays || seat.name);

/** @param {Table} table @param {number} side */
export const pairNames = (table, side) => pairAt(table, side).join(" & ");

/** The address in links and codes. @param {import("../../shared/wire.js").DirectorView} view */
export const originOf = (view) => view.links.origin || location.origin;

/**
 * Beside codes for phones, where phones cannot reach the address that is in them.
 * @param {import("../page-types.js").Desk} desk
 */
export const phonesCannot = ({ view }) =>
  reachableOnlyHere(originOf(view), "These QR codes and links work", opens("Switch phones on", "links"));

/**
 * True if a name contains the typed text.
 * @param {string} name
 * @param {string} typed
 */
export function meant(name, typed) {
  const wanted = typed.trim().toLocaleLowerCase();
  return !wanted || name.toLocaleLowerCase().includes(wanted);
}
