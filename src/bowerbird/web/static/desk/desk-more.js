// Everything else that is one click away: print, links and their codes, history, undo, settings, tables online, files,
// the keys.

import { h } from "../shared/dom.js";
import { plural } from "../shared/english.js";
import { segments } from "../shared/segments.js";
import { act, field, form, opens, phonesCannot, text, tick } from "./desk-parts.js";
import { seasonsIfAny } from "./new-make.js";
import { get } from "./wire.js";

const SHEETS = [
  ["all", "Everything for tonight"],
  ["tonight", "Checklist"],
  ["sign-up", "Sign-up list"],
  ["slips", "Seat slips"],
  ["table-cards", "Table cards with codes"],
  ["score-cards", "Personal score cards"],
  ["master", "Master score card"],
  ["pivot-cards", "Table cards kept by the pivot"],
  ["schedule", "Schedule of the night"],
  ["standings", "Standings with the reasons"],
  ["payout", "Payout sheet"],
  ["rules", "Rule sheet"],
  ["rulings", "Ruling sheet"],
  ["certificates", "Certificates"],
];

/** The papers of this event; the whole list where the hall does not say which it has. */
const sheetsOf = (view) => view.sheets ?? SHEETS.map(([what, words]) => ({ what, words }));

export const printDrawer = {
  title: () => "Print",
  content: (desk) => [
    segments(
      "size",
      "Paper",
      [
        ["letter", "Letter"],
        ["a4", "A4"],
      ],
      desk.size,
    ),
    h(
      "ul",
      { class: "sheets" },
      sheetsOf(desk.view).map(({ what, words }) =>
        h("li", {}, h("a", { class: "button", href: desk.paper(what), target: "_blank" }, words)),
      ),
    ),
    h("p", { class: "quiet" }, "Each opens as a PDF. Print seat slips again after every round if nobody uses a phone."),
  ],
};

const LINKS = [
  ["director", "A second device", "Everything that you can do here. Give it to nobody but yourself.", "director"],
  ["helper", "A helper", "Scores, nothing else.", "helper"],
  ["sign_up", "Sign-up", "People enter their own names.", "sign-up"],
  ["public", "Standings for everybody", "Reading only.", "public"],
  ["board", "The board", "For a projector or TV.", ""],
];

function linkCard(desk, [name, words, about, role], show) {
  const link = desk.view.links[name];
  if (!link) return null;
  const whole = (desk.view.links.origin || location.origin) + link;
  return h(
    "details",
    { class: "panel", open: show === name, "data-key": name },
    h("summary", {}, h("b", {}, words)),
    h("p", { class: "quiet" }, about),
    h("img", { class: "qr", alt: `Code of the link: ${words}`, src: desk.qr(link), loading: "lazy" }),
    h(
      "div",
      { class: "row" },
      h("input", { type: "text", readonly: true, value: whole, "aria-label": `Link: ${words}` }),
      h("button", { type: "button", "data-copy": whole }, "Copy"),
    ),
    h(
      "div",
      { class: "row" },
      h("a", { class: "button", href: link, target: "_blank" }, "Open"),
      role &&
        act(
          "Withdraw this link",
          { what: "withdraw", role, name: "" },
          { "data-sure": "Whoever uses this link can no longer use it. Withdraw it?" },
        ),
    ),
  );
}

export const linksDrawer = {
  title: () => "Links and codes",
  content: (desk, detail) => {
    const { links } = desk.view;
    if (!links.director) return h("p", {}, "Only the director has the links.");
    const tables = Object.keys(links.tables ?? {});
    return [
      phonesCannot(desk),
      LINKS.map((link) => linkCard(desk, link, detail.show ?? "sign_up")),
      tables.length > 0 &&
        h(
          "p",
          {},
          `${plural(tables.length, "table")} have a code of their own: `,
          h("a", { href: desk.paper("table-cards"), target: "_blank" }, "print the table cards"),
          ". Everybody's own code is under People.",
        ),
    ];
  },
};

const BY = { director: "Director", helper: "Helper", "sign-up": "Sign-up", hall: "The hall" };
const byWords = (by) => BY[by] ?? by.replace(/^player:/, "").replace(/^table:/, "Table ");

export const historyDrawer = {
  wide: true,
  title: () => "Everything that happened",
  load: (desk) => get(desk.token, "history"),
  content: (desk, _, data) => [
    desk.role === "director" && opens("Undo the last thing (U)", "undo"),
    data
      ? h(
          "ol",
          { class: "history" },
          [...data]
            .reverse()
            .map(({ seq, time, by, words, undone }) =>
              h(
                "li",
                { "data-key": seq, class: undone ? "undone" : null },
                h("span", { class: "quiet" }, `${time} ${byWords(by)}: `),
                words.join(" "),
                undone && h("b", {}, " (taken back)"),
              ),
            ),
        )
      : h("p", { class: "quiet" }, "Looking it up…"),
  ],
};

/** A command with many parts is told by its first. */
function sentences({ words }) {
  const all = [words].flat();
  const shown = all.slice(0, 3);
  return [
    h("p", { class: "sentence" }, shown[0]),
    shown.slice(1).map((sentence) => h("p", {}, sentence)),
    all.length > shown.length && h("p", {}, "And more: the history tells it whole."),
  ];
}

