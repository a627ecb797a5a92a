// The lessons that somebody has finished, kept in this browser.

const PLACE = "bowerbird-lessons";

/** @returns {string[]} */
export function finished() {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** @param {string} lesson */
export function finish(lesson) {
  try {
    localStorage.setItem(PLACE, JSON.stringify([...new Set([...finished(), lesson])]));
  } catch {
    // A browser that stores nothing shows every lesson as new.
  }
}
