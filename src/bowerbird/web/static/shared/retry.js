// When to try again. After a restart of the server everybody has lost the connection at the same moment, and must not
// come back at the same moment: thousands at once would wait for each other longer than for the server.

/** Milliseconds over which people come back after the server has said that it restarts. */
const RESTART = 3_000;
/** The code with which a server that restarts closes a WebSocket. */
const RESTARTS = 1012;

/**
 * A pause of about this length: half to one and a half of it.
 * @param {number} milliseconds
 */
export const about = (milliseconds) => milliseconds * (0.5 + Math.random());

/**
 * A pause of at least this length, and up to a quarter longer.
 * @param {number} milliseconds
 */
export const atLeast = (milliseconds) => milliseconds * (1 + Math.random() / 4);

/**
 * The pause after a WebSocket was closed with this code.
 * @param {number} code
 * @param {number} milliseconds if nothing else is known
 */
export const afterClose = (code, milliseconds) =>
  about(milliseconds) + (code === RESTARTS ? RESTART * Math.random() : 0);
