// The door: everybody on the list as a tile with two targets, here and paid; pairs as pairs, with partner and zone in
// sight. Beside it the till. A name that is nearly one on the list is asked about before anybody is added.

import { h } from "../../shared/dom.js";
import { listed, plural } from "../../shared/english.js";
import { isOnlyHere } from "../../shared/reach.js";
import { post } from "../../shared/site.js";
import { get, newKey } from "../event-connection.js";
import { shortMoney } from "../money.js";
import { act, asOption, meant, opens, originOf, PRESENCE_WORDS } from "./parts.js";
import { comesAgain, finder, found, isHere, sameAgain } from "./people.js";

/** @typedef {import("../page-types.js").Desk} Desk */
/** @typedef {import("../../shared/wire.js").PersonShown} Person */
/** @typedef {import("../../shared/wire.js").MemberShown} Member */
/** @typedef {import("../../shared/wire.js").Alike} Alike */
/** @typedef {import("../page-types.js").Keyless<import("../../shared/wire.js").EnterRequest>} Entering */
/** @typedef {{ people: Person[], zone: string }} Entry people who entered together */

/** @type {Member[]} the club's people, as far as they are known here */
let members = [];

/** @param {Desk} desk */
const inPairs = ({ view }) => view.entry.unit !== "people";

/** @typedef {{ presence?: Person["presence"], paid?: boolean, seq: number, at: number }} Tap */

/** @type {Map<string, Tap>} what was tapped for whom, until the view has it */
const taps = new Map();
/** Milliseconds after which a tap that no view has shown counts for nothing. */
const TAP_LIMIT = 3000;

/** @param {Desk} desk */
function noteTaps(desk) {
  const { seq } = desk.view;
  for (const message of desk.sending) {
    if ((message.what !== "check-in" && message.what !== "paid") || !Array.isArray(message.names)) continue;
    for (const name of message.names) {
      const change =
        message.what === "paid"
          ? { paid: message.paid !== false }
          : { presence: /** @type {Person["presence"]} */ (message.here === false ? "entered" : "here") };
      taps.set(name, { ...taps.get(name), ...change, seq, at: performance.now() });
    }
  }
  for (const [name, tap] of taps)
    if (tap.seq !== seq || desk.mood === "wrong" || performance.now() - tap.at > TAP_LIMIT) taps.delete(name);
}

/**
 * What is on its way counts as done, so that a tile answers the tap at once.
 * @param {Person} person
 */
function asTapped(person) {
  const tap = taps.get(person.name);
  return tap ? { ...person, presence: tap.presence ?? person.presence, paid: tap.paid ?? person.paid } : person;
}

/** @param {Desk} desk @param {Person} person */
function hereButton(desk, person) {
  const here = isHere(person);
  const away = !here && person.presence !== "entered";
  return h(
    "button",
    {
      type: "button",
      class: `door-here ${person.presence}`,
      "data-key": `here ${person.name}`,
      "aria-pressed": desk.role === "director" ? String(here) : null,
      ...(desk.role === "director"
        ? { "data-act": JSON.stringify({ what: "check-in", names: [person.name], ...(here && { here: false }) }) }
        : { "data-open": "person", "data-detail": JSON.stringify({ name: person.name }) }),
    },
    h("span", { class: "door-box", "aria-hidden": "true" }, here ? "✓" : ""),
    h("span", { class: "door-name" }, person.name),
    away && [
      " ",
      h("em", {}, person.presence === "late" ? "comes later" : PRESENCE_WORDS[person.presence].toLowerCase()),
    ],
  );
}

/**
 * The money of one entry: one person, or the two of a pair at once.
 * @param {Desk} desk
 * @param {Person[]} people
 */
