// Every page: forms that post JSON, buttons that copy. What the page is about is no business of this file.
//   <form data-post="/api/join" data-then="link">   sends its fields, shows why not in [role=alert], goes to the link
//   data-guest                                      the field `name`, where there is one, makes the person known first
//   <button data-copy="text">                       copies the text and says so
//   <select data-submit>                            sends its form when something else is chosen

/** Said when the server does not answer. */
export const NO_ANSWER = "Can't reach Bowerbird. Nothing is lost. Check your connection and try again.";

// Seconds after which a request is sent again by itself, at most, and how often.
const LONGEST_WAIT = 90;
const TRIES = 10;

/**
 * POST as JSON. The answer, which the caller gives a type, or an Error whose message is written for people.
 * With too many requests ahead of this one, nothing was done: it is sent again when the server says. `waits` tells the
 * person so.
 * @template Answer
 * @param {string} address
 * @param {object} body
 * @param {(words: string) => void} [waits]
 * @returns {Promise<Answer>}
 */
export async function post(address, body, waits) {
  /** @type {Record<string, string>} */
  const headers = { "Content-Type": "application/json", "X-Bowerbird": "1" };
  for (let tries = 1; ; tries += 1) {
    let answer;
    try {
      answer = await fetch(address, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
    } catch {
      throw new Error(NO_ANSWER);
    }
    const said = await answer.json().catch(() => ({}));
    if (answer.ok) return said;
    const seconds = Number(answer.headers.get("Retry-After"));
    const again = answer.status === 429 && !said.checked && seconds > 0 && seconds <= LONGEST_WAIT;
    if (!again || tries === TRIES) throw new Error(said.why ?? "That didn't work. Try again.");
    headers["X-Bowerbird-Place"] = answer.headers.get("X-Bowerbird-Place") ?? ""; // it keeps its place in line
    waits?.("Many people are asking at the same time. This page will try again in a few seconds.");
    await new Promise((done) => setTimeout(done, 1000 * seconds));
  }
}

/** @param {HTMLFormElement} form */
function fieldsOf(form) {
  /** @type {Record<string, string | number | boolean>} */
  const fields = {};
  for (const each of form.elements) {
    const field = /** @type {HTMLInputElement} */ (each);
    if (!field.name || field.disabled) continue;
    if (field.type === "checkbox") fields[field.name] = field.checked;
    else if (field.type === "radio" && !field.checked) continue;
    else fields[field.name] = field.type === "number" ? Number(field.value) : field.value;
  }
  return fields;
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} pressed
 * @returns {Promise<Record<string, string>>}
 */
async function send(form, pressed) {
  const fields = fieldsOf(form);
  if (pressed instanceof HTMLButtonElement && pressed.name) fields[pressed.name] = pressed.value;
  // Whoever is known here already is not asked for a name by the page.
  if (form.hasAttribute("data-guest") && "name" in fields) {
    const name = String(fields.name).trim();
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
    if (!name && field.required) throw new Error("Enter your name first.");
    await post("/api/guest", { name: name || "Guest" }, (words) => say(form, words));
    delete fields.name;
  }
  return post(form.dataset.post ?? "", fields, (words) => say(form, words));
}

/** @param {HTMLFormElement} form @param {string} words */
function say(form, words) {
  const alert = form.querySelector("[role=alert]");
  if (alert) alert.textContent = words;
}

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.dataset.post) return;
  event.preventDefault();
  if (form.ariaBusy === "true") return;
  form.ariaBusy = "true";
  say(form, "");
  try {
    const answer = await send(form, event.submitter);
    if (form.dataset.then === "reload") location.reload();
    else if (form.dataset.then) location.href = answer[form.dataset.then];
    form.dispatchEvent(new CustomEvent("answered", { detail: answer, bubbles: true }));
  } catch (error) {
    say(form, /** @type {Error} */ (error).message);
  } finally {
    form.ariaBusy = "false";
  }
});

/**
 * Copy text; where the browser forbids it (no https), select it for the person to copy.
 * @param {string} text
 * @param {HTMLElement} button
 */
export async function copy(text, button) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    const field = button.parentElement?.querySelector("input");
    field?.select();
    button.textContent = field ? "Selected: copy it now" : before;
  }
  setTimeout(() => {
    button.textContent = before;
  }, 2000);
}

document.addEventListener("change", (event) => {
  const field = /** @type {HTMLSelectElement} */ (event.target);
  if (field.matches("[data-submit]")) field.form?.requestSubmit();
});

document.addEventListener("click", (event) => {
  const pressed = event.target instanceof Element ? event.target : null;
  /** @type {HTMLElement | null | undefined} */
  const button = pressed?.closest("[data-copy]");
  if (button?.dataset.copy) copy(button.dataset.copy, button);
});

// Milliseconds between two attempts to have a page of the server's version.
const RENEW_EVERY = 10_000;

/** Load the page again if the server has another version: this one's files are gone. */
export async function renewIfUpdated() {
  const answer = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer?.status !== 404) return;
  const last = Number(sessionStorage.getItem("renewed"));
  if (Date.now() - last < RENEW_EVERY) return;
  sessionStorage.setItem("renewed", String(Date.now()));
  location.reload();
}

// A script or a style that can't be loaded, now or when it is needed.
addEventListener("unhandledrejection", renewIfUpdated);
addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLScriptElement || target instanceof HTMLLinkElement) renewIfUpdated();
  },
  true,
);

// Only over https or on the server's own machine. Elsewhere the pages work without it.
addEventListener("load", () => {
  navigator.serviceWorker?.register("/sw.js", { updateViaCache: "none" }).catch(() => {});
});
