// People: found by a few letters, checked in by one tap; walk-ins, late, left, subs, and what to do when someone is
// missing.

import { h } from "../../shared/dom.js";
import { capital } from "../../shared/english.js";
import { segments } from "../../shared/segments.js";
import { get } from "../event-connection.js";
import { sureField } from "./boards.js";
import {
  act,
  asOption,
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
} from "./parts.js";

/** @typedef {import("../page-types.js").Attributes} Attributes */
/** @typedef {import("../page-types.js").Desk} Desk */
/** @typedef {import("../page-types.js").Detail} Detail */
/** @typedef {import("../page-types.js").DrawerPart} DrawerPart */
/** @typedef {import("../page-types.js").Fields} Fields */
/** @typedef {import("../../shared/wire.js").EntryNeeds} EntryNeeds */
/** @typedef {import("../../shared/wire.js").PersonShown} Person */
/**
 * @template Message
 * @typedef {import("../page-types.js").Keyless<Message>} Keyless
 */

/** @param {Person} person */
export const isHere = ({ presence }) => presence === "here";

/**
 * People of whom a part of the name, the sub's or the partner's was typed.
 * @param {Desk} desk
 * @param {string} typed
 */
export function found(desk, typed) {
  return desk.view.people
    .filter(({ name, sub, entry }) => [name, sub, entry].some((each) => each && meant(each, typed)))
    .sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
}

/** @param {string} typed @param {Attributes} attributes */
export function finder(typed, attributes = {}) {
  return h("input", {
    type: "text",
    role: "searchbox", // not a search field: there, Esc would not close the drawer
    name: "find",
    value: typed,
    placeholder: "Find a name",
    "aria-label": "Find a name",
    autocomplete: "off",
    "data-live": "find",
    ...attributes,
  });
}

/**
 * True if there was a meeting before this one, so that the same people may be here.
 * @param {Desk["view"]} view
 */
export const comesAgain = ({ meeting }) => meeting !== null && meeting.number > 1;

/** Check in the people who came to the last meeting. */
export const sameAgain = () =>
  act("Same as last time", { what: "check-in", names: "same as last time" }, { "data-key": "same" });

/** @param {Desk} desk @param {Person} person */
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
      person.sub && ` (sub: ${person.sub})`,
      h("span", { class: "quiet" }, ` ${place}${person.paid ? ", paid" : ""}`),
    ),
    desk.role === "director" && isHere(person) && person.paid === false && paidButton(person),
    desk.role === "director" &&
      !isHere(person) &&
      person.presence !== "removed" &&
      act("Check in", { what: "check-in", names: [person.name] }, { "aria-label": `Check in ${person.name}` }),
  );
}

/** @type {DrawerPart} */
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
          act("Everyone is here", { what: "check-in", names: "all" }),
      ),
      desk.role === "director" &&
        desk.view.only_signed_up > 0 &&
        h(
          "p",
          { class: "row", "data-key": "only-signed-up" },
          `Signed up by link and not here: ${desk.view.only_signed_up}.`,
          opens("Sign-up link", "links", { show: "sign_up" }),
        ),
      people.length
        ? h(
            "ul",
            { class: "people-list", "data-key": "list" },
            people.map((person) => row(desk, person)),
          )
        : h("p", { "data-key": "none" }, "Nobody has that name."),
    ];
  },
};

/** @param {EntryNeeds} entry */
function unitWords(entry) {
  if (entry.unit === "pairs") return "One team per line: Ann & Cal.";
  if (entry.unit === "people or pairs") return "One per line: Ann, or Ann & Cal for a team.";
  return "One name per line.";
}

/** @param {EntryNeeds} entry */
const columnWords = ({ unit, zones, minimum_age: age }) =>
  ["name", unit !== "people" && "partner", zones && "zone", age > 0 && "born"].filter(Boolean).join(",");

/** @param {Desk} desk */
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
      zoneAndAge(entry),
      tick("here", "Here now", true),
      h("button", { "data-main": true }, "Add"),
    ),
  ];
}

/** @param {Desk} desk */
function manyAtOnce({ view: { entry }, typed }) {
  return [
    h("h3", {}, "Many at once"),
    form(
      { what: "paste" },
      { "data-then": "close" },
      field(
        "Paste the names",
        h("textarea", { name: "text", rows: 8, required: true, placeholder: "Ann\nBob\nCal" }, typed.names ?? ""),
        `${unitWords(entry)} Or CSV with column names in the first line: ${columnWords(entry)}.`,
      ),
      entry.minimum_age > 0 && tick("of_age", `They all say they are ${entry.minimum_age} or older`),
      entry.zones && field(`${capital(entry.zone_word)} for everyone without one`, text("zone", { maxlength: 60 })),
      tick("here", "They're all here now"),
      h("button", {}, "Add them all"),
    ),
  ];
}

