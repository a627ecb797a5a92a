// What a phone stores about itself at an event: whose page it is, for whom it plays online, and its own number, which
// tells the server that two people share it. It stores what somebody has said yes to, never what was only opened. A
// browser that stores nothing is asked again, and has no number.

import { placeOfPage } from "../../shared/own-event.js";
import { newKey } from "../event-connection.js";

/** @param {string} what @param {string} token */
const place = (what, token) => `bowerbird-${what} ${token.split(".")[0]}`;

/** @param {string} where */
function stored(where) {
  try {
    return localStorage.getItem(where);
  } catch {
    return null;
  }
}

/** @param {string} where @param {string} value */
function store(where, value) {
  try {
    localStorage.setItem(where, value);
    return value;
  } catch {
    return "";
  }
}

/**
 * The address of the page that this phone has at the event of a link, or null.
 * @param {string} token
 */
export const ownPage = (token) => stored(placeOfPage(token));

/**
 * True if somebody has said on this phone that it is theirs, by their own link, a table card or signing up. Two people
 * can share a phone.
 * @param {string} token of a player's link
 */
export const saidYes = (token) =>
  ownPage(token) === `/p/${token}` || (stored(place("yes", token)) ?? "").split(" ").includes(token);

/** @param {string} token of a player's link */
export function sayYes(token) {
  if (!saidYes(token)) store(place("yes", token), `${stored(place("yes", token)) ?? ""} ${token}`.trim());
  store(placeOfPage(token), `/p/${token}`);
}

/**
 * The name in a player's link.
 * @param {string} link
 */
export function nameIn(link) {
  const [, , name = ""] = link.slice(link.lastIndexOf("/") + 1).split(".");
  const bytes = atob(name.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(Uint8Array.from(bytes, (each) => each.charCodeAt(0)));
}

/**
 * This phone's number at the event of a link.
 * @param {string} token
 */
export const phoneNumber = (token) => stored(place("phone", token)) ?? store(place("phone", token), newKey());
