// A club's people: added, changed, merged, deleted, and imported after a look at what that would do.

import { h } from "../../shared/dom.js";
import { plural } from "../../shared/english.js";
import { post } from "../../shared/site.js";
import { textOfFile } from "../fields.js";
import { beKnown, isKnown } from "../known.js";

/** @typedef {import("../../shared/wire.js").MemberShown} Member */
/** @typedef {import("../../shared/wire.js").MembersShown} Members */
/** @typedef {import("../../shared/wire.js").ImportPreview} Preview */
/** @typedef {import("../../shared/wire.js").MemberAnswer} MemberAnswer */

const page = /** @type {HTMLElement} */ (document.querySelector("#members"));
const dialog = /** @type {HTMLDialogElement} */ (document.querySelector("#member-dialog"));
const importForm = /** @type {HTMLFormElement} */ (document.querySelector("#import"));
const address = `/api/members/${page.dataset.whose}`;

/** @param {string} name */
const part = (name) => /** @type {HTMLElement} */ (document.querySelector(`#${name}`));

/** @type {Members} */
let shown = { people: [], near: [] };
let typed = "";

/** @param {string} words */
const say = (words) => part("members-said").replaceChildren(words);

/** @param {number} number */
const memberOf = (number) => shown.people.find((each) => each.number === number);

/**
 * @param {string} what
 * @returns {Promise<unknown>} as it came: what it holds is for the caller to say
 */
async function read(what = "") {
  const answer = await fetch(address + what, { cache: "no-store" });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(said.why ?? "Bowerbird couldn't do that. Try again.");
  return said;
}

async function load() {
  if (isKnown()) shown = /** @type {Members} */ (await read());
  draw();
}

// The list

/** @param {Member} member */
const aboutThem = ({ spoken, phone, born, zone, partner_name: partner }) =>
  [
    spoken && `say “${spoken}”`,
    partner && `usually with ${partner}`,
    zone && `zone ${zone}`,
    phone && `phone ${phone}`,
    born > 0 && `born ${born}`,
  ]
    .filter(Boolean)
    .join(" · ");

/** @param {Member} member */
const line = (member) =>
  h(
    "li",
    {},
    h("span", {}, h("b", {}, member.name), " ", h("span", { class: "quiet" }, aboutThem(member))),
    h("button", { type: "button", "data-edit": member.number, "aria-label": `Change ${member.name}` }, "Change"),
  );

function drawList() {
  const wanted = typed.trim().toLocaleLowerCase();
  const people = shown.people.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  const none = shown.people.length
    ? "Nobody has that name."
    : "Nobody yet. Add people one by one, paste a list, or take the people of a past event.";
  part("members-list").replaceChildren(
    people.length ? h("ul", { class: "member-list" }, people.map(line)) : h("p", {}, none),
  );
}

function drawNear() {
  const pairs = shown.near.map(([one, other]) => [memberOf(one), memberOf(other)]);
  part("members-near").replaceChildren(
    pairs.length
      ? h(
          "details",
          { class: "panel" },
          h("summary", {}, `${plural(pairs.length, "name is", "names are")} nearly the same as another`),
          h(
            "ul",
            { class: "member-list" },
            pairs.map(
              ([one, other]) =>
                one &&
                other &&
                h(
                  "li",
                  {},
                  h("span", {}, `${one.name}: is this ${other.name}?`),
                  h(
                    "button",
                    { type: "button", "data-merge": JSON.stringify([one.number, other.number]) },
                    "Same person: merge",
                  ),
                ),
            ),
          ),
        )
      : "",
  );
}

function draw() {
  part("members-tools").replaceChildren(
    h("button", { type: "button", "data-add": "", "data-main": true }, "+ Add a person"),
    ...(shown.people.length
      ? [h("a", { class: "button", href: `${address}/members.csv`, download: "members.csv" }, "Save as CSV")]
      : []),
    ...(shown.people.length > 8
      ? [
          h("input", {
            type: "text",
            id: "member-find",
            "aria-label": "Find a name",
            placeholder: "Find a name",
            value: typed,
          }),
        ]
      : []),
    h("span", { class: "quiet" }, plural(shown.people.length, "person", "people")),
  );
  drawNear();
  drawList();
}

// One person

/** @param {string} name @param {string} words @param {string | number} value @param {object} more */
const field = (name, words, value, more = {}) =>
  h(
    "p",
    {},
    h("label", { for: `member-${name}` }, words),
    h("input", { id: `member-${name}`, name, type: "text", value, autocomplete: "off", ...more }),
  );