function paidButton(desk, people) {
  const { door } = desk.view;
  if (!door || !people.some((person) => isHere(person) || person.paid)) return null;
  const paid = people.every((person) => person.paid);
  const who = listed(people.map(({ name }) => name));
  return h(
    "button",
    {
      type: "button",
      class: `door-paid ${paid ? "on" : ""}`,
      "data-key": "paid",
      "aria-pressed": String(paid),
      "aria-label": `${who}: ${shortMoney(door.fee * people.length)} ${paid ? "paid" : "to pay"}`,
      "data-act": JSON.stringify({ what: "paid", names: people.map(({ name }) => name), paid: !paid }),
    },
    paid && h("span", { "aria-hidden": "true" }, "✓ "),
    shortMoney(door.fee * people.length),
  );
}

/** @param {Desk} desk @param {Person} person */
function personTile(desk, person) {
  return h(
    "li",
    { class: `door ${person.presence}`, "data-key": `person ${person.name}` },
    hereButton(desk, person),
    paidButton(desk, [person]),
  );
}

/** @param {Desk} desk @param {Entry} entry */
function pairTile(desk, { people, zone }) {
  const here = people.filter(isHere).length;
  const state = people.length === 1 ? "solo" : here === people.length ? "here" : here ? "half" : "entered";
  return h(
    "li",
    { class: `door pair ${state}`, "data-key": `pair ${people[0].entry}` },
    desk.view.entry.zones && h("span", { class: "door-zone" }, zone),
    h(
      "div",
      { class: "door-two" },
      people.map((person) => hereButton(desk, person)),
      people.length === 1 && h("span", { class: "door-alone" }, "No partner yet"),
    ),
    paidButton(desk, people),
  );
}

/**
 * The entries, in the order of their first names; people who entered together stand together.
 * @param {Desk} desk
 * @param {Person[]} people
 * @returns {Entry[]}
 */
function entriesOf(desk, people) {
  /** @type {Map<string, Entry>} */
  const entries = new Map();
  const shown = new Set(people.map(({ entry }) => entry));
  for (const person of desk.view.people) {
    if (!shown.has(person.entry)) continue;
    const known = entries.get(person.entry);
    if (known) known.people.push(asTapped(person));
    else entries.set(person.entry, { people: [asTapped(person)], zone: person.zone });
  }
  /** @param {Entry} entry */
  const key = ({ people: [first], zone }) => `${desk.view.entry.zones ? zone : ""} ${first.name}`;
  return [...entries.values()].sort((a, b) => key(a).localeCompare(key(b), undefined, { numeric: true }));
}

// Filters

const LETTERS = ["A–E", "F–L", "M–R", "S–Z"];
const ZONES_TOGETHER = 4;
const FEW = 12;

/**
 * The filters that are worth having: by letter, or by zone where there are zones.
 * @param {Desk["view"]} view
 * @returns {[string, string][]} each with its words
 */
function filters(view) {
  if (view.people.length <= FEW) return [];
  const zones = [...new Set(view.people.map(({ zone }) => zone).filter(Boolean))].sort((a, b) =>
    a.localeCompare(b, undefined, { numeric: true }),
  );
  /** @type {[string, string][]} */
  const ranges = [];
  for (let at = 0; view.entry.zones && at < zones.length; at += ZONES_TOGETHER)
    ranges.push(zoneRange(zones[at], zones[Math.min(at + ZONES_TOGETHER, zones.length) - 1]));
  return [asOption("All"), ...(ranges.length ? ranges : LETTERS.map(asOption)), asOption("Not here")];
}

/**
 * "Zone 1–4" for Zone 1 to Zone 4.
 * @param {string} first
 * @param {string} last
 * @returns {[string, string]}
 */
function zoneRange(first, last) {
  const [, before, figure] = last.match(/^(.*?)(\d+)$/) ?? [];
  const short = before && first.startsWith(before) ? figure : last;
  return [`${first}–${last}`, first === last ? first : `${first}–${short}`];
}

