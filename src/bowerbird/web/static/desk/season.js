// The public page of a season: everyone's weeks, totals and averages, who has not met whom, credits and money, and
// the same to take away. Read once; people reload it next week.

import { h } from "../shared/dom.js";
import { listed } from "../shared/english.js";
import { dayShort } from "./phone/words.js";
import { ranked } from "./standings/places.js";

/** @typedef {import("../shared/wire.js").SeasonShown} Season */
/** @typedef {import("../shared/wire.js").WeekShown} Week */

const page = /** @type {HTMLElement} */ (document.querySelector("#season"));
const { token } = page.dataset;

/** @type {Record<string, string>} */
const STATUS = { absent: "absent", average: "average", "sat out": "sat out" };

/** @returns {Promise<Season>} */
async function read() {
  const answer = await fetch(`/api/season/${token}`, { cache: "no-store" });
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.why);
  return said;
}

/** @param {Week} week */
const when = ({ date, title }) => (date ? dayShort(date) : title);

/**
 * One week of one person: the points, and in words whatever is not plain.
 * @param {import("../shared/wire.js").CellShown | null} week
 * @param {boolean} counts
 */
function cell(week, counts) {
  if (!week) return h("td", { class: "none" }, h("span", { "aria-label": "not there yet" }, "·"));
  const notes = [];
  if (STATUS[week.status]) notes.push(STATUS[week.status]);
  if (week.sub) notes.push(`sub: ${week.sub}`);
  if (week.provisional) notes.push("for now");
  if (!counts) notes.push("not counted");
  return h(
    "td",
    { class: counts ? null : "uncounted" },
    week.points,
    notes.length ? h("small", {}, notes.join(", ")) : null,
  );
}

/** @param {number} cents */
const money = (cents) => (cents / 100).toFixed(2);

/** @type {[string, "loners" | "euchres"][]} */
const CREDITS = [
  ["Lone marches", "loners"],
  ["Euchres", "euchres"],
];

/** @param {Season} season */
function weeksTable({ weeks, lines, credits }) {
  const written = ranked(lines);
  const beside = credits ? CREDITS : [];
  return h(
    "div",
    { class: "table-scroll weeks", tabindex: 0, role: "region", "aria-label": "Weeks and people" },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "Name"),
          h("th", { scope: "col" }, "Total"),
          weeks.map((week, at) => h("th", { scope: "col" }, `Week ${at + 1}`, h("small", {}, when(week)))),
          h("th", { scope: "col" }, "Average"),
          beside.map(([words]) => h("th", { scope: "col" }, words)),
        ),
      ),
      h(
        "tbody",
        {},
        lines.map((line) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, h("span", { class: "place" }, written(line)), line.name),
            h("td", { class: "total" }, line.total, line.provisional ? h("small", {}, "for now") : null),
            weeks.map((_, at) => cell(line.weeks[at], line.counted.includes(at))),
            h("td", {}, line.average),
            beside.map(([, name]) => h("td", {}, String(line[name]))),
          ),
        ),
      ),
    ),
  );
}

/** @param {string} title @param {...unknown} parts */
function section(title, ...parts) {
  return h("section", {}, h("h2", {}, title), parts);
}

/** @param {Season["not_met"]} people */
function notMet(people) {
  // A very large season gives no lists.
  if (!Object.keys(people).length) return null;
  const names = Object.entries(people).filter(([, others]) => others.length);
  const title = "Who hasn't met whom";
  if (!names.length) return section(title, h("p", {}, "Everyone has played with or against everyone."));
  return section(
    title,
    h("p", { class: "quiet" }, "Tap a name to see who they haven't shared a table with yet."),
    names
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, others]) =>
        h("details", {}, h("summary", {}, `${name}: ${others.length} to meet`), h("p", {}, others.join(", "))),
      ),
  );
}

/** @param {Season["money"]} rows */
function moneyTable(rows) {
  if (!rows.length) return null;
  /** @param {Season["money"][number]} row */
  const line = ({ name, cents }) =>
    h("tr", {}, h("th", { scope: "row" }, name), h("td", { class: "number" }, money(cents)));
  return section("Money", h("div", { class: "table-scroll" }, h("table", {}, h("tbody", {}, rows.map(line)))));
}

/** @param {Week[]} weeks */
function takeAway(weeks) {
  const files = [
    [`/api/season/${token}/season.csv`, "Spreadsheet (CSV)"],
    [`/paper/${token}/season.pdf`, "To print (PDF)"],
    [`/api/season/${token}/season.json`, "For developers (JSON)"],
  ];
  if (weeks.some((week) => week.date)) files.push([`/api/season/${token}/season.ics`, "Calendar"]);
  return section(
    "Take it with you",
    h(
      "ul",
      { class: "exports" },
      files.map(([href, words]) => h("li", {}, h("a", { class: "button", href }, words))),
    ),
  );
}

/** @param {Season} season */
function show(season) {
  const { title, weeks, lines } = season;
  const leader = lines.filter((line) => line.place === 1).map((line) => line.name);
  const lead = leader.length ? `${listed(leader)} ${leader.length === 1 ? "leads" : "lead"}.` : "";
  const played = `${weeks.length} ${weeks.length === 1 ? "week" : "weeks"}, ${lines.length} people.`;
  const table = lines.length ? weeksTable(season) : h("p", {}, "No weeks played yet.");
  const parts = [notMet(season.not_met), moneyTable(season.money), takeAway(weeks)];
  page.replaceChildren(
    h("h1", {}, title),
    h("p", {}, `${played} ${lead}`),
    h("p", { class: "quiet" }, season.says.join(" ")),
    ...(season.ladder ? [h("p", {}, h("a", { class: "button", href: `/ladder/${token}` }, "Ladder"))] : []),
    table,
    ...parts.filter((part) => part !== null),
  );
}

try {
  show(await read());
} catch (error) {
  const why = /** @type {Error} */ (error).message || "Can't reach Bowerbird.";
  page.replaceChildren(h("h1", {}, "Can't show this season"), h("p", {}, why));
}
