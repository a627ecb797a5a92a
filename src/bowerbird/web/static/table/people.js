// The other people at the table: what they say, and how not to hear it. Loaded when somebody says something, and with
// the sheets.

import { h, withStyle } from "../shared/dom.js";
import { settings } from "../shared/settings.js";
import { pictureOf } from "./emotes.js";
import { SEAT_WORDS } from "./words.js";

/** @typedef {import("./table-types.js").ShownFrame} ShownFrame */

await withStyle("table/people");

const PLACE = "bowerbird muted tables";

/** @returns {string[]} */
function mutedTables() {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE) ?? "[]");
  } catch {
    return [];
  }
}

/**
 * True if nothing that is said here is shown.
 * @param {string} table
 */
export const isMuted = (table) => settings.chat === "off" || mutedTables().includes(table);

/**
 * Show nothing that is said at this table any more, or show it again.
 * @param {string} table
 * @param {boolean} muted
 */
export function mute(table, muted) {
  const others = mutedTables().filter((each) => each !== table);
  sessionStorage.setItem(PLACE, JSON.stringify(muted ? [...others, table] : others));
}

/**
 * What to show of something that somebody said, or null.
 * @param {ShownFrame["room"]} room
 * @param {ShownFrame["room"]["said"][number]} said
 * @returns {import("./table-types.js").Bubble | null}
 */
export function bubbleOf(room, { seat, phrase }) {
  if (isMuted(room.id) || room.hushed.includes(seat)) return null;
  return { words: phrase, picture: pictureOf(phrase) };
}

const BUBBLE_STAYS = 4000;

/**
 * What the page of a table shares.
 * @typedef {object} Shared
 * @property {Map<number, import("./table-types.js").Bubble>} bubbles
 * @property {import("./speech.js").Speech} speech
 * @property {() => unknown} draw
 * @property {<What extends import("../shared/wire.js").ToTable["do"]>(what: What, rest: import("./table-types.js").Fields<What>) => Promise<{ ok: boolean }>} send
 * @property {(text: string) => void} say
 * @property {() => void} closeSheet
 * @property {() => ShownFrame["room"] | undefined} room
 */

/**
 * Show what somebody said for a while.
 * @param {ShownFrame["room"]} room
 * @param {ShownFrame["room"]["said"][number]} said
 * @param {Shared} page
 */
export function hear(room, said, { bubbles, speech, draw }) {
  const bubble = bubbleOf(room, said);
  if (!bubble) return;
  const { seat } = said;
  bubbles.set(seat, bubble);
  speech.say([`${room.chairs[seat].name} says: ${bubble.words}.`]);
  setTimeout(() => {
    if (bubbles.get(seat) === bubble) bubbles.delete(seat);
    draw();
  }, BUBBLE_STAYS);
  draw();
}

/** @param {DOMStringMap} data */
const seatOf = (data) => /** @type {import("../shared/wire.js").Seat} */ (Number(data.seat));

/**
 * What buttons and fields do, by their `data-do`, for a page.
 * @type {Record<string, (page: Shared) => (data: DOMStringMap, value: string) => unknown>}
 */
export const DOES = {
  mute:
    ({ bubbles, closeSheet, say, room }) =>
    ({ muted }) => {
      mute(room()?.id ?? "", muted !== "false");
      bubbles.clear();
      closeSheet();
      say(muted === "false" ? "You see again what people say." : "Muted. Open Say to see again what people say.");
    },
  block:
    ({ send, say }) =>
    async (data) => {
      if ((await send("block", { seat: seatOf(data) })).ok) say("Blocked. You can unblock people in the lobby.");
    },
  report:
    ({ send, say }) =>
    async (data, value) => {
      const reason = /** @type {import("./table-types.js").Fields<"report">["reason"]} */ (value);
      if (reason && (await send("report", { seat: seatOf(data), reason })).ok)
        say("Thank you. The owner of this server will see your report.");
    },
  again:
    ({ send }) =>
    ({ swapped }) =>
      send("again", { swapped: swapped === "true" }),
  "turn-clock":
    ({ send }) =>
    (_, value) => {
      const seconds = /** @type {import("./table-types.js").Fields<"turn-clock">["seconds"]} */ (Number(value));
      return send("turn-clock", { seconds });
    },
  "come-back":
    ({ send }) =>
    () =>
      send("come-back", {}),
};

/** @param {string} what @param {unknown} words @param {Record<string, unknown>} more */
const button = (what, words, more) => h("button", { type: "button", "data-do": what, ...more }, words);

/**
 * The sheet with what can be said.
 * @param {ShownFrame} frame
 */
export function saySheet({ room }) {
  const muted = isMuted(room.id);
  return [
    h(
      "div",
      { class: "phrases" },
      room.phrases.map((phrase) => button("say", phrase, { "data-phrase": phrase })),
    ),
    h(
      "div",
      { class: "emotes" },
      room.emotes.map((emote) =>
        button("say", [pictureOf(emote), h("span", {}, emote)], { "data-phrase": emote, class: "emote-button" }),
      ),
    ),
    h("p", { class: "quiet" }, "During a hand, pictures wait until it is over, so that nobody can signal a partner."),
    settings.chat === "off"
      ? h("p", { class: "quiet" }, "You have hidden what people say, in the settings.")
      : button("mute", muted ? "Show what people say here" : "Mute this table", { "data-muted": String(!muted) }),
  ];
}

/** @type {[import("./table-types.js").Fields<"report">["reason"], string][]} */
const REASONS = [
  ["name", "Offensive name"],
  ["stalls", "Holds up the game"],
  ["helps the other side", "Plays to lose"],
  ["signals", "Signals the partner"],
  ["other", "Something else"],
];

/**
 * The people at the table, to block or report.
 * @param {ShownFrame} frame
 */
export function peopleSheet({ room, you }) {
  const others = [0, 1, 2, 3].filter((seat) => room.chairs[seat].kind === "person" && seat !== you.seat);
  return [
    h(
      "ul",
      { class: "people" },
      others.map((seat) =>
        h(
          "li",
          {},
          h("b", {}, room.chairs[seat].name),
          h("span", { class: "quiet" }, SEAT_WORDS[seat]),
          room.hushed.some((each) => each === seat)
            ? h("span", { class: "quiet" }, "Blocked")
            : button("block", "Block", { "data-seat": seat, "aria-label": `Block ${room.chairs[seat].name}` }),
          room.private
            ? null
            : h(
                "select",
                { "data-do-change": "report", "data-seat": seat, "aria-label": `Report ${room.chairs[seat].name}` },
                h("option", { value: "" }, "Report…"),
                REASONS.map(([reason, words]) => h("option", { value: reason }, words)),
              ),
        ),
      ),
    ),
    h(
      "p",
      { class: "quiet" },
      "If you block somebody, you don't see what they say, and the lobby never seats you together. They aren't told. ",
      "You can unblock them in the lobby. Reports go to the owner of this server.",
    ),
  ];
}