/** @param {string} name @param {string} words @param {Member[]} people @param {number} chosen @param {string} none */
const choice = (name, words, people, chosen, none) =>
  h(
    "p",
    {},
    h("label", { for: `member-${name}` }, words),
    h(
      "select",
      { id: `member-${name}`, name },
      h("option", { value: 0 }, none),
      people.map((each) => h("option", { value: each.number, selected: each.number === chosen }, each.name)),
    ),
  );

/** @param {Member | null} member */
function open(member) {
  const others = shown.people.filter(({ number }) => number !== member?.number);
  dialog.replaceChildren(
    h(
      "form",
      { id: "member", "data-number": member?.number ?? 0 },
      h("h2", { id: "member-title" }, member ? member.name : "Add a person"),
      field("name", "Name", member?.name ?? "", { required: true, maxlength: 60, autofocus: true }),
      field("spoken", "How it is said, if that isn't plain", member?.spoken ?? "", { maxlength: 120 }),
      field("phone", "Phone, if you want it here", member?.phone ?? "", { maxlength: 40, inputmode: "tel" }),
      field("born", "Year of birth, where your rules ask for it", member?.born || "", {
        maxlength: 4,
        inputmode: "numeric",
      }),
      field("zone", "Zone, where your rules have zones", member?.zone ?? "", { maxlength: 60 }),
      choice("partner", "Usual partner", others, member?.partner ?? 0, "None"),
      h("p", { role: "alert" }),
      h(
        "div",
        { class: "row" },
        h("button", { "data-main": true }, member ? "Save" : "Add"),
        h("button", { type: "button", class: "plain-button", "data-close": "" }, "Cancel"),
      ),
      member &&
        h(
          "details",
          {},
          h("summary", {}, "Merge or delete"),
          others.length > 0 && [
            choice("into", "This is the same person as", others, 0, "Choose…"),
            h("button", { type: "button", "data-into": member.number }, "Merge the two"),
          ],
          h("p", { class: "quiet" }, "Deleting keeps every result: events that were played have their own list."),
          h("button", { type: "button", "data-delete": member.number }, `Delete ${member.name}`),
        ),
    ),
  );
  if (!dialog.open) dialog.showModal();
}

/** @param {string} words */
const alertIn = (words) => dialog.querySelector("[role=alert]")?.replaceChildren(words);

/**
 * Send a change and show the list after it; gives the answer, or nothing if it was refused.
 * @param {object} body
 */
async function change(body) {
  try {
    await beKnown();
    /** @type {MemberAnswer} */
    const answer = await post(address, body);
    if (answer.ok) {
      dialog.close();
      say(answer.says);
      await load();
    }
    return answer;
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    if (dialog.open) alertIn(message);
    else say(message);
    return null;
  }
}

/** @param {HTMLFormElement} form */
function formOf(form) {
  /** @param {string} name */
  const of = (name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value.trim();
  const born = of("born");
  if (!/^(\d{4})?$/.test(born)) throw new Error(`“${born}” isn't a year of birth. Use four digits, such as 1950.`);
  return {
    name: of("name"),
    spoken: of("spoken"),
    phone: of("phone"),
    born: Number(born),
    zone: of("zone"),
    partner: Number(of("partner")),
  };
}

/** @param {HTMLFormElement} form */
async function save(form) {
  const number = Number(form.dataset.number);
  try {
    const member = formOf(form);
    if (number) await change({ what: "change", member: { number, ...member } });
    else {
      const answer = await change({ what: "add", member });
      if (answer && !answer.ok) ask(answer, member);
    }
  } catch (error) {
    alertIn(/** @type {Error} */ (error).message);
  }
}

/**
 * A name that is nearly known: nothing is added until somebody has chosen.
 * @param {MemberAnswer} answer
 * @param {ReturnType<typeof formOf>} member
 */
function ask(answer, member) {
  const near = memberOf(answer.near[0]);
  if (!near) return;
  dialog.replaceChildren(
    h("h2", { id: "member-title" }, "Is this the same person?"),
    h(
      "div",
      { class: "ask-two" },
      h("div", { class: "ask-one" }, h("span", {}, "On the list"), h("b", {}, near.name), h("p", {}, aboutThem(near))),
      h(
        "div",
        { class: "ask-one new" },
        h("span", {}, "Typed just now"),
        h("b", {}, member.name),
        h("p", {}, "Not known here."),
      ),
    ),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", "data-close": "", "data-main": true, autofocus: true }, "Same person"),
      h("button", { type: "button", "data-new": JSON.stringify(member) }, "A new person"),
    ),
    h("p", { role: "alert" }),
    h("p", { class: "quiet" }, "Nothing is added until you choose."),
  );
}

// Import

/** @type {object} what was looked at */
let looked = {};

