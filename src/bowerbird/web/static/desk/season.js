// The public page of a season: everybody's weeks, totals and averages, who has not met whom, credits and money, and
// the same to take away. Read once; people reload it next week.

import { h } from "../shared/dom.js";
import { listed } from "../shared/english.js";
import { dayShort } from "./phone-words.js";

const page = document.querySelector("#season");
const { token } = page.dataset;

const STATUS = { absent: "away", average: "average", "sat out": "sat out" };

async function read() {
  const answer = await fetch(`/api/season/${token}`, { cache: "no-store" });
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.why);
  return said;
}

const when = ({ date, title }) => (date ? dayShort(date) : title);

/** One week of one person: the points, and in words whatever is not plain. */
function cell(week, counts) {
  if (!week) return h("td", { class: "none" }, h("span", { "aria-label": "not there yet" }, "·"));
  const notes = [];
  if (STATUS[week.status]) notes.push(STATUS[week.status]);
  if (week.sub) notes.push(`${week.sub} played`);
  if (week.provisional) notes.push("for now");
  if (!counts) notes.push("not counted");
  return h(
    "td",
    { class: counts ? null : "uncounted" },
    String(week.points),
    notes.length ? h("small", {}, notes.join(", ")) : null,
  );
}

const money = (cents) => (cents / 100).toFixed(2);

function weeksTable({ weeks, lines, credits }) {
  const beside = credits ? ["Loners", "Euchres"] : [];
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
          beside.map((word) => h("th", { scope: "col" }, word)),
        ),
      ),
      h(
        "tbody",
        {},
        lines.map((line) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, h("span", { class: "place" }, String(line.place)), line.name),
            h("td", { class: "total" }, String(line.total), line.provisional ? h("small", {}, "for now") : null),
            weeks.map((_, at) => cell(line.weeks[at], line.counted.includes(at))),
            h("td", {}, line.average),
            beside.map((word) => h("td", {}, String(line[word.toLowerCase()]))),
          ),
        ),
      ),
    ),
  );
}

function section(title, ...parts) {
  return h("section", {}, h("h2", {}, title), parts);
}

function notMet(people) {
  // A very large season gives no lists.
  if (!Object.keys(people).length) return null;
  const names = Object.entries(people).filter(([, others]) => others.length);
  const title = "Who has not met whom";
  if (!names.length) return section(title, h("p", {}, "Everybody has played with or against everybody."));
  return section(
    title,
    h("p", { class: "quiet" }, "Tap a name for the people they have not yet sat at a table with."),
    names
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, others]) =>
        h("details", {}, h("summary", {}, `${name}: ${others.length} to meet`), h("p", {}, others.join(", "))),
      ),
  );
}

function moneyTable(rows) {
  if (!rows.length) return null;
  const line = ({ name, cents }) =>
    h("tr", {}, h("th", { scope: "row" }, name), h("td", { class: "number" }, money(cents)));
  return section("Money", h("div", { class: "table-scroll" }, h("table", {}, h("tbody", {}, rows.map(line)))));
}

function takeAway(weeks) {
  const files = [
    [`/api/season/${token}/season.csv`, "Spreadsheet (CSV)"],
    [`/paper/${token}/season.pdf`, "To print (PDF)"],
    [`/api/season/${token}/season.json`, "For programs (JSON)"],
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

function show(season) {
  const { title, weeks, lines } = season;
  const leader = lines.filter((line) => line.place === 1).map((line) => line.name);
  const lead = leader.length ? `${listed(leader)} ${leader.length === 1 ? "leads" : "lead"}.` : "";
  const played = `${weeks.length} ${weeks.length === 1 ? "week" : "weeks"}, ${lines.length} people.`;
  const table = lines.length ? weeksTable(season) : h("p", {}, "No week has been played yet.");
  const parts = [notMet(season.not_met), moneyTable(season.money), takeAway(weeks)];
  page.replaceChildren(h("h1", {}, title), h("p", {}, `${played} ${lead}`), table, ...parts.filter(Boolean));
}

try {
  show(await read());
} catch (error) {
  const why = error.message || "The hall does not answer.";
  page.replaceChildren(h("h1", {}, "The season cannot be shown"), h("p", {}, why));
}
