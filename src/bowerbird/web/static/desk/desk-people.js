// People: found by two letters, checked in by one tap; walk-ins, late, left, subs, and what to do when somebody is
// missing.

import { h } from "../shared/dom.js";
import {
  act,
  field,
  form,
  meant,
  number,
  opens,
  PRESENCE_WORDS,
  phonesCannot,
  phoneWords,
  select,
  text,
  tick,
  withdrawPhone,
} from "./desk-parts.js";
import { get } from "./wire.js";

const isHere = (person) => person.presence === "here";

function found(desk, typed) {
  return desk.view.people
    .filter(({ name, sub, entry }) => [name, sub, entry].some((each) => each && meant(each, typed)))
    .sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
}

function finder(typed, attributes = {}) {
  return h("input", {
    type: "text",
    role: "searchbox", // not a search field: there, Esc would not close the drawer
    name: "find",
    value: typed,
    placeholder: "Find: two letters",
    "aria-label": "Find somebody by two letters",
    autocomplete: "off",
    "data-live": "find",
    ...attributes,
  });
}

function personTile(desk, person) {
  const words = PRESENCE_WORDS[person.presence];
  const attributes = {
    class: `tile person ${person.presence}`,
    "data-key": `person ${person.name}`,
    "aria-label": `${person.name}: ${words}`,
  };
  const inside = [
    h("span", { class: "tile-names" }, person.name),
    h("span", { class: "tile-state" }, isHere(person) ? "✓" : words),
  ];
  if (isHere(person) || desk.role !== "director") return opens(inside, "person", { name: person.name }, attributes);
  return act(inside, { what: "check-in", names: [person.name] }, attributes);
}

/** Before the first round: everybody as a tile, one tap to check in. */
/** Check in the people who came to the last meeting. */
export const sameAgain = () =>
  act("Same as last time", { what: "check-in", names: "same as last time" }, { "data-key": "same" });

export function peopleTiles(desk) {
  const { view } = desk;
  const typed = desk.typed.find ?? "";
  const entered = view.people.length;
  return [
    h(
      "header",
      { class: "room-head", "data-key": "head" },
      h("h2", {}, "Who is here"),
      h("p", { class: "quiet" }, entered ? `${view.here} of ${entered} are here. Tap a name to check in.` : ""),
      h(
        "div",
        { class: "row", "data-key": "row" },
        entered > 8 && finder(typed, { "data-key": "find" }),
        opens("Add people", "add", {}, { "data-key": "add", "data-main": entered === 0 }),
        entered > view.here && view.meeting?.number > 1 && sameAgain(),
        entered > view.here && act("Everybody is here", { what: "check-in", names: "all" }, { "data-key": "all" }),
      ),
    ),
    entered === 0
      ? h(
          "div",
          { class: "empty", "data-key": "empty" },
          h("p", {}, "Nobody has entered yet. Paste or type the names, or let people sign up themselves."),
          opens("Show the sign-up code", "links", { show: "sign_up" }),
        )
      : h(
          "div",
          { class: "tiles people-tiles", "data-key": "people" },
          found(desk, typed).map((person) => personTile(desk, person)),
        ),
  ];
}

function row(desk, person) {
  const place = person.where || PRESENCE_WORDS[person.presence];
  return h(
    "li",
    { "data-key": person.name, class: person.presence },
    h(
      "button",
      {
        type: "button",
        class: "plain-button row-name",
        "data-open": "person",
        "data-detail": JSON.stringify({ name: person.name }),
      },
      h("b", {}, person.name),
      person.sub && ` (${person.sub} plays)`,
      h("span", { class: "quiet" }, ` ${place}`),
    ),
    desk.role === "director" &&
      !isHere(person) &&
      person.presence !== "removed" &&
      act("Check in", { what: "check-in", names: [person.name] }, { "aria-label": `Check in ${person.name}` }),
  );
}

export const peopleDrawer = {
  wide: true,
  title: (desk) => `People: ${desk.view.here} of ${desk.view.people.length} are here`,
  content: (desk, detail) => {
    const people = found(desk, detail.find ?? "");
    return [
      h(
        "div",
        { class: "row", "data-key": "tools" },
        finder(detail.find ?? "", { autofocus: true }),
        desk.role === "director" && opens("Add people", "add"),
        desk.role === "director" &&
          desk.view.people.some((person) => person.presence === "entered") &&
          act("Everybody is here", { what: "check-in", names: "all" }),
      ),
      people.length
        ? h(
            "ul",
            { class: "people-list", "data-key": "list" },
            people.map((person) => row(desk, person)),
          )
        : h("p", { "data-key": "none" }, "Nobody of that name has entered."),
    ];
  },
};