/** @param {string} name @param {string} range */
function inLetters(name, range) {
  const first = name.normalize("NFD").replace(/\P{L}/gu, "").charAt(0).toUpperCase();
  const [from, to] = range.split("–");
  const at = LETTERS.indexOf(range);
  // What is no letter of this alphabet stands with the first or with the last.
  return (at === 0 ? first <= to : first >= from) && (at === LETTERS.length - 1 || first <= to);
}

/** @param {Person} person @param {string} filter @param {Desk} desk */
function passes(person, filter, { view }) {
  if (!filter || filter === "All") return true;
  if (filter === "Not here") return !isHere(person);
  if (LETTERS.includes(filter)) return inLetters(person.name, filter);
  const zones = filter.split("–");
  const compared = zones.map((zone) => person.zone.localeCompare(zone, undefined, { numeric: true }));
  return view.entry.zones && compared[0] >= 0 && compared[compared.length - 1] <= 0;
}

/** @param {Desk} desk */
function filterBar(desk) {
  const all = filters(desk.view);
  const chosen = desk.typed.filter ?? "All";
  return (
    all.length > 0 &&
    h(
      "fieldset",
      { class: "door-filters", "data-key": "filters" },
      h("legend", { class: "visually-hidden" }, "Show"),
      all.map(([value, words]) =>
        h(
          "label",
          { "data-key": value },
          h("input", {
            type: "radio",
            class: "visually-hidden",
            name: "filter",
            value,
            checked: chosen === value,
            "data-live": "filter",
          }),
          h("span", {}, words),
        ),
      ),
    )
  );
}

// The club's people

/** @param {string} text */
const letters = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();

/** @param {Desk} desk */
function notEntered({ view }) {
  const there = new Set(view.people.map(({ name }) => letters(name)));
  return members.filter(({ name }) => !there.has(letters(name)));
}

/** @param {Desk} desk */
function memberTiles(desk) {
  const typed = desk.typed.find ?? "";
  const filter = LETTERS.includes(desk.typed.filter ?? "") ? desk.typed.filter : "All";
  const people = notEntered(desk).filter(
    ({ name }) => meant(name, typed) && (filter === "All" || inLetters(name, filter)),
  );
  if (!people.length) return null;
  return [
    h(
      "h3",
      { class: "door-more", "data-key": "members" },
      "Your club's people who are not on tonight's list: tap to add",
    ),
    h(
      "ul",
      { class: `door-list ${inPairs(desk) ? "door-pairs" : ""}`, "data-key": "member list" },
      people.map(({ number, name, partner_name: partner, zone }) =>
        h(
          "li",
          { class: "door member", "data-key": `member ${number}` },
          h(
            "button",
            { type: "button", class: "door-here", "data-member": number, "aria-label": `Add ${name}` },
            h("span", { class: "door-box", "aria-hidden": "true" }, "+"),
            h("span", { class: "door-name" }, name),
            (partner || zone) &&
              inPairs(desk) &&
              h("em", {}, [partner && `with ${partner}`, zone].filter(Boolean).join(", ")),
          ),
        ),
      ),
    ),
  ];
}

/** @param {Desk} desk */
const startButton = (desk) =>
  members.length > 0 &&
  h(
    "button",
    { type: "button", "data-member": "all", "data-main": true, "data-key": "start" },
    `Start with your club's people (${notEntered(desk).length})`,
  );

/** @param {Desk} desk */
export const membersPage = ({ token }) => `/members/${token}`;

// The whole part of the screen

/** @param {Desk} desk */
function tools(desk) {
  const { view } = desk;
  const entered = view.people.length;
  const director = desk.role === "director";
  return h(
    "div",
    { class: "door-tools", "data-key": "row" },
    entered + members.length > 8 &&
      finder(desk.typed.find ?? "", {
        "data-key": "find",
        placeholder: "Find: two letters are enough",
        "data-door": "find",
      }),
    director &&
      opens(
        view.entry.unit === "pairs" ? "+ Add a pair" : "+ Add a person",
        "add",
        {},
        {
          "data-key": "add",
          "data-main": entered === 0 && !members.length,
        },
      ),
    director &&
      opens(
        `Phones: ${view.settings.phones && !isOnlyHere(originOf(view)) ? "on" : "off"}`,
        "links",
        {},
        { "data-key": "phones", class: "quiet-button" },
      ),
    filterBar(desk),
  );
}

