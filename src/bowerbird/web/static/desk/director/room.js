// The room: every table a tile with its number, its four people in full and its state by cloth, ground and word. Before
// the first round the people stand there instead; at the end, the places. Many tables are a map of the room, and in
// full only those that are still out.

import { h } from "../../shared/dom.js";
import { listed, plural } from "../../shared/english.js";
import { money } from "../money.js";
import { ranked } from "../standings/places.js";
import { lineNames } from "./card.js";
import { peopleTiles } from "./door.js";
import { fit, fitGrid, fitLong, fitPage, SMALLEST, widthOf } from "./fit.js";
import { pairNames, SIDES, STATE_WORDS } from "./parts.js";

/** @typedef {import("../page-types.js").Desk} Desk */
/** @typedef {import("../../shared/wire.js").TableTile} Table */
/** @typedef {{ ns: number, ew: number, lost_by?: unknown, winner?: string | null }} Points */
/** @typedef {Table["state"] | "sending"} State */

/** @type {Record<State, string>} */
const SHORT = {
  seated: "Seated",
  playing: "Playing",
  waiting: "One side",
  disputed: "Disagree",
  in: "In",
  late: "Late",
  "stood down": "Out",
  sending: "Sending…",
};

/** @type {[State, string][]} */
const LEGEND = [
  ["in", "in"],
  ["playing", "playing"],
  ["seated", "seated"],
  ["waiting", "one side"],
  ["disputed", "disagree"],
  ["late", "late"],
  ["stood down", "not playing"],
];

const ORDER = ["disputed", "late", "waiting", "playing", "seated"];
const A_PAGE = 18;

/**
 * The score that is being sent for a table, or null.
 * @param {Desk} desk
 * @param {Table} table
 */
function unsent(desk, table) {
  const scores = desk.sending.filter((message) => message.what === "score");
  return scores.findLast((message) => message.table === table.number) ?? null;
}

/** @param {Desk} desk @param {Table} table @returns {State} */
const stateOf = (desk, table) => (unsent(desk, table) ? "sending" : table.state);

/** @param {string} words @param {string} title @param {string} kind */
const mark = (words, title, kind = "") => h("span", { class: `mark ${kind}`, title }, words);

/** @param {Desk} desk @param {Table} table @param {number} seat */
function marks({ view }, table, seat) {
  const keeps = view.people.find(({ name }) => name === table.seats[seat].name)?.sitting;
  const dealer = table.running?.dealer ?? table.dealer;
  return [
    dealer === seat && mark("D", "deals first"),
    view.pivot && table.dealer === seat && mark("pivot", "keeps the chair and the card", "pivot"),
    table.seats[seat].plays !== table.seats[seat].name && mark("sub", `plays for ${table.seats[seat].name}`, "stays"),
    keeps && mark("stays", "keeps this chair all evening", "stays"),
  ];
}

/**
 * Where the game was lost by a ruling, the points alone do not show who won.
 * @param {{ lost_by?: unknown, winner?: string | null }} result
 * @param {number} at
 */
const wonSign = ({ lost_by: lostBy, winner }, at) => (lostBy && winner === SIDES[at] ? " ✓" : "");

/** @param {Table} table @param {Points | null} result @param {number} at */
function pointsOf(table, result, at) {
  if (!result) return table.running ? String([table.running.ns, table.running.ew][at]) : "";
  // What the sides disagree about counts for nobody yet.
  if (table.state === "disputed") return "?";
  return `${[result.ns, result.ew][at]}${wonSign(result, at)}`;
}

/** @param {Desk} desk @param {Table} table @param {number} at @param {Points | null} result */
function side(desk, table, at, result) {
  const { lines } = desk.view;
  const points = pointsOf(table, result, at);
  return h(
    "span",
    { class: table.state === "in" && result?.winner === SIDES[at] ? "tile-side ahead" : "tile-side" },
    lines.length > 0 && mark(lines[at], `team ${lines[at]}`, at ? "line-b" : "line-a"),
    h(
      "span",
      { class: "tile-names" },
      [at, at + 2].map((seat) =>
        h(
          "span",
          { class: "tile-name" },
          h("i", { "aria-hidden": "true" }, "NESW"[seat]),
          h("span", {}, table.seats[seat].plays || table.seats[seat].name),
          marks(desk, table, seat),
        ),
      ),
    ),
    points && h("span", { class: result ? "tile-points" : "tile-points so-far" }, points),
  );
}

/**
 * A line about the table, where there is room for it.
 * @param {Table} table
 */