function unitWords(entry) {
  if (entry.unit === "pairs") return "One pair a line: Ann & Cal.";
  if (entry.unit === "people or pairs") return "One a line: Ann, or Ann & Cal for a pair that stays together.";
  return "One name a line.";
}

const columnWords = ({ unit, zones, minimum_age: age }) =>
  ["name", unit !== "people" && "partner", zones && "zone", age > 0 && "born"].filter(Boolean).join(",");

function oneByOne({ view: { entry, phase } }) {
  return [
    h("h3", {}, phase === "entry" ? "One by one" : "A walk-in"),
    form(
      { what: "enter" },
      { "data-read": "enter", "data-again": true },
      field("Name", text("name", { required: true, maxlength: 60, autofocus: true })),
      entry.unit !== "people" &&
        field(
          entry.unit === "pairs" ? "Partner" : "Partner, if they stay together",
          text("partner", { maxlength: 60 }),
        ),
      entry.zones && field("Zone", text("zone", { maxlength: 60 })),
      entry.minimum_age > 0 && [
        field("Year of birth", number("born", { maxlength: 4, placeholder: "for example 1958" })),
        tick("of_age", `Of age: ${entry.minimum_age} or older, as they told me`),
      ],
      tick("here", "Is here now", true),
      h("button", { "data-main": true }, "Add"),
    ),
  ];
}

function manyAtOnce({ view: { entry }, typed }) {
  return [
    h("h3", {}, "Many at once"),
    form(
      { what: "paste" },
      { "data-then": "close" },
      field(
        "Paste the names",
        h("textarea", { name: "text", rows: 8, required: true, placeholder: "Ann\nBob\nCal" }, typed.names ?? ""),
        `${unitWords(entry)} Or a table with a first line that names its columns (CSV): ${columnWords(entry)}.`,
      ),
      entry.minimum_age > 0 && tick("of_age", `All of age: ${entry.minimum_age} or older, as they told me`),
      entry.zones && field("Zone of all who name none", text("zone", { maxlength: 60 })),
      tick("here", "They are all here now"),
      h("button", {}, "Add them all"),
    ),
  ];
}

export const addDrawer = {
  title: () => "Add people",
  // A list that the set-up could not take waits to be put right, so it comes first.
  content: (desk) => (desk.typed.names ? manyAtOnce(desk) : [oneByOne(desk), manyAtOnce(desk)]),
};

function subForm(name) {
  return form(
    { what: "sub", name },
    { "data-then": "close", class: "row" },
    field("Who plays", text("by", { required: true, maxlength: 60, list: "names" })),
    h("button", {}, `Let them play for ${name}`),
  );
}

function choiceCard(choice, name) {
  return h(
    "li",
    { class: "panel choice-card", "data-key": choice.words },
    h("b", {}, choice.words),
    h(
      "ul",
      {},
      choice.effect.map((sentence) => h("li", {}, sentence)),
    ),
    choice.what
      ? act("Do this", choice.what, { "data-then": "close", "aria-label": `Do this: ${choice.words}` })
      : subForm(name),
  );
}

export const missingDrawer = {
  title: (_, detail) => `${detail.name} is missing`,
  load: (desk, detail) => get(desk.token, "missing", { name: detail.name }),
  content: (_, detail, data) => [
    h("p", {}, "What can be done, and what each choice would do. Rounds already played never change."),
    data
      ? h(
          "ul",
          { class: "choice-cards" },
          data.choices.map((choice) => choiceCard(choice, detail.name)),
        )
      : h("p", { class: "quiet" }, "Working out the choices…"),
  ],
};

/** Who is missing? The way in for the button on the desk. */
export const whoIsMissingDrawer = {
  title: () => "Who is missing?",
  content: (desk, detail) => [
    !detail.table && finder(detail.find ?? "", { autofocus: true }),
    h(
      "div",
      { class: "name-buttons" },
      found(desk, detail.find ?? "")
        .filter((person) => ["here", "entered", "late"].includes(person.presence))
        .filter((person) => !detail.table || person.where.startsWith(`Table ${detail.table},`))
        .slice(0, 60)
        .map((person) =>
          opens(
            [person.name, h("small", {}, person.where)],
            "missing",
            { name: person.name },
            { "data-key": person.name },
          ),
        ),
    ),
  ],
};

