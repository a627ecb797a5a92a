// The server's time on this device. A phone's own clock may be wrong, and may be set while a round runs: countdowns go by
// the time that the server said last, and by this browser's steady clock since then.

let offset = Date.now() - performance.now();

/**
 * The server says what time it is.
 * @param {number} now in milliseconds since 1970
 */
export function serverSays(now) {
  offset = now - performance.now();
}

/** The server's time now, in milliseconds since 1970. */
export function serverNow() {
  return performance.now() + offset;
}

/**
 * Minutes and seconds between two moments; a second that has begun counts whole.
 * @param {number} endsAt
 * @param {number} now
 */
export function clockText(endsAt, now) {
  const seconds = Math.max(0, Math.ceil((endsAt - now) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