function footOf(table) {
  const { result, running, cut, bots } = table;
  if (cut) return cut;
  if (running) return `${running.ns}–${running.ew} after ${plural(running.hands, "hand")}`;
  if (bots && !result) return `Plays online. Bots sit in from ${bots.time}.`;
  if (!result) return "";
  if (result.status === "disputed") return result.note;
  if (result.status === "waiting") return `Entered by ${result.by || "the desk"}. The other side hasn't confirmed it.`;
  if (!result.by) return "Entered at the desk.";
  return table.online ? "Played online." : `Entered by ${result.by} and confirmed by the other side.`;
}

/** @param {Desk} desk @param {Table} table @param {string} key @param {boolean} large */
function tile(desk, table, key, large) {
  const going = unsent(desk, table);
  const state = stateOf(desk, table);
  const words = going ? "Sending…" : table.words;
  const people = `${pairNames(table, 0)} against ${pairNames(table, 1)}`;
  return h(
    "button",
    {
      type: "button",
      class: `tile ${state.replace(" ", "-")}`,
      "data-key": `${key} ${table.number}`,
      "data-number": table.number,
      "data-open": "table",
      "data-detail": JSON.stringify({ round: desk.view.round?.number, table: table.number }),
      "aria-label": `Table ${table.number}: ${words}. ${people}`,
    },
    h(
      "span",
      { class: "tile-head" },
      h("b", { class: "cloth" }, String(table.number)),
      h("span", { class: "tile-state" }, large && !going ? STATE_WORDS[table.state] : SHORT[state]),
    ),
    h(
      "span",
      { class: "tile-sides" },
      side(desk, table, 0, going ?? table.result),
      side(desk, table, 1, going ?? table.result),
    ),
    large && h("span", { class: "tile-foot" }, footOf(table)),
  );
}

/** @param {Desk} desk @param {Table} table */
function chip(desk, table) {
  const state = stateOf(desk, table);
  const score = state === "in" && table.result ? `${table.result.ns}–${table.result.ew}` : SHORT[state];
  const people = `${pairNames(table, 0)} against ${pairNames(table, 1)}`;
  return h(
    "button",
    {
      type: "button",
      class: `tile chip ${state.replace(" ", "-")}`,
      "data-key": `table ${table.number}`,
      "data-number": table.number,
      "data-open": "table",
      "data-detail": JSON.stringify({ round: desk.view.round?.number, table: table.number }),
      "aria-label": `Table ${table.number}: ${state === "sending" ? "Sending…" : table.words}. ${people}`,
      title: people,
    },
    h("b", { class: "cloth" }, String(table.number)),
    h("span", { class: "chip-words" }, score),
  );
}

/** @param {Desk["view"]} view */
function legend(view) {
  return LEGEND.map(([state, words]) => {
    const count = view.tables.filter((table) => table.state === state).length;
    return (
      count > 0 &&
      h("span", { class: `legend ${state.replace(" ", "-")}` }, h("b", { class: "cloth" }, String(count)), words)
    );
  });
}

/**
 * The weeks of an event that has them: those behind, this one with its games, those to come.
 * @param {Desk["view"]} view
 */
function weeks({ meeting, round }) {
  if (!meeting?.several || meeting.of < 2 || meeting.of > 12) return null;
  const { number, games, closed } = meeting;
  const word = meeting.name.replace(/ \d+$/, "");
  return h(
    "ol",
    { class: "weeks" },
    Array.from({ length: meeting.of }, (_, at) => {
      const week = at + 1;
      if (week < number || (week === number && closed)) return h("li", { class: "past" }, `${word} ${week} ✓`);
      if (week > number) return h("li", {}, `${word} ${week}`);
      return h(
        "li",
        { class: "now", "aria-current": "step" },
        h("b", {}, `${word} ${week}`),
        games > 1 &&
          round && [
            " game ",
            Array.from({ length: games }, (__, game) => [
              game + 1 === round.game ? h("u", {}, String(game + 1)) : String(game + 1),
              " ",
            ]),
          ],
      );
    }),
  );
}

/** @param {Desk["view"]} view */
function sitting(view) {
  const keeps = view.people.filter((person) => person.sitting).map(({ name }) => name);
  return [
    keeps.length > 0 && h("p", {}, h("b", {}, "Keep their chairs "), listed(keeps)),
    view.sitting_out.length > 0 && h("p", {}, h("b", {}, "Sitting out "), listed(view.sitting_out)),
  ];
}

/**
 * Which tables are shown in full beside the map.
 * @param {Desk["view"]} view
 * @returns {[string, string][]}
 */
function segmentsOf({ tables }) {
  /** @type {[string, string][]} */
  const pages = [];
  for (let from = 0; from < tables.length; from += A_PAGE) {
    const of = tables.slice(from, from + A_PAGE);
    pages.push([String(from), `${of[0].number}–${of[of.length - 1].number}`]);
  }
  return [["out", "Still out"], ...pages, ["names", "A–Z"]];
}

