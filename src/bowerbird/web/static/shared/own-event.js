// The way back from an event's table to the event.

/** Where a browser keeps the player's page that it has at an event. */
const KEPT = "bowerbird-page ";

/** @param {string} token of a link to the event */
export const placeOfPage = (token) => `${KEPT}${token.split(".")[0]}`;

/** The players' pages that this browser has kept, of all events. */
export function keptPages() {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(KEPT))
      .map((key) => localStorage.getItem(key) ?? "")
      .filter((path) => path.startsWith("/p/"));
  } catch {
    return [];
  }
}

/**
 * The event that the table on this page belongs to: the player's own page if this browser has it, else the public one.
 * Empty if there is no event.
 */
export function eventPage() {
  const page = /** @type {HTMLElement | null} */ (document.querySelector("[data-event]"))?.dataset.event ?? "";
  const [event] = page.slice(page.lastIndexOf("/") + 1).split(".");
  return keptPages().find((path) => path.startsWith(`/p/${event}.`)) ?? page;
}