/** @type {DrawerPart} */
export const addDrawer = {
  title: () => "Add people",
  // A list that the set-up could not take waits to be put right, so it comes first.
  content: (desk) => (desk.typed.names ? manyAtOnce(desk) : [oneByOne(desk), manyAtOnce(desk)]),
};

/**
 * What the rules ask of an entry, and of a sub who has not entered.
 * @param {import("../../shared/wire.js").EntryNeeds} entry
 */
export const zoneAndAge = (entry) => [
  entry.zones && field(capital(entry.zone_word), text("zone", { maxlength: 60 })),
  entry.minimum_age > 0 && [
    field("Year of birth", number("born", { maxlength: 4, placeholder: "for example 1958" })),
    tick("of_age", `They say they are ${entry.minimum_age} or older`),
  ],
];

/** @param {Desk} desk @param {string} name */
function subForm(desk, name) {
  return form(
    { what: "sub", name },
    { "data-then": "close", class: "row" },
    field("Sub", text("by", { required: true, maxlength: 60, list: "names" })),
    zoneAndAge(desk.view.entry),
    sureField(desk),
    h("button", {}, `Let them sub for ${name}`),
  );
}

/** @type {DrawerPart} */
export const subDrawer = {
  title: (_, { name }) => `A sub for ${name}`,
  content: (desk, { name = "" }) => {
    const { meeting } = desk.view;
    const when = meeting?.several ? meeting.name.toLowerCase() : "today";
    return [
      h("p", {}, `The sub takes ${name}'s seat for ${when}. The scores go on ${name}'s card.`),
      h("p", {}, `If ${name} comes after all, check ${name} in.`),
      subForm(desk, name),
    ];
  },
};

/** @typedef {import("../../shared/wire.js").MissingChoice} Choice */

/**
 * The request of a choice; where the director says what missed games are worth, as a form.
 * @param {Choice} choice
 */
function doChoice(choice) {
  const label = { "aria-label": `Do this: ${choice.words}` };
  const body = /** @type {Keyless<import("../../shared/wire.js").ToDesk>} */ (choice.what);
  if (!choice.worths?.length) return act("Do this", body, { "data-then": "close", ...label });
  return form(
    body,
    { "data-then": "close" },
    segments(
      "worth",
      "What the missed game is worth",
      choice.worths.map(({ worth, words }) => [worth, words]),
      choice.worths[0].worth,
    ),
    h("button", label, "Do this"),
  );
}

/** @param {Desk} desk @param {Choice} choice @param {string} name */
function choiceCard(desk, choice, name) {
  return h(
    "li",
    { class: "panel choice-card", "data-key": choice.words },
    h("b", {}, choice.words),
    h(
      "ul",
      {},
      choice.effect.map((sentence) => h("li", {}, sentence)),
    ),
    choice.what ? doChoice(choice) : subForm(desk, name),
  );
}

/**
 * For this round or for good? Asked where there is something to do about both.
 * @param {import("../../shared/wire.js").Missing} missing
 * @param {Detail} detail
 */
function untilOf({ choices }, detail) {
  const both = [...new Set(choices.map(({ until }) => until))];
  return { both, until: both.find((each) => each === detail.until) ?? both[0] };
}

/** @param {Desk} desk @param {Detail} detail @param {import("../../shared/wire.js").Missing} data */
function missingChoices(desk, detail, data) {
  const { both, until } = untilOf(data, detail);
  return [
    both.length > 1 &&
      segments(
        "until",
        "For how long?",
        [
          ["this round", "This round, back later"],
          ["for good", "Not back today"],
        ],
        until,
        { "data-live": "until" },
      ),
    h(
      "ul",
      { class: "choice-cards", "data-key": until },
      data.choices.filter((choice) => choice.until === until).map((choice) => choiceCard(desk, choice, data.name)),
    ),
  ];
}

/** @type {import("../page-types.js").DrawerPart<import("../../shared/wire.js").Missing>} */
export const missingDrawer = {
  title: (_, detail) => `${detail.name} is missing`,
  load: (desk, detail) => get(desk.token, "missing", { name: detail.name ?? "" }),
  content: (desk, detail, data) => [
    h("p", {}, "Here is what you can do, and what each choice would change. Rounds already played stay as they are."),
    data ? missingChoices(desk, detail, data) : h("p", { class: "quiet" }, "Working out the choices…"),
  ],
};

/**
 * Who is missing? The way in for the button on the desk.
 * @type {DrawerPart}
 */
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

/**
 * The tick at the door, or taking it back.
 * @param {Person} person
 */
const paidButton = ({ name, paid }) =>
  act(
    paid ? "Mark as not paid" : "Mark as paid",
    { what: "paid", names: [name], paid: !paid },
    { "data-key": `paid ${name}`, "aria-label": `${paid ? "Mark as not paid" : "Mark as paid"}: ${name}` },
  );

