// Create an event: a visitor without a name gets one, the event is created once however often it is sent, and the names
// go in after it. Used by the set-up page and by the page of events.

import { post } from "../../shared/site.js";
import { newKey, Outbox } from "../event-connection.js";
import { beKnown, isKnown } from "../known.js";

/** @typedef {import("../../shared/wire.js").NewEvent} NewEvent */
/** @typedef {import("../../shared/wire.js").OwnSeason} OwnSeason */

/**
 * @param {string} address
 * @returns {Promise<unknown>} as it came: what it holds is for the caller to say
 */
export async function read(address) {
  let answer;
  try {
    answer = await fetch(address, { cache: "no-store" });
  } catch {
    throw new Error("Can't reach Bowerbird. Nothing is lost. Check your connection and try again.");
  }
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(said.why ?? "Bowerbird couldn't do that. Try again.");
  return said;
}

export const books = async () => /** @type {import("../../shared/wire.js").BookLine[]} */ (await read("/api/rules"));

/** @param {{ rules: string, tables: number }} fields */
export const setup = async ({ rules, tables }) =>
  /** @type {import("../../shared/wire.js").SetupForm} */ (
    await read(`/api/events/setup?${new URLSearchParams({ rules, tables: String(tables) })}`)
  );

/**
 * What everybody would get with these answers.
 * @param {import("../../shared/wire.js").WantedPrizes} wanted
 * @returns {Promise<import("../../shared/wire.js").PrizeTable>}
 */
export const prizesFor = (wanted) => post("/api/events/prizes", wanted);

const seasons = async () => /** @type {OwnSeason[]} */ (await read("/api/seasons"));

/** The events of this browser's person; a stranger has none. */
export const eventsIfAny = async () =>
  /** @type {import("../../shared/wire.js").EventLine[]} */ (await read("/api/events").catch(() => []));

export const ownSeasons = async () => (isKnown() ? seasons() : []);

/** How many people are on the list of the visitor's club. */
export const ownMembers = async () =>
  isKnown()
    ? /** @type {import("../../shared/wire.js").MembersShown} */ (await read("/api/members/mine")).people.length
    : 0;

/** The same from a page that anybody with its link may open: a stranger has none. */
export const seasonsIfAny = () => seasons().catch(() => /** @type {OwnSeason[]} */ ([]));

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";

// The same form sent twice must not make two events.
let key = newKey();

/**
 * Make the event; gives its link, and why the names in it were refused. `names` is pasted text; `members` says that the
 * club's people enter too.
 * @param {Omit<NewEvent, "key">} fields
 */
export async function makeEvent(fields, names = "", ofAge = false, members = false) {
  await beKnown();
  /** @type {NewEvent} */
  const event = { zone: zone(), ...fields, key };
  /** @type {{ link: string }} */
  const made = await post("/api/events", event);
  key = newKey();
  const token = made.link.split("/").pop() ?? "";
  let refused = "";
  if (members) {
    try {
      await post(`/api/members/${token}/enter`, { key: newKey() });
    } catch (error) {
      refused = /** @type {Error} */ (error).message;
    }
  }
  if (names.trim()) {
    try {
      await new Outbox(token).send({ what: "paste", text: names, here: false, of_age: ofAge });
    } catch (error) {
      refused = /** @type {Error} */ (error).message;
    }
  }
  return { link: made.link, refused };
}

/**
 * Start a season that events can count toward.
 * @param {string} title
 * @param {string} rules
 */
export async function makeSeason(title, rules) {
  await beKnown();
  await post("/api/seasons", { title, rules, key });
  key = newKey();
}