/** @param {Desk} desk */
function segmentButtons(desk) {
  return h(
    "div",
    { class: "room-pages", role: "group", "aria-label": "Which tables" },
    segmentsOf(desk.view).map(([segment, words]) =>
      h(
        "button",
        {
          type: "button",
          "data-room": JSON.stringify({ segment, page: 0 }),
          "aria-pressed": String(desk.room.segment === segment),
        },
        words,
      ),
    ),
  );
}

/** @param {Desk} desk */
function head(desk) {
  const { view } = desk;
  return h(
    "header",
    { class: "room-head", "data-key": "head" },
    h("h2", {}, "The room"),
    weeks(view),
    legend(view),
    h("div", { class: "room-sitting" }, sitting(view)),
    desk.room.layout.kind === "map" && segmentButtons(desk),
  );
}

/** @param {Desk["view"]} view */
const stillOut = (view) =>
  view.tables
    .filter(({ state }) => ORDER.includes(state))
    .sort((one, two) => ORDER.indexOf(one.state) - ORDER.indexOf(two.state) || one.number - two.number);

/** @param {Desk} desk */
function outPart(desk) {
  const { view, room } = desk;
  const out = stillOut(view);
  const { columns, rows } = room.below;
  const fits = columns * rows;
  // Where not all fit, the last cell leads on to the rest.
  const size = out.length > fits ? Math.max(1, fits - 1) : fits;
  const pages = Math.max(1, Math.ceil(out.length / size));
  const page = Math.min(room.page, pages - 1);
  const shown = out.slice(page * size, page * size + size);
  const rest = page + 1 < pages ? out.slice((page + 1) * size) : [];
  return [
    h(
      "div",
      { class: "map", "data-key": "map" },
      view.tables.map((table) => chip(desk, table)),
    ),
    h(
      "h3",
      { class: "room-sub", "data-key": "sub" },
      out.length ? "Still out, in full" : "Every score is in",
      h("span", {}, out.length ? `${out.length} of ${view.tables.length}` : ""),
    ),
    h(
      "div",
      { class: "tiles wide", "data-key": "out" },
      shown.map((table) => tile(desk, table, "full", false)),
      pages > 1 &&
        h(
          "div",
          { class: "tile-free", "data-key": "rest" },
          rest.length > 0 &&
            h(
              "p",
              {},
              `${rest.length} more still out: ${rest
                .slice(0, 8)
                .map(({ number }) => number)
                .join(" · ")}`,
            ),
          h(
            "button",
            {
              type: "button",
              class: "plain-button",
              "data-room": JSON.stringify({ page: rest.length ? page + 1 : 0 }),
            },
            rest.length ? "Next page ›" : "‹ First page",
          ),
        ),
    ),
  ];
}

/** @param {Desk["view"]} view */
function namesPart(view) {
  const people = [...view.people].filter(({ where }) => where).sort((a, b) => a.name.localeCompare(b.name));
  const lines = people.map(({ name, where }) =>
    h(
      "li",
      { "data-key": name },
      h(
        "button",
        { type: "button", "data-open": "card", "data-detail": JSON.stringify({ name }) },
        h("b", {}, name),
        h("span", {}, where),
      ),
    ),
  );
  return h("div", { class: "room-names", "data-key": "names" }, h("ul", {}, lines));
}

/** @param {Desk} desk */
function mapPart(desk) {
  const { view, room } = desk;
  if (room.segment === "names") return namesPart(view);
  if (room.segment === "out") return outPart(desk);
  const from = Number(room.segment);
  return h(
    "div",
    { class: "tiles wide", "data-key": `from ${from}` },
    view.tables.slice(from, from + A_PAGE).map((table) => tile(desk, table, "table", false)),
  );
}

/** What free cells of the grid are for. @param {Desk["view"]} view @param {boolean} large */
function freeCell(view, large) {
  if (large && view.sitting_out.length)
    return h(
      "div",
      { class: "tile-free rim", "data-key": "free" },
      h(
        "div",
        { class: "rim-in" },
        h("b", {}, view.meeting?.several ? "Sitting out this time" : "Sitting out"),
        h("p", {}, listed(view.sitting_out)),
      ),
    );
  return h(
    "div",
    { class: "tile-free", "data-key": "free" },
    h(
      "p",
      {},
      mark("D", "deals first"),
      " deals first. ",
      h("b", {}, "N S"),
      " are partners, ",
      h("b", {}, "E W"),
      " are partners.",
    ),
    h("p", {}, "Type a number: that table opens below."),
  );
}

/** @param {Desk} desk */
function gridPart(desk) {
  const { view, room } = desk;
  const { kind, columns } = room.layout;
  const large = kind === "large";
  return h(
    "div",
    { class: `tiles ${kind}`, "data-key": "tiles" },
    view.tables.map((table) => tile(desk, table, "table", large)),
    view.tables.length % columns > 0 && view.phase === "round" && freeCell(view, large),
  );
}