function presenceButtons(person) {
  const { name } = person;
  const choices = [
    ["here", act("Check in", { what: "check-in", names: [name] }, { "data-main": person.presence === "entered" })],
    ["late", act("Comes later", { what: "late", name })],
    ["absent", act("Does not come", { what: "absent", name })],
    ["left", act("Went home", { what: "left", name })],
  ];
  return choices.filter(([presence]) => presence !== person.presence || person.sub).map(([, button]) => button);
}

/** An absence that was not noted at its meeting. */
function absentForm(name, meetings) {
  return h(
    "details",
    { "data-key": "absent" },
    h("summary", {}, "Was absent earlier"),
    form(
      { what: "absent", name },
      { "data-read": "absent", "data-then": "close", class: "row" },
      field(
        "When",
        select(
          "meeting",
          meetings.map(({ number, name: when }) => [String(number), when]),
        ),
      ),
      h("button", {}, "Note the absence"),
    ),
  );
}

function nameForm(name) {
  return form(
    { what: "rename", name },
    { "data-key": "rename", "data-then": "close", class: "row" },
    field("Name", text("to", { required: true, maxlength: 60, value: name })),
    h("button", {}, "Correct the name"),
  );
}

export const personDrawer = {
  title: (_, detail) => detail.name,
  content: (desk, detail) => {
    const person = desk.view.people.find(({ name }) => name === detail.name);
    if (!person) return h("p", {}, `${detail.name} is no longer on the list.`);
    const link = desk.view.links?.players?.[person.name];
    return [
      h(
        "p",
        { class: "sentence" },
        [PRESENCE_WORDS[person.presence], person.where, person.sub && `${person.sub} plays for them`]
          .filter(Boolean)
          .map((words) => `${words}. `),
      ),
      h(
        "p",
        { class: "quiet" },
        [
          person.entry !== person.name && `Team: ${person.entry}`,
          person.zone && `Zone: ${person.zone}`,
          person.phone && phoneWords(person.phone),
          person.sitting && "Sitting player",
        ]
          .filter(Boolean)
          .join(" · "),
      ),
      desk.role === "director" && h("div", { class: "row" }, presenceButtons(person)),
      desk.role === "director" && desk.view.past.length > 0 && absentForm(person.name, desk.view.past),
      desk.role === "director" && person.can_rename && nameForm(person.name),
      desk.role === "director" && [
        h(
          "div",
          { class: "row" },
          opens("Is missing: what can I do?", "missing", { name: person.name }),
          opens("A ruling", "rule-person", { name: person.name }),
          desk.view.entry.sitting_players &&
            act(person.sitting ? "No longer keeps one chair" : "Keeps one chair all evening", {
              what: "sitting",
              name: person.name,
              sitting: !person.sitting,
            }),
        ),
        link && [
          h("h3", {}, "Phone"),
          phonesCannot(desk),
          h(
            "div",
            { class: "link-card" },
            h("img", { class: "qr", alt: `Code of ${person.name}'s own page`, src: desk.qr(link) }),
            h(
              "div",
              {},
              h("p", {}, "Let them scan this, or open their page here."),
              h(
                "p",
                { class: "row" },
                h("a", { class: "button", href: link, target: "_blank" }, "Open their page"),
                withdrawPhone(person.phone ? "Take the phone back" : "Withdraw the link", person.name),
              ),
            ),
          ),
        ],
      ],
    ];
  },
};

export const readAbsent = ({ name, meeting }) => ({ what: "absent", name, meeting: Number(meeting) });

/** What the form for one entry says to the hall. */
export function readEnter(fields) {
  const { here, name, partner, zone, born, of_age: ofAge } = fields;
  const person = { name };
  if (partner) person.partner = partner;
  if (zone) person.zone = zone;
  if (born) person.born = born;
  if (ofAge) person.of_age = true;
  return { what: "enter", people: [person], here };
}

/** Everybody as a choice. */
export const nameSelect = (desk, name, attributes = {}) =>
  select(name, [["", "Choose…"], ...found(desk, "").map((person) => [person.name, person.name])], "", attributes);
