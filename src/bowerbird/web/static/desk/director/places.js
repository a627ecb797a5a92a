// Places by hand: the seats of this round, or the tables of the plan, as one list in which any two can be swapped.
// Choosing a name for a seat gives that person's seat to the one who sat there, so nobody is ever in two places.

import { h } from "../../shared/dom.js";
import { plural } from "../../shared/english.js";
import { sureField } from "./boards.js";
import { asOption, field, form, opens, SEATS, select, text } from "./parts.js";

/** @typedef {import("../page-types.js").Desk} Desk */
/** @typedef {import("../page-types.js").Detail} Detail */
/** @typedef {import("../page-types.js").DrawerPart} DrawerPart */
/** @typedef {import("../page-types.js").Fields} Fields */
/** @typedef {import("../../shared/wire.js").DirectorView} View */
/** @typedef {import("../../shared/wire.js").Places} Places */
/** @typedef {import("../page-types.js").Keyless<import("../../shared/wire.js").PlaceRequest>} PlaceBody */
/** @typedef {import("../page-types.js").Keyless<import("../../shared/wire.js").PlanRequest>} PlanBody */
/** @typedef {"place" | "plan"} What */
/** @typedef {{ table: number, seats: number[], names: string[] }} Spot people who move together, and their seats */

/** Above this, lists to choose from would be too many and too long: names are typed. */
const MOST_LISTS = 120;

/** @param {Spot} spot */
const label = ({ names }) => names.join(" & ");

/**
 * Everything that can be swapped; people who sit out have table 0.
 * @param {View} view
 * @param {Places[]} tables
 * @param {readonly string[]} out
 * @returns {Spot[]}
 */
function spotsOf(view, tables, out) {
  const entries = new Map(view.people.map(({ name, entry }) => [name, entry]));
  /** @param {string} one @param {string} other */
  const team = (one, other) => entries.get(one) === entries.get(other);
  const teams = tables.every(({ names: [north, east, south, west] }) => team(north, south) && team(east, west));
  const sides = (teams ? ["02", "13"] : ["0", "1", "2", "3"]).map((side) => [...side].map(Number));
  const waiting = teams
    ? [...new Set(out.map((name) => entries.get(name)))].map((entry) =>
        out.filter((name) => entries.get(name) === entry),
      )
    : out.map((name) => [name]);
  return [
    ...tables.flatMap(({ table, names }) =>
      sides.map((seats) => ({ table, seats, names: seats.map((seat) => names[seat]) })),
    ),
    ...waiting.map((names) => ({ table: 0, seats: [], names })),
  ];
}

/**
 * The spots as they are now: of the tables without a score, or of the plan.
 * @param {View} view
 * @param {What} what
 */
function spotsNow(view, what) {
  if (what === "plan") {
    const tables = view.plan?.tables.map((names, at) => ({ table: at + 1, names })) ?? [];
    return spotsOf(view, tables, view.plan?.sitting_out ?? []);
  }
  const free = view.tables.filter(({ result, seats }) => !result && seats.every(({ name }) => name));
  const tables = free.map(({ number, seats: [north, east, south, west] }) => ({
    table: number,
    names: /** @type {Places["names"]} */ ([north.name, east.name, south.name, west.name]),
  }));
  return spotsOf(view, tables, view.sitting_out);
}

/** @param {View} view */
export const canPlace = ({ phase, tables }) => phase === "round" && tables.some(({ result }) => !result);

/** The way in from the drawers where people are seated. */
export const placeButton = () => opens("Place people by hand", "place");

/** @param {View} view */
export const planButton = ({ plan }) => plan && opens("Plan the tables by hand", "plan");

/** @param {Spot} spot @param {number} at */
const spotWords = ({ table, seats, names }, at) =>
  table ? seats.map((seat) => SEATS[seat]).join("–") : `${names.length > 1 ? "Team" : "Person"} ${at + 1}`;

/**
 * One seat: its name, and beside it who was there before.
 * @param {View} view
 * @param {Spot[]} spots
 * @param {number} at
 * @param {string} now
 * @param {string} words
 */
function seatField(view, spots, at, now, words) {
  const subs = new Map(view.people.map(({ name, sub }) => [name, sub]));
  const was = label(spots[at]);
  /** @param {Spot} spot @returns {[string, string]} */
  const option = (spot) => {
    const sub = spot.names.map((name) => subs.get(name)).find(Boolean);
    return sub ? [label(spot), `${label(spot)} (sub: ${sub})`] : asOption(label(spot));
  };
  const options = spots.map(option).sort(([one], [other]) => one.localeCompare(other, undefined, { numeric: true }));
  const control =
    spots.length > MOST_LISTS
      ? text(`spot-${at}`, { value: now, list: "spots", required: true })
      : select(`spot-${at}`, options, now);
  return h(
    "div",
    { class: now === was ? "spot" : "spot moved", "data-key": at },
    field(words, control, now === was ? null : `was ${was}`),
  );
}

/** @param {View} view @param {Spot[]} spots @param {string[]} order */
function groups(view, spots, order) {
  const tables = [...new Set(spots.map(({ table }) => table))];
  return tables.map((table) =>
    h(
      "fieldset",
      { class: spots.some(({ names }) => names.length > 1) ? "places teams" : "places", "data-key": table },
      h("legend", {}, table ? `Table ${table}` : "Sitting out"),
      spots
        .map((spot, at) => ({ spot, at }))
        .filter(({ spot }) => spot.table === table)
        .map(({ spot, at }, place) => seatField(view, spots, at, order[at], spotWords(spot, place))),
    ),
  );
}