/**
 * What is seldom needed stands apart.
 * @param {Desk} desk
 */
function otherTools(desk) {
  const { view } = desk;
  const waiting = view.people.length > view.here;
  return (
    desk.role === "director" &&
    h(
      "div",
      { class: "door-other", "data-key": "other" },
      waiting && comesAgain(view) && sameAgain(),
      // It keeps its room when it is gone, so that no tile moves away from under a finger.
      view.people.length > 0 &&
        act(
          "Everyone is here",
          { what: "check-in", names: "all" },
          { "data-key": "all", class: `quiet-button ${waiting ? "" : "out-of-use"}`, disabled: !waiting },
        ),
      h("a", { class: "button quiet-button", href: membersPage(desk), "data-key": "people" }, "Club's people"),
    )
  );
}

/** @param {Desk} desk */
function empty(desk) {
  return h(
    "div",
    { class: "empty", "data-key": "empty" },
    h("p", {}, "Nobody has signed up yet. Add or paste the names, or let people sign up themselves."),
    desk.role === "director" &&
      h("div", { class: "row" }, startButton(desk), opens("Show the sign-up QR code", "links", { show: "sign_up" })),
  );
}

/**
 * Before the first round: each person as a tile, one tap to check in, one for the money.
 * @param {Desk} desk
 */
export function peopleTiles(desk) {
  const { view } = desk;
  noteTaps(desk);
  const pairs = inPairs(desk);
  const people = found(desk, desk.typed.find ?? "").filter((each) =>
    passes(asTapped(each), desk.typed.filter ?? "", desk),
  );
  const fee = view.door ? `; tap ${shortMoney(view.door.fee * (pairs ? 2 : 1))} when you have the money` : "";
  return [
    h(
      "header",
      { class: "room-head door-head", "data-key": "head" },
      h("h2", {}, "Who is here"),
      view.people.length > 0 &&
        desk.role === "director" &&
        h("p", { class: "quiet" }, `Tap a name when you see the face${fee}.`),
      otherTools(desk),
    ),
    tools(desk),
    view.people.length === 0
      ? empty(desk)
      : h(
          "div",
          { class: "door-all", "data-key": "all people", tabindex: "-1" },
          people.length === 0 && h("p", { class: "quiet" }, "Nobody on tonight's list."),
          h(
            "ul",
            { class: `door-list ${pairs ? "door-pairs" : ""}`, "data-key": "people" },
            pairs
              ? entriesOf(desk, people).map((entry) => pairTile(desk, entry))
              : people.map((person) => personTile(desk, asTapped(person))),
          ),
          desk.role === "director" && memberTiles(desk),
        ),
  ];
}

// The rail

const NAMED = 8;

/** @param {string[]} names */
const some = (names) =>
  names.length > NAMED ? `${names.slice(0, NAMED).join(", ")} and ${names.length - NAMED} more` : names.join(", ");

/** @param {Desk} desk */
function till(desk) {
  const { door, people, entry } = desk.view;
  if (!door) return null;
  const came = door.paid + door.owing.length;
  const paid = came ? `${door.paid} of ${plural(came, "person", "people")} paid` : "Nobody has paid yet";
  const each = entry.unit === "pairs" ? `${shortMoney(door.fee * 2)} a pair` : `${shortMoney(door.fee)} each`;
  const owing = new Set(door.owing);
  const entries = [...new Set(people.filter(({ name }) => owing.has(name)).map((each_) => each_.entry))];
  return h(
    "section",
    { class: "door-card till", "data-key": "till", "aria-label": "The till" },
    h("h2", {}, "The till"),
    h("p", { class: "till-sum" }, h("b", {}, shortMoney(door.till)), " ", h("span", {}, `${paid}, ${each}`)),
    entries.length > 0 && h("p", { class: "till-owing" }, h("b", {}, "Not yet: "), some(entries)),
  );
}

