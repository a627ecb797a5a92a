// The lobby: look for a game with others, tables with a free seat, people you know. Asks for news while it is looked at.

import { h, morphChildren } from "../shared/dom.js";
import { listed, plural } from "../shared/english.js";
import { isOnlyHere } from "../shared/reach.js";
import { post } from "../shared/site.js";
import { initials } from "./birds.js";

/** @typedef {import("../shared/wire.js").LobbyShown} LobbyShown */
/** @typedef {import("../shared/wire.js").LobbyTable} LobbyTable */

const NEWS_EVERY = 3000;

const lobby = /** @type {HTMLElement} */ (document.getElementById("lobby"));
const shown = /** @type {HTMLElement} */ (document.getElementById("shown"));
const find = /** @type {HTMLFormElement} */ (document.getElementById("find"));
const name = /** @type {HTMLInputElement} */ (document.getElementById("name"));
const rules = /** @type {HTMLSelectElement} */ (document.getElementById("rules"));
const wrong = /** @type {HTMLElement} */ (document.getElementById("find-wrong"));
const live = /** @type {HTMLElement} */ (document.getElementById("live"));

/** @type {LobbyShown} */
let now = JSON.parse(lobby.dataset.now ?? "{}");
let link = "";
let trouble = "";

/** @param {string} what @param {string} words @param {Record<string, unknown>} more */
const button = (what, words, more = {}) => h("button", { type: "button", "data-do": what, ...more }, words);

/**
 * A table from above: people by their initials, free seats with a plus.
 * @param {string[]} seats
 */
const drawn = (seats) =>
  h(
    "span",
    { class: "oval", "aria-hidden": "true" },
    seats.map((who, seat) => h("i", { class: `seat-${seat}${who ? "" : " free"}` }, who ? initials(who) : "+")),
  );

/** @param {LobbyTable} table */
function state({ waits, score, hands, turn_clock: clock }) {
  const playing = hands ? `${plural(hands, "hand")} played, ${score[0]} to ${score[1]}` : "In the first hand";
  const far = waits ? "Waiting for players" : playing;
  return clock ? `${far}. ${clock} seconds for each turn.` : `${far}.`;
}

/** @param {LobbyTable} table */
const tableLine = (table) =>
  h(
    "li",
    { "data-key": table.table },
    drawn(table.seats),
    h(
      "p",
      {},
      h("b", {}, table.title),
      h("span", {}, `${table.names.length ? listed(table.names) : "Nobody yet"}. ${plural(table.free, "free seat")}.`),
      h("span", { class: "quiet" }, state(table)),
    ),
    h(
      "a",
      { class: "button", href: table.link },
      "Sit down",
      h("span", { class: "visually-hidden" }, `: ${table.title}, ${listed(table.names)}`),
    ),
  );

/** The tables where you don't sit already. */
const others = () => now.tables.filter((table) => table.link !== now.yours);

const tables = () =>
  h(
    "section",
    { class: "panel tables", "data-key": "tables" },
    h("h2", {}, "Tables with a free seat"),
    others().length
      ? h("ul", {}, others().map(tableLine))
      : h(
          "p",
          { class: "no-tables" },
          drawn(["", "", "", ""]),
          h("span", {}, "No open tables right now. Find a game, and others can join you."),
        ),
  );

const looking = () =>
  h(
    "section",
    { class: "panel looking", "data-key": "looking" },
    h("h2", {}, "Looking for a game"),
    h("p", {}, now.looking.length ? `${listed(now.looking)}.` : "Nobody at the moment. You can be the first."),
  );

const yours = () =>
  now.yours
    ? h(
        "section",
        { class: "panel yours", "data-key": "yours" },
        h("p", {}, h("b", {}, "You have a seat at a table.")),
        h("a", { class: "button main-button", href: now.yours }, "Back to your table"),
      )
    : null;

const invitations = () =>
  now.invitations.length
    ? h(
        "section",
        { class: "panel invitations", "data-key": "invitations" },
        h("h2", {}, "You are invited"),
        h(
          "ul",
          {},
          now.invitations.map(({ name: who, link: table }) =>
            h(
              "li",
              {},
              h("p", {}, h("b", {}, who), " asks you to a table."),
              h(
                "a",
                { class: "button", href: table },
                "Go to the table",
                h("span", { class: "visually-hidden" }, ` of ${who}`),
              ),
            ),
          ),
        ),
      )
    : null;

/** @param {import("../shared/wire.js").FriendShown} friend */
const friendLine = ({ note, name: who, here }) =>
  h(
    "li",
    { "data-key": `friend-${note}` },
    h("p", {}, h("b", {}, who), h("span", { class: here ? "here" : "quiet" }, here ? "is here" : "not here now")),
    here && now.yours ? button("invite", "Invite", { "data-note": note, "aria-label": `Invite ${who}` }) : null,
    button("end", "Remove", { "data-note": note, "aria-label": `Remove ${who}`, class: "plain-button" }),
  );

