// What a phone stores about itself at an event: whose page it is, for whom it plays online, and its own number, which
// tells the server that two people share it. It stores what somebody has said yes to, never what was only opened. A
// browser that stores nothing is asked again, and has no number.

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
export const ownPage = (token) => stored(place("page", token));

/** @param {string} token @param {string} path */
export const rememberOwnPage = (token, path) => store(place("page", token), path);

/**
 * True if somebody has said on this device that it plays for the player of this link, and for nobody else since.
 * @param {string} token
 */
export const playsAs = (token) => stored(place("plays", token)) === token;

/** @param {string} token */
export const rememberPlaying = (token) => store(place("plays", token), token);

/**
 * This phone's number at the event of a link.
 * @param {string} token
 */
export const phoneNumber = (token) => stored(place("phone", token)) ?? store(place("phone", token), newKey());