const PLACES = 40;

/**
 * At the end the places stand where the tables stood; the tables are one tap away.
 * @param {Desk} desk
 */
function placesPart(desk) {
  const { view } = desk;
  /** @param {string} name */
  const prizeOf = (name) =>
    view.prizes.filter((prize) => prize.name === name).reduce((sum, { cents }) => sum + cents, 0);
  const written = ranked(view.standings.lines);
  return [
    h(
      "header",
      { class: "room-head", "data-key": "head" },
      h("h2", {}, "Places"),
      h("p", {}, view.standings.total_is),
      h("div", { class: "room-sitting" }, switchTo("tables", "The tables")),
    ),
    h(
      "ol",
      { class: "places-list", "data-key": "places" },
      view.standings.lines.slice(0, PLACES).map(({ place, name, players, total, reasons }, at, lines) => {
        const cents = [...new Set([name, ...players])].reduce((sum, each) => sum + prizeOf(each), 0);
        return h(
          "li",
          { "data-key": name, class: place <= 3 ? "first-places" : null },
          h("b", { class: "cloth" }, written({ place })),
          h("b", { class: "place-name" }, lineNames(players, name)),
          // Where several share a place, the reason is told once.
          h("span", { class: "place-why" }, lines[at - 1]?.place === place ? "" : reasons.join(" ")),
          h("span", { class: "place-total" }, total),
          h("span", { class: "place-prize" }, cents ? money(cents) : ""),
        );
      }),
      view.standings.lines.length > PLACES &&
        h(
          "li",
          { class: "more-places", "data-key": "more" },
          h(
            "button",
            { type: "button", class: "plain-button", "data-open": "standings", "data-detail": "{}" },
            `${view.standings.lines.length - PLACES} more places: show all`,
          ),
        ),
    ),
  ];
}

/** @param {string} segment @param {string} words */
const switchTo = (segment, words) =>
  h("button", { type: "button", class: "plain-button", "data-room": JSON.stringify({ segment, page: 0 }) }, words);

/**
 * The whole part of the screen.
 * @param {Desk} desk
 */
export function roomPart(desk) {
  const { view, room } = desk;
  if (!view.tables.length) return peopleTiles(desk);
  if (view.phase === "over" && room.segment !== "tables" && view.standings.lines.length) return placesPart(desk);
  return [head(desk), room.layout.kind === "map" ? mapPart(desk) : gridPart(desk)];
}

/**
 * The longest line of a tile.
 * @param {Desk} desk
 */
function widths({ view }) {
  const keeps = new Set(view.people.filter((person) => person.sitting).map(({ name }) => name));
  const lines = view.tables.flatMap(({ seats, dealer }) =>
    seats.map(({ name, plays }, seat) => {
      const deals = dealer === seat ? (view.pivot ? 3.9 : 1.35) : 0;
      return widthOf(plays || name) + deals + (keeps.has(name) ? 3.2 : 0) + (plays && plays !== name ? 2.6 : 0);
    }),
  );
  return { line: Math.max(3, ...lines), side: view.lines.length ? 1.9 : 0 };
}

/**
 * Work out how the tables fit into the room, before they are drawn. True if that has changed.
 * @param {HTMLElement} room
 * @param {Desk} desk
 */
export function arrange(room, desk) {
  const root = getComputedStyle(document.documentElement);
  const scale = parseFloat(root.fontSize) / 18;
  const least = SMALLEST * (Number(root.getPropertyValue("--type")) || 1);
  const style = getComputedStyle(room);
  const width = room.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const top = room.querySelector(".room-head")?.getBoundingClientRect().height ?? 36;
  const high = room.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom) - top - 8;
  const count = desk.view.tables.length;
  const long = matchMedia("(max-width: 999px)").matches;
  const measures = widths(desk);
  const layout = long
    ? fitLong(count, measures, { width, height: high, scale, least })
    : fit(count, measures, { width, height: high, scale, least });
  const inFull = fitGrid(A_PAGE, 3, measures, { width, height: high, scale, least });
  const map = room.querySelector(".map")?.getBoundingClientRect().height ?? Math.ceil(count / 10) * 34 * scale;
  const below = long
    ? { columns: layout.columns, rows: Math.ceil(12 / layout.columns), type: layout.type }
    : fitPage(measures, { width, height: Math.max(80, high - map - 46 * scale), scale, least });
  const shown = layout.kind !== "map" ? layout : desk.room.segment === "out" || long ? below : inFull;
  room.style.setProperty("--columns", String(shown.columns));
  room.style.setProperty("--name", `${Math.max(9, shown.type).toFixed(2)}px`);
  const before = JSON.stringify([desk.room.layout, desk.room.below]);
  desk.room.layout = layout;
  desk.room.below = below;
  return JSON.stringify([layout, below]) !== before;
}