/** @param {Desk["view"]} view */
function zones(view) {
  if (!view.entry.zones) return null;
  /** @type {Map<string, Person[]>} */
  const all = new Map();
  for (const person of view.people) all.set(person.zone, [...(all.get(person.zone) ?? []), person]);
  const names = [...all.keys()].filter(Boolean).sort((a, b) => a.localeCompare(b, undefined, { numeric: true }));
  const open = names.filter((name) => !all.get(name)?.every(isHere));
  return (
    names.length > 0 &&
    h(
      "section",
      { class: "door-card", "data-key": "zones", "aria-label": "Zones" },
      h("h2", {}, "Zones"),
      h(
        "p",
        { class: "door-zones" },
        names.map((name) => [
          h(
            "span",
            { class: open.includes(name) ? "" : "whole" },
            name,
            " ",
            h("b", {}, `${all.get(name)?.filter(isHere).length}/${all.get(name)?.length}`),
          ),
          " ",
        ]),
      ),
      h("p", {}, open.length ? `Not complete: ${some(open)}.` : "Every zone is complete."),
    )
  );
}

/**
 * People without a partner, two by two.
 * @param {Desk} desk
 */
function alone(desk) {
  const { view } = desk;
  if (!inPairs(desk) || desk.role !== "director") return null;
  const single = view.people.filter((person) => person.entry === person.name && isHere(person));
  const [first, second] = single;
  if (!first) return null;
  return h(
    "section",
    { class: "door-card alone", "data-key": "alone", "aria-label": "No partner yet" },
    h(
      "p",
      {},
      h("b", {}, first.name),
      " has no partner.",
      second ? ` ${second.name} is alone too.` : " Partners are drawn when you seat the players.",
    ),
    second && act("Pair them", { what: "pair", first: first.name, second: second.name }, { "data-key": "pair" }),
  );
}

/**
 * What the rail says while the doors are open.
 * @param {Desk} desk
 */
export const doorRail = (desk) =>
  desk.view.phase === "entry" &&
  h("div", { class: "door-rail", "data-key": "door" }, till(desk), alone(desk), zones(desk.view));

// Is this the same person?

/** @param {Alike} one */
const aboutThem = (one) =>
  [
    one.partner && `Plays with ${one.partner}.`,
    one.entered
      ? one.here
        ? `Already here${one.paid ? ", paid" : ""}.`
        : "On tonight's list, not here yet."
      : "On your club's list.",
  ]
    .filter(Boolean)
    .join(" ");

/**
 * Ask whether a typed name is somebody on the list.
 * @param {string} typed
 * @param {Alike} one
 * @returns {Promise<"same" | "new" | "back">}
 */