/** @param {Preview} preview */
function drawPreview(preview) {
  const wrong = preview.lines.filter(({ state }) => state === "wrong");
  const near = preview.lines.filter(({ state }) => state === "near");
  const fresh = preview.lines.filter(({ state }) => state === "new").map(({ name }) => name);
  part("import-preview").replaceChildren(
    h(
      "form",
      { id: "import-sure" },
      h(
        "p",
        { class: "sentence" },
        `${plural(preview.new, "new person", "new people")}, ${preview.known} on the list already` +
          `${preview.near ? `, ${plural(preview.near, "question")}` : ""}${wrong.length ? `, ${wrong.length} wrong` : ""}.`,
      ),
      preview.not_read.length > 0 && h("p", {}, `Columns that are not read: ${preview.not_read.join(", ")}.`),
      wrong.length > 0 && [
        h("p", { class: "wrong" }, "Put these right first. Nothing is imported until then."),
        h(
          "ul",
          { class: "wrong" },
          wrong.map(({ words }) => h("li", {}, words)),
        ),
      ],
      fresh.length > 0 && h("details", {}, h("summary", {}, "New people"), h("p", {}, fresh.join(", "))),
      near.map(({ name, words, near: number, near_name: known }) =>
        h(
          "fieldset",
          { class: "near" },
          h("legend", {}, words),
          h(
            "label",
            {},
            h("input", { type: "radio", name, value: number, required: true }),
            `Yes, ${name} is ${known}`,
          ),
          h("label", {}, h("input", { type: "radio", name, value: 0, required: true }), `No, ${name} is somebody else`),
        ),
      ),
      h("p", { role: "alert" }),
      !wrong.length && h("button", { "data-main": true }, "Import"),
    ),
  );
}

async function look() {
  const alert = importForm.querySelector("[role=alert]");
  alert?.replaceChildren("");
  part("import-preview").replaceChildren();
  const text = /** @type {HTMLTextAreaElement} */ (part("import-text")).value;
  const event = /** @type {HTMLSelectElement} */ (part("import-event")).value;
  try {
    await beKnown();
    looked = event ? { event } : { text };
    drawPreview(await post(`${address}/read`, looked));
  } catch (error) {
    alert?.replaceChildren(/** @type {Error} */ (error).message);
  }
}

/** @param {HTMLFormElement} form */
async function importAll(form) {
  const same = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, Number(value)]));
  try {
    /** @type {{ says: string }} */
    const { says } = await post(`${address}/import`, { ...looked, same });
    part("import-preview").replaceChildren();
    importForm.reset();
    say(says);
    await load();
    part("members-said").scrollIntoView({ block: "center" });
  } catch (error) {
    form.querySelector("[role=alert]")?.replaceChildren(/** @type {Error} */ (error).message);
  }
}

async function loadEvents() {
  if (!isKnown()) return;
  const events = /** @type {import("../../shared/wire.js").PastEvent[]} */ (await read("/events"));
  part("import-event-part").hidden = !events.length;
  part("import-event").replaceChildren(
    h("option", { value: "" }, "Choose…"),
    ...events.map(({ event, title, date, people }) =>
      h("option", { value: event }, [title, date, plural(people, "person", "people")].filter(Boolean).join(", ")),
    ),
  );
}

// Hearing the person

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  event.preventDefault();
  if (form.id === "member") save(form);
  else if (form.id === "import-sure") importAll(form);
  else look();
});

document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("button") : null;
  if (!button) return;
  const { add, edit, close, into, merge, new: fresh, delete: gone } = button.dataset;
  if (add !== undefined) open(null);
  else if (edit) open(memberOf(Number(edit)) ?? null);
  else if (close !== undefined) dialog.close();
  else if (fresh) change({ what: "add", member: JSON.parse(fresh), sure: true });
  else if (gone) change({ what: "remove", number: Number(gone) });
  else if (merge) {
    const [number, kept] = JSON.parse(merge);
    change({ what: "merge", number, into: kept });
  } else if (into) {
    const kept = Number(/** @type {HTMLSelectElement} */ (part("member-into")).value);
    if (kept) change({ what: "merge", number: Number(into), into: kept });
    else alertIn("Choose the other name first.");
  }
});

document.addEventListener("input", ({ target }) => {
  if (target instanceof HTMLInputElement && target.id === "member-find") {
    typed = target.value;
    drawList();
  }
});

part("import-file").addEventListener("change", async ({ target }) => {
  const [file] = /** @type {HTMLInputElement} */ (target).files ?? [];
  if (file) /** @type {HTMLTextAreaElement} */ (part("import-text")).value = await textOfFile(file);
});

Promise.all([load(), loadEvents()]).catch((error) => {
  part("members-list").replaceChildren(h("p", { role: "alert" }, error.message));
});
