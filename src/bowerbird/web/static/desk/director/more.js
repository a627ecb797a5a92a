// Everything else that is one click away: print, links and their codes, history, undo, settings, tables online, files,
// the keys.

import { h } from "../../shared/dom.js";
import { segments } from "../../shared/segments.js";
import { get } from "../event-connection.js";
import { seasonsIfAny } from "../setup/create.js";
import { boardsLink } from "./boards.js";
import { namesIn } from "./card.js";
import { finishWords, isOver } from "./next.js";
import { act, form, opens, phonesCannot, tick } from "./parts.js";
import { phonesPanel, phonesState } from "./phones.js";

/** @typedef {import("../page-types.js").Desk} Desk */
/** @typedef {import("../page-types.js").DrawerPart} DrawerPart */
/** @typedef {import("../../shared/wire.js").HistoryLine} HistoryLine */
/** @typedef {import("../../shared/wire.js").OwnSeason} OwnSeason */

/** @type {DrawerPart} */
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
    dealBoards(desk),
    h(
      "ul",
      { class: "sheets" },
      desk.view.sheets.map(({ what, words }) =>
        h("li", {}, h("a", { class: "button", href: desk.paper(what), target: "_blank" }, words)),
      ),
    ),
    h(
      "p",
      { class: "quiet" },
      "Each one opens as a PDF. Print seat slips again after every round if nobody uses a phone.",
    ),
  ],
};

/**
 * Boards are dealt with the first seats, or now: hands can be printed from then on.
 * @param {Desk} desk
 */
function dealBoards({ view, role }) {
  if (!view.boards || role !== "director") return null;
  if (!view.boards.dealt)
    return h(
      "section",
      { class: "panel" },
      h("p", {}, "Deal the boards now to print their hands before the event."),
      act("Deal the boards", { what: "deal-boards" }, { "data-main": true }),
    );
  return h(
    "p",
    { class: "quiet" },
    "The hands are for the person who makes up the boards, and for nobody who plays. The fingerprint of all boards: ",
    h("code", {}, view.boards.digest.slice(0, 16)),
    ".",
  );
}

/** @typedef {import("../../shared/wire.js").WithdrawRequest["role"]} Role */
/** @type {["director" | "helper" | "sign_up" | "public" | "board", string, string, Role | ""][]} */
const LINKS = [
  ["director", "A second device", "Can do everything you can do here. Keep it to yourself.", "director"],
  ["helper", "A helper", "Can enter scores and nothing else.", "helper"],
  ["sign_up", "Sign-up", "People sign up themselves.", "sign-up"],
  ["public", "Standings for everyone", "Read only.", "public"],
  ["board", "The board", "For a projector or TV.", ""],
];

/**
 * The way out when somebody signed up people who don't exist.
 * @param {number} people
 */
function onlySignedUp(people) {
  if (!people) return null;
  const who = people === 1 ? "1 person" : `${people} people`;
  return h(
    "div",
    { "data-key": "only-signed-up" },
    h(
      "p",
      {},
      `${who} signed up by link and ${people === 1 ? "isn't" : "aren't"} here. `,
      "If it's a prank, take them off the list, and then cancel the link below.",
    ),
    h(
      "div",
      { class: "row" },
      act(
        `Take ${who} off the list`,
        { what: "clear-sign-ups" },
        {
          "data-sure": `Take ${who} off the list? First check in everyone who is here. You can undo this.`,
        },
      ),
    ),
  );
}

/** @param {Desk} desk @param {typeof LINKS[number]} link @param {string} show */
function linkCard(desk, [name, words, about, role], show) {
  const link = desk.view.links[name];
  if (!link) return null;
  const whole = (desk.view.links.origin || location.origin) + link;
  return h(
    "details",
    { class: "panel", open: show === name, "data-key": name },
    h("summary", {}, h("b", {}, words)),
    h("p", { class: "quiet" }, about),
    name === "sign_up" && onlySignedUp(desk.view.only_signed_up),
    h("img", { class: "qr", alt: `QR code: ${words}`, src: desk.qr(link), loading: "lazy" }),
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
          "Cancel link",
          { what: "withdraw", role, name: "" },
          { "data-sure": "Cancel this link? It will stop working for everyone who has it." },
        ),
    ),
  );
}