/** @param {Spot[]} spots @param {string[]} order */
function movedWords(spots, order) {
  const moved = spots.filter((spot, at) => label(spot) !== order[at]).flatMap(({ names }) => names).length;
  return moved ? `${plural(moved, "person", "people")} moved. Not saved yet.` : "Nobody has moved yet.";
}

/**
 * Who was chosen for each seat; as it was, if the places have changed since.
 * @param {Spot[]} spots
 * @param {string} from
 * @param {Detail} detail
 */
const orderNow = (spots, from, detail) => (detail.from === from && detail.order) || spots.map(label);

/**
 * The form; `detail` keeps what was chosen, as long as nothing else has changed the places.
 * @param {Desk} desk
 * @param {Detail} detail
 * @param {What} what
 * @param {string} button
 */
function placesForm(desk, detail, what, button) {
  const { view } = desk;
  const spots = spotsNow(view, what);
  const now = JSON.stringify(spots);
  const order = orderNow(spots, now, detail);
  return form(
    { what },
    { "data-read": "places", "data-then": "close", "data-from": now, "data-key": now },
    spots.length > MOST_LISTS &&
      h(
        "datalist",
        { id: "spots" },
        spots.map((spot) => h("option", { value: label(spot) })),
      ),
    h("div", { class: "places-grid" }, groups(view, spots, order)),
    h(
      "div",
      { class: "places-end" },
      h("p", { role: "status", class: "quiet" }, movedWords(spots, order)),
      what === "place" && sureField(desk),
      h("button", { "data-main": true }, button),
    ),
  );
}

/** @type {DrawerPart} */
export const placeDrawer = {
  wide: true,
  title: () => "Places by hand",
  content: (desk, detail) => {
    const { view } = desk;
    if (!canPlace(view)) return h("p", {}, "There is no table without a score. People move again after the round.");
    return [
      h("p", {}, "Choose a name for a seat. The two people swap, so nobody is ever in two places."),
      view.tables.some(({ result }) => result) && h("p", { class: "quiet" }, "Tables with a score stay as they are."),
      placesForm(desk, detail, "place", "Save these seats"),
    ];
  },
};

/** @type {DrawerPart} */
export const planDrawer = {
  wide: true,
  title: () => "Plan by hand",
  content: (desk, detail) =>
    desk.view.plan
      ? [
          h("p", {}, "The next tables are seated like this. Choose a name for a seat, and the two people swap."),
          placesForm(desk, detail, "plan", "Save the plan"),
        ]
      : h("p", {}, "There is nothing to plan. Seat the players, then place them by hand."),
};

/** @param {Event} event */
function seatOf({ target }) {
  const { form, name } = /** @type {HTMLSelectElement} */ (target);
  return form?.dataset.read === "places" && name.startsWith("spot-") ? Number(name.slice(5)) : null;
}

/**
 * Swap two people whenever a name is chosen. Arrow keys and letters run through names on their way: as long as the
 * focus stays on a seat, its choice counts from what it was at first, so nobody on the way is moved.
 * @param {import("./drawer.js").Drawer} drawer
 * @param {Desk} desk
 */
export function listenToPlaces(drawer, desk) {
  /** @type {{ seat: number | null, order: string[] }} */
  let held = { seat: null, order: [] };

  /** @param {Event} event */
  const chosen = ({ target }) => {
    const from = /** @type {HTMLSelectElement} */ (target).form?.dataset.from ?? "[]";
    return { from, order: orderNow(JSON.parse(from), from, drawer.here.detail) };
  };

  drawer.dialog.addEventListener("focusin", (event) => {
    const seat = seatOf(event);
    if (seat !== null) held = { seat, order: chosen(event).order };
  });

  drawer.dialog.addEventListener("change", (event) => {
    const seat = seatOf(event);
    if (seat === null) return;
    const { from, order: now } = chosen(event);
    const before = held.seat === seat ? held.order : now;
    const control = /** @type {HTMLSelectElement} */ (event.target);
    // A name that nobody has stays in its field until it is corrected, and moves nobody.
    if (!before.includes(control.value)) return;
    const order = before.map((name) => (name === control.value ? before[seat] : name));
    order[seat] = control.value;
    for (const [at, name] of order.entries()) {
      const other = /** @type {HTMLSelectElement | null} */ (control.form?.elements.namedItem(`spot-${at}`));
      if (other) other.value = name;
    }
    drawer.set(desk, { from, order });
  });
}

/**
 * The tables of the form; of this round only those that have changed.
 * @param {Fields} fields
 * @param {Desk} desk
 * @returns {PlaceBody | PlanBody}
 */
export function readPlaces(fields, { view }) {
  const what = fields.what === "plan" ? "plan" : "place";
  const spots = spotsNow(view, what);
  const known = new Map(spots.map((spot) => [label(spot), spot.names]));
  /** @type {Map<number, { names: string[], moved: boolean }>} */
  const tables = new Map();
  spots.forEach((spot, at) => {
    const chosen = String(fields[`spot-${at}`]);
    const names = known.get(chosen);
    if (!names) throw new Error(`“${chosen}” has no seat here. Choose a name from the list.`);
    const table = tables.get(spot.table) ?? { names: [], moved: false };
    spot.seats.forEach((seat, place) => {
      table.names[seat] = names[place];
    });
    table.moved ||= chosen !== label(spot);
    tables.set(spot.table, table);
  });
  const sent = [...tables].filter(([table, { moved }]) => table && (moved || what === "plan"));
  if (!sent.length) throw new Error("Nobody has moved yet. Choose another name for a seat first.");
  const placed = sent.map(([table, { names }]) => ({ table, names: /** @type {Places["names"]} */ (names) }));
  return what === "plan" ? { what, tables: placed } : { what, tables: placed, sure: fields.sure === true };
}