/** @param {Person} person */
function presenceButtons(person) {
  const { name } = person;
  const choices = [
    ["here", act("Check in", { what: "check-in", names: [name] }, { "data-main": person.presence === "entered" })],
    ["late", act("Coming later", { what: "late", name })],
    ["absent", act("Not coming", { what: "absent", name })],
    ["sub", opens("A sub comes", "sub", { name })],
    ...(isHere(person) ? [["left", act("Went home", { what: "left", name })]] : []),
  ];
  const buttons = choices.filter(([presence]) => presence !== person.presence || person.sub);
  return [
    ...buttons.map(([, button]) => button),
    (person.paid || (person.paid === false && (isHere(person) || person.presence === "left"))) && paidButton(person),
  ];
}

/**
 * An absence that was not noted at its meeting.
 * @param {string} name
 * @param {import("../../shared/wire.js").PastMeeting[]} meetings
 */
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
      h("button", {}, "Record the absence"),
    ),
  );
}

/** @param {string} name */
function nameForm(name) {
  return form(
    { what: "rename", name },
    { "data-key": "rename", "data-then": "close", class: "row" },
    field("Name", text("to", { required: true, maxlength: 60, value: name })),
    h("button", {}, "Correct the name"),
  );
}

/**
 * Before somebody has played: two entries that are one person's become one, or an entry goes.
 * @param {Desk} desk
 * @param {Person} person
 */
const listForms = (desk, person) =>
  h(
    "details",
    { "data-key": "list" },
    h("summary", {}, "Entered twice, or by mistake"),
    form(
      { what: "merge", name: person.name },
      { "data-key": "merge", "data-then": "close", class: "row" },
      field(
        "This is the same person as",
        nameSelect(desk, "into", { required: true }),
        "Check-in, payment and partner of both are kept.",
      ),
      h("button", {}, "Merge the two"),
    ),
    act(
      `Take ${person.name} off the list`,
      { what: "remove", name: person.name },
      { "data-key": "remove", "data-then": "close" },
    ),
  );

/** @type {DrawerPart} */
export const personDrawer = {
  title: (_, detail) => detail.name ?? "",
  content: (desk, detail) => {
    const person = desk.view.people.find(({ name }) => name === detail.name);
    if (!person) return h("p", {}, `${detail.name} is no longer on the list.`);
    const link = desk.view.links.players?.[person.name];
    return [
      h(
        "p",
        { class: "sentence" },
        [PRESENCE_WORDS[person.presence], person.where, person.sub && `${person.sub} is the sub`]
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
      h("div", { class: "row" }, opens("Card: games, rulings, money", "card", { name: person.name })),
      desk.role === "director" && h("div", { class: "row" }, presenceButtons(person)),
      desk.role === "director" && desk.view.past.length > 0 && absentForm(person.name, desk.view.past),
      desk.role === "director" && person.can_rename && [nameForm(person.name), listForms(desk, person)],
      desk.role === "director" && [
        h(
          "div",
          { class: "row" },
          opens("Missing: what can I do?", "missing", { name: person.name }),
          opens("A ruling", "rule-person", { name: person.name }),
          desk.view.entry.sitting_players &&
            act(person.sitting ? "Stop keeping the same seat" : "Keep the same seat all night", {
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
            h("img", { class: "qr", alt: `QR code for ${person.name}'s page`, src: desk.qr(link) }),
            h(
              "div",
              {},
              h("p", {}, "Let them scan this, or open their page here."),
              h(
                "p",
                { class: "row" },
                h("a", { class: "button", href: link, target: "_blank" }, "Open their page"),
                withdrawPhone(person.phone ? "Disconnect this phone" : "Cancel link", person.name),
              ),
            ),
          ),
        ],
      ],
    ];
  },
};

/** @param {Fields} fields @returns {Keyless<import("../../shared/wire.js").AbsentRequest>} */
export const readAbsent = ({ name, meeting }) => ({ what: "absent", name: String(name), meeting: Number(meeting) });

/**
 * The request of the form for one entry.
 * @param {Fields} fields
 * @returns {Keyless<import("../../shared/wire.js").EnterRequest>}
 */
export function readEnter({ here, name, partner, zone, born, of_age: ofAge }) {
  /** @type {import("../../shared/wire.js").EntryForm} */
  const person = { name: String(name) };
  if (partner) person.partner = String(partner);
  if (zone) person.zone = String(zone);
  if (born) person.born = Number(born);
  if (ofAge) person.of_age = true;
  return { what: "enter", people: [person], here: Boolean(here) };
}

/**
 * All names as a choice.
 * @param {Desk} desk
 * @param {string} name
 * @param {Attributes} attributes
 */
export const nameSelect = (desk, name, attributes = {}) =>
  select(name, [["", "Choose…"], ...found(desk, "").map((person) => asOption(person.name))], "", attributes);