/** @type {import("../page-types.js").DrawerPart<import("../../shared/wire.js").NetworkState>} */
export const linksDrawer = {
  title: () => "Board & phones",
  load: phonesState,
  content: (desk, detail, state) => {
    const { links } = desk.view;
    if (!links.director) return h("p", {}, "Only the director can see the links.");
    const tables = Object.keys(links.tables ?? {});
    return [
      phonesPanel(desk, state),
      LINKS.map((link) => linkCard(desk, link, detail.show ?? "sign_up")),
      h("p", {}, "Two of you run this event? ", opens("Add a director", "directors")),
      tables.length > 0 &&
        h(
          "p",
          {},
          "Each table has its own QR code: ",
          h("a", { href: desk.paper("table-cards"), target: "_blank" }, "print the table cards"),
          ". Each player's QR code is under People.",
        ),
    ];
  },
};

/** @type {Record<string, string>} */
const BY = {
  director: "Director",
  helper: "Helper",
  "sign-up": "Sign-up",
  invitation: "Invitation",
  hall: "Bowerbird",
};
/** @param {string} by */
export const byWords = (by) => BY[by] ?? by.replace(/^(player|director):/, "").replace(/^table:/, "Table ");

/** @type {import("../page-types.js").DrawerPart<HistoryLine[]>} */
export const historyDrawer = {
  wide: true,
  title: () => "History",
  load: (desk) => get(desk.token, "history"),
  content: (desk, _, data) => {
    const linked = namesIn(desk);
    return [
      desk.role === "director" && opens("Undo the last step (U)", "undo"),
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
                  linked(words.join(" ")),
                  undone && h("b", {}, " (undone)"),
                ),
              ),
          )
        : h("p", { class: "quiet" }, "Loading…"),
    ];
  },
};

/** @type {DrawerPart} */
export const undoDrawer = {
  title: () => "Undo",
  content: (desk) => {
    const last = desk.view.undo;
    if (!last) return h("p", {}, "There is nothing to undo.");
    return [
      h("p", {}, "This will be undone. It stays in the history."),
      h("p", { class: "sentence" }, last.words),
      h("p", { class: "quiet" }, `By: ${byWords(last.by)}`),
      h(
        "div",
        { class: "row" },
        act("Undo this", { what: "undo", seq: last.seq }, { "data-main": true, "data-then": "close", autofocus: true }),
        h("button", { type: "button", "data-do": "close" }, "Keep it"),
      ),
    ];
  },
};

/** @type {DrawerPart} */
export const settingsDrawer = {
  title: () => "Settings",
  content: (desk) => {
    const { view } = desk;
    return form(
      { what: "settings" },
      { "data-then": "close" },
      h("p", {}, opens("Change the name, rounds, money and times", "change")),
      tick("phones", "Players can enter scores on their phones", view.settings.phones),
      tick("sign_up", "People can sign up by link", view.settings.sign_up),
      tick("bots", "Bots can play for missing people at online tables", view.settings.bots),
      h("button", { "data-main": true }, "Save"),
    );
  },
};

/** @type {import("../page-types.js").DrawerPart<OwnSeason[]>} */
export const seasonDrawer = {
  title: () => "Season",
  load: seasonsIfAny,
  content: (desk, _, seasons) => [
    h("p", {}, desk.view.season ? "This event counts toward a season." : "This event doesn't count toward a season."),
    seasons?.length && [
      h("p", {}, "Count it toward:"),
      h(
        "div",
        { class: "name-buttons" },
        seasons.map(({ season, title, rules }) =>
          act([title, h("small", {}, ` ${rules}`)], { what: "settings", season }, { "data-then": "close" }),
        ),
      ),
    ],
    desk.view.season && act("Remove it from the season", { what: "settings", season: "" }, { "data-then": "close" }),
    h("p", {}, h("a", { href: "/events", target: "_blank" }, "Start a season on your events page"), "."),
  ],
};