function friends() {
  if (!lobby.dataset.known) return null;
  return h(
    "section",
    { class: "panel friends", "data-key": "friends" },
    h("h2", {}, "People you know"),
    now.friends.length ? h("ul", {}, now.friends.map(friendLine)) : null,
    h("p", {}, "Send a link to people you know. Once they accept it, you see each other here."),
    link
      ? h(
          "div",
          { class: "row" },
          h("input", { type: "text", readonly: true, value: link, "aria-label": "Link for people you know" }),
          button("copied", "Copy", { "data-copy": link }),
        )
      : button("link", "Make a link"),
    link ? h("p", { class: "quiet" }, "It is good for seven days.") : null,
    h("p", { role: "alert" }, trouble),
  );
}

const blocked = () =>
  now.blocked.length
    ? h(
        "details",
        { class: "panel blocked", "data-key": "blocked" },
        h("summary", {}, `People you have blocked (${now.blocked.length})`),
        h(
          "ul",
          {},
          now.blocked.map(({ note, name: who }) =>
            h(
              "li",
              { "data-key": `block-${note}` },
              h("p", {}, h("b", {}, who)),
              button("unblock", "Unblock", { "data-note": note, "aria-label": `Unblock ${who}` }),
            ),
          ),
        ),
      )
    : null;

function draw() {
  // Blue is for the one thing to do next.
  find.querySelector("button")?.toggleAttribute("data-main", !now.yours);
  const parts = [yours(), invitations(), looking(), tables(), friends(), blocked()];
  morphChildren(
    shown,
    parts.filter((part) => part !== null),
  );
}

/** @param {LobbyShown} fresh */
function tell(fresh) {
  const invited = fresh.invitations.length > now.invitations.length ? fresh.invitations[0] : null;
  const come = fresh.looking.filter((who) => !now.looking.includes(who));
  const words = [
    invited ? `${invited.name} asks you to a table.` : "",
    come.length ? `${listed(come)} ${come.length > 1 ? "are" : "is"} looking for a game.` : "",
  ];
  live.textContent = words.filter(Boolean).join(" ");
  now = fresh;
  draw();
}

async function news() {
  if (document.hidden) return;
  try {
    const answer = await fetch("/api/lobby");
    if (answer.ok) tell(await answer.json());
  } catch {
    // The next time, perhaps.
  }
}

/**
 * Do something and show what has become of it.
 * @param {string} address
 * @param {object} body
 */
async function act(address, body) {
  trouble = "";
  try {
    await post(address, body);
  } catch (error) {
    trouble = /** @type {Error} */ (error).message;
  }
  await news();
  draw();
}

/** @type {Record<string, (data: DOMStringMap) => unknown>} */
const DOES = {
  invite: ({ note }) => act("/api/friends/invite", { note: Number(note), table: now.yours.replace("/t/", "") }),
  end: ({ note }) => act("/api/friends/end", { note: Number(note) }),
  unblock: ({ note }) => act("/api/blocks/end", { note: Number(note) }),
  link: async () => {
    try {
      const made = /** @type {import("../shared/wire.js").FriendLink} */ (await post("/api/friends/link", {}));
      link = new URL(
        made.link,
        isOnlyHere(location.origin) ? (lobby.dataset.origin ?? location.origin) : location.origin,
      ).href;
    } catch (error) {
      trouble = /** @type {Error} */ (error).message;
    }
    draw();
  },
};

document.addEventListener("click", ({ target }) => {
  /** @type {HTMLElement | null} */
  const pressed = target instanceof Element ? target.closest("[data-do]") : null;
  if (pressed) DOES[pressed.dataset.do ?? ""]?.(pressed.dataset);
});

find.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (find.ariaBusy === "true") return;
  find.ariaBusy = "true";
  wrong.textContent = "";
  try {
    const typed = name.value.trim();
    if (!typed) throw new Error("Enter your name first. The people at the table will see it.");
    if (typed !== name.dataset.known) await post("/api/guest", { name: typed });
    const made = /** @type {import("../shared/wire.js").TableMade} */ (
      await post("/api/lobby/play", { rules: rules.value })
    );
    location.href = made.link;
  } catch (error) {
    find.ariaBusy = "false";
    wrong.textContent = /** @type {Error} */ (error).message;
    if (!name.value.trim()) name.focus();
  }
});

window.addEventListener("pageshow", () => {
  find.ariaBusy = "false";
  news();
});
document.addEventListener("visibilitychange", news);
setInterval(news, NEWS_EVERY);
draw();
