// Dates on a page, as people write them where this browser is.

/** @type {Intl.DateTimeFormatOptions} */
const DAY = { weekday: "short", day: "numeric", month: "long", year: "numeric" };

for (const shown of document.querySelectorAll("time")) {
  shown.textContent = new Date(shown.dateTime).toLocaleDateString("en-CA", DAY);
}