export const undoDrawer = {
  title: () => "Undo",
  load: (desk) => ("undo" in desk.view ? null : get(desk.token, "history")),
  content: (desk, _, data) => {
    const last = desk.view.undo ?? data?.findLast(({ undone, seq }) => !undone && seq > 0);
    if (!last) return h("p", {}, "There is nothing to undo.");
    return [
      h("p", {}, "This would be taken back. It stays in the history."),
      sentences(last),
      h("p", { class: "quiet" }, `By ${byWords(last.by).toLowerCase()}.`),
      h(
        "div",
        { class: "row" },
        act(
          "Take it back",
          { what: "undo", seq: last.seq },
          { "data-main": true, "data-then": "close", autofocus: true },
        ),
        h("button", { type: "button", "data-do": "close" }, "Keep it"),
      ),
    ];
  },
};

export const settingsDrawer = {
  title: () => "Settings",
  content: (desk) => {
    const { view } = desk;
    return form(
      { what: "settings" },
      { "data-then": "close" },
      field("Place", text("place", { maxlength: 80, value: view.place ?? "" })),
      field("Date", h("input", { type: "date", name: "date", value: view.date ?? "" })),
      field("Start", h("input", { type: "time", name: "start", value: view.settings.start ?? view.start ?? "" })),
      tick("phones", "Players may enter scores on their phones", view.settings.phones),
      tick("sign_up", "People may sign up by link", view.settings.sign_up),
      tick("bots", "Bots may play for missing people at tables online", view.settings.bots),
      h("button", { "data-main": true }, "Save"),
    );
  },
};

export const seasonDrawer = {
  title: () => "Season",
  load: seasonsIfAny,
  content: (desk, _, seasons) => [
    h("p", {}, desk.view.season ? "This event counts for a season." : "This event counts for no season."),
    seasons?.length > 0 && [
      h("p", {}, "Let it count for:"),
      h(
        "div",
        { class: "name-buttons" },
        seasons.map(({ season, title }) => act(title, { what: "settings", season }, { "data-then": "close" })),
      ),
    ],
    desk.view.season && act("For no season", { what: "settings", season: "" }, { "data-then": "close" }),
    h("p", {}, h("a", { href: "/events", target: "_blank" }, "Begin a season on the page of your events"), "."),
  ],
};

export const onlineDrawer = {
  title: () => "Tables online",
  content: (desk) => {
    const { tables } = desk.view;
    if (!tables.length)
      return h(
        "p",
        {},
        "Seat the players first. Then some or all tables of the round can be played at the hall's own tables.",
      );
    return form(
      { what: "online" },
      { "data-read": "online", "data-then": "close" },
      h(
        "p",
        {},
        "Choose the tables that play on screens. Their scores come in by themselves; people find theirs on their own page.",
      ),
      phonesCannot(desk),
      h(
        "div",
        { class: "tick-grid" },
        tables.map(({ number, online, unopened }) =>
          tick(`online-${number}`, `Table ${number}${unopened ? ": not open yet" : ""}`, Boolean(online)),
        ),
      ),
      tables.some(({ unopened }) => unopened) &&
        h("p", { class: "wrong" }, `Not open online yet: ${tables.find(({ unopened }) => unopened).unopened}`),
      h(
        "div",
        { class: "row" },
        h("button", { "data-main": true }, "Set these tables online"),
        act("All of them", { what: "online", tables: "all" }, { "data-then": "close" }),
        tables.some(({ online, result }) => online && !result) &&
          act("Start with bots now", { what: "sit-in", tables: "all" }, { "data-then": "close" }),
      ),
    );
  },
};

export function readOnline(fields) {
  const chosen = Object.entries(fields).filter(([name, on]) => name.startsWith("online-") && on);
  return { what: "online", tables: chosen.map(([name]) => Number(name.slice(7))) };
}

export const filesDrawer = {
  title: () => "Files",
  content: (desk) =>
    h(
      "ul",
      { class: "sheets" },
      [
        ["standings.csv", "Standings (CSV)"],
        ["results.csv", "Every result (CSV)"],
        ["ledger.csv", "Ledger (CSV)"],
        ["export.json", "Everything (JSON)"],
        ["night.ics", "Calendar (iCalendar)"],
      ].map(([name, words]) => h("li", {}, h("a", { class: "button", href: desk.file(name), download: true }, words))),
    ),
};

const KEYS = [
  ["0–9", "A table's number: its score"],
  ["Enter", "The next field; after the last one, saved"],
  ["Ctrl Enter", "Save at once"],
  ["Esc", "Close, or clear the register"],
  ["U", "Undo"],
  ["P", "People"],
  ["R", "A ruling"],
  ["M", "Somebody is missing"],
  ["S", "Standings"],
  ["N", "The next step"],
  ["?", "These keys"],
];

export const keysDrawer = {
  title: () => "Keys",
  content: () =>
    h(
      "dl",
      { class: "keys" },
      KEYS.map(([key, words]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, words)]),
    ),
};

export const moreDrawer = {
  title: () => "More",
  content: (desk) =>
    h(
      "div",
      { class: "name-buttons" },
      opens("Rounds and corrections", "rounds"),
      desk.role === "director" && [
        opens("Prizes and money", "money"),
        opens("Rulings so far", "rulings"),
        opens("Settings", "settings"),
        opens("Season", "season"),
        opens("Tables online", "online"),
        opens("Files", "files"),
      ],
      opens("Everything that happened", "history"),
      opens("Keys", "keys"),
      h("a", { class: "button", href: `/sheet/${desk.token}`, target: "_blank" }, "The rules"),
      h("a", { class: "button", href: "/events" }, "My events"),
    ),
};
