// Making an event: whoever has no name in this hall yet gets one, the event is made once however often it is sent, and
// the names go in after it. Used by the set-up page and by the page of events.

import { post } from "../shared/site.js";
import { newKey, Outbox } from "./wire.js";

async function read(address) {
  let answer;
  try {
    answer = await fetch(address, { cache: "no-store" });
  } catch {
    throw new Error("The hall does not answer. Nothing is lost: check the connection and try again.");
  }
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(said.why ?? "The hall could not do that. Please try again.");
  return said;
}

export const books = () => read("/api/rules");
export const setup = (fields) => read(`/api/events/setup?${new URLSearchParams(fields)}`);

/** Whether the hall knew who asked for this page. */
const isKnown = () => Boolean(document.querySelector("[data-known]"));

/** Somebody whom the hall does not know has no events. */
export const ownEvents = async () => (isKnown() ? read("/api/events") : []);

export const ownSeasons = async () => (isKnown() ? read("/api/seasons") : []);

/** The same from a page that anybody with its link may open: a stranger has none. */
export const seasonsIfAny = () => read("/api/seasons").catch(() => []);

async function beKnown() {
  if (!isKnown()) await post("/api/guest", { name: "Director" });
}

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";

// The same form sent twice must not make two events.
let key = newKey();

/** Make the event; gives its link, and why the names in it were refused. `names` is pasted text. */
export async function makeEvent(fields, names = "", ofAge = false) {
  await beKnown();
  const made = await post("/api/events", { zone: zone(), ...fields, key });
  key = newKey();
  const token = made.link.split("/").pop();
  let refused = "";
  if (names.trim()) {
    try {
      await new Outbox(token).send({ what: "paste", text: names, here: false, of_age: ofAge });
    } catch (error) {
      refused = error.message;
    }
  }
  return { link: made.link, refused };
}

/** Begin a season, for which evenings can count. */
export async function makeSeason(title, rules) {
  await beKnown();
  const made = await post("/api/seasons", { title, rules, key });
  key = newKey();
  return made;
}