/** @type {DrawerPart} */
export const onlineDrawer = {
  title: () => "Online tables",
  content: (desk) => {
    const { tables } = desk.view;
    const unopened = tables.find((table) => table.unopened)?.unopened;
    if (!tables.length) return h("p", {}, "Seat the players first. Then you can choose tables to play online.");
    return form(
      { what: "online" },
      { "data-read": "online", "data-then": "close" },
      h(
        "p",
        {},
        "Choose the tables that play online. Their scores come in automatically. Players find their table on their own page.",
      ),
      phonesCannot(desk),
      h(
        "div",
        { class: "tick-grid" },
        tables.map((table) =>
          tick(
            `online-${table.number}`,
            `Table ${table.number}${table.unopened ? ": not open yet" : ""}`,
            Boolean(table.online),
          ),
        ),
      ),
      unopened && h("p", { class: "wrong" }, `Not open online yet: ${unopened}`),
      h(
        "div",
        { class: "row" },
        h("button", { "data-main": true }, "Play these tables online"),
        act("Play all tables online", { what: "online", tables: "all" }, { "data-then": "close" }),
        tables.some(({ online, result }) => online && !result) &&
          act("Start with bots now", { what: "sit-in", tables: "all" }, { "data-then": "close" }),
      ),
    );
  },
};

/**
 * @param {import("../page-types.js").Fields} fields
 * @returns {import("../page-types.js").Keyless<import("../../shared/wire.js").OnlineRequest>}
 */
export function readOnline(fields) {
  const chosen = Object.entries(fields).filter(([name, on]) => name.startsWith("online-") && on);
  return { what: "online", tables: chosen.map(([name]) => Number(name.slice(7))) };
}

/** @type {DrawerPart} */
export const filesDrawer = {
  title: () => "Files",
  content: (desk) =>
    h(
      "ul",
      { class: "sheets" },
      [
        ["standings.csv", "Standings (CSV)"],
        ["results.csv", "All results (CSV)"],
        ["ledger.csv", "Ledger (CSV)"],
        ["export.json", "Everything (JSON)"],
        ["night.ics", "Calendar (iCalendar)"],
      ].map(([name, words]) => h("li", {}, h("a", { class: "button", href: desk.file(name), download: true }, words))),
    ),
};

const KEYS = [
  ["0–9", "A table number, to enter its score"],
  ["Enter", "Next field; after the last one, save"],
  ["Ctrl Enter", "Save now"],
  ["Esc", "Close, clear the score, or drop one that was refused"],
  ["⌫", "Correct a score that was refused"],
  ["U", "Undo"],
  ["P", "People"],
  ["R", "A ruling"],
  ["M", "Someone is missing"],
  ["S", "Standings"],
  ["N", "Press the blue button"],
  ["/", "Find a name or a table"],
  ["?", "Show these keys"],
];

/** @type {DrawerPart} */
export const keysDrawer = {
  title: () => "Keyboard shortcuts",
  content: () =>
    h(
      "dl",
      { class: "keys" },
      KEYS.map(([key, words]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, words)]),
    ),
};

/** @type {DrawerPart} */
export const moreDrawer = {
  title: () => "More",
  content: (desk) =>
    h(
      "div",
      { class: "name-buttons" },
      opens("All games", "games"),
      boardsLink(desk),
      opens("Rounds and corrections", "rounds"),
      desk.role === "director" && [
        opens("Somebody is missing", "who-is-missing"),
        !isOver(desk.view) && opens(finishWords(desk.view), "finish"),
        opens("Prizes and money", "money"),
        opens("Rulings so far", "rulings"),
        opens("Change the event", "change"),
        opens("Settings", "settings"),
        opens("Directors", "directors"),
        opens("Season", "season"),
        opens("Online tables", "online"),
        opens("Files", "files"),
      ],
      opens("History", "history"),
      opens("Keyboard shortcuts", "keys"),
      h("a", { class: "button", href: `/sheet/${desk.token}`, target: "_blank" }, "Rules"),
      desk.role === "director" && h("a", { class: "button", href: `/again/${desk.token}` }, "Same again"),
      h("a", { class: "button", href: "/events" }, "My events"),
    ),
};