function ask(typed, one) {
  return new Promise((done) => {
    /** @param {string} value @param {string} words @param {object} more */
    const answer = (value, words, more = {}) => h("button", { value, ...more }, words);
    const dialog = h(
      "dialog",
      { class: "ask", "aria-labelledby": "ask-title" },
      h(
        "form",
        { method: "dialog" },
        h("h2", { id: "ask-title" }, "Is this the same person?"),
        h(
          "p",
          {},
          "You typed ",
          h("b", {}, typed),
          one.same ? ". That name is on the list." : ". The list has a name that is very near.",
        ),
        h(
          "div",
          { class: "ask-two" },
          h(
            "div",
            { class: "ask-one" },
            h("span", {}, "On the list"),
            h("b", {}, one.name),
            h("p", {}, aboutThem(one)),
          ),
          h(
            "div",
            { class: "ask-one new" },
            h("span", {}, "Typed just now"),
            h("b", {}, typed),
            h("p", {}, "Not known here."),
          ),
        ),
        h(
          "div",
          { class: "row" },
          answer("same", "Same person", { "data-main": true, autofocus: true }),
          !one.same && answer("new", "A new person"),
          answer("back", "Go back", { class: "plain-button" }),
        ),
        h("p", { class: "quiet" }, "Nothing is added until you choose."),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(/** @type {"same" | "new" | "back"} */ (dialog.returnValue || "back"));
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * Before somebody is added: names that are nearly on the list are asked about. Gives what is to be sent, or nothing.
 * @param {Desk} desk
 * @param {Entering} body
 * @returns {Promise<Entering | import("../page-types.js").Keyless<import("../../shared/wire.js").CheckInRequest> | null>}
 */
export async function sureOf(desk, body) {
  const [form] = body.people;
  if (body.people.length !== 1) return body;
  const person = { ...form };
  /** @type {string[]} */
  const entered = [];
  for (const part of /** @type {const} */ (["name", "partner"])) {
    const typed = (person[part] ?? "").trim();
    if (!typed) continue;
    /** @type {Alike[]} */
    const near = await get(desk.token, "alike", { name: typed });
    if (!near.length) continue;
    const answer = await ask(typed, near[0]);
    if (answer === "back") return null;
    if (answer === "new") continue;
    person[part] = near[0].name;
    if (near[0].entered) entered.push(near[0].name);
  }
  // A person on tonight's list already is checked in, not added.
  const wanted = [person.name, person.partner].filter(Boolean);
  if (entered.length && entered.length === wanted.length) {
    const away = entered.filter((name) => !desk.view.people.some((each) => each.name === name && isHere(each)));
    if (away.length) return { what: "check-in", names: away };
    desk.tell([`${listed(entered)} ${entered.length > 1 ? "are" : "is"} here already.`]);
    return null;
  }
  return { ...body, people: [person], sure: true };
}

// Hearing the person

/**
 * @param {Desk} desk
 * @param {() => void} draw
 */
async function readMembers(desk, draw) {
  if (desk.role !== "director") return;
  const answer = await fetch(`/api/members/${desk.token}`, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  const shown = /** @type {import("../../shared/wire.js").MembersShown} */ (await answer.json());
  members = shown.people;
  draw();
}

/** @param {Desk} desk @param {string} which */
async function enter(desk, which) {
  const all = which === "all";
  try {
    /** @type {import("../../shared/wire.js").Answer} */
    const answer = await post(`/api/members/${desk.token}/enter`, {
      key: newKey(),
      numbers: all ? [] : [Number(which)],
      here: !all,
    });
    desk.tell(answer.says ?? []);
  } catch (error) {
    desk.tell([/** @type {Error} */ (error).message], "wrong");
  }
}

/**
 * Enter in the field that finds people checks in the one who is left.
 * @param {Desk} desk
 * @param {HTMLInputElement} field
 * @param {() => void} draw
 */
function findOne(desk, field, draw) {
  const people = found(desk, field.value);
  if (field.value.trim().length < 2 || people.length !== 1) return;
  if (!isHere(people[0])) desk.act({ what: "check-in", names: [people[0].name] });
  else desk.tell([`${people[0].name} is here already.`]);
  desk.typed.find = field.value = "";
  draw();
}

/**
 * @param {Desk} desk
 * @param {() => void} draw
 */
export function listenToDoor(desk, draw) {
  document.addEventListener("click", async ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (!button?.dataset.member || button.ariaBusy === "true") return;
    button.ariaBusy = "true";
    await enter(desk, button.dataset.member);
    button.ariaBusy = "false";
  });
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    if (event.key === "Enter" && target instanceof HTMLInputElement && target.dataset.door === "find")
      findOne(desk, target, draw);
  });
  document.addEventListener("visibilitychange", () => document.hidden || readMembers(desk, draw));
  readMembers(desk, draw);
}
