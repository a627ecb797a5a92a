// The service worker: it opens what the pages are made of at once, and has a page to show if the server can't be
// reached. It keeps that page and the files of its own version, and nothing else: no page, no table, no answer.
// The server puts the version before this (`web/pages/app_shell.py`). Browsers allow it over https, and on the
// server's own machine; elsewhere pages work without it.

/** @typedef {{ request: Request, respondWith: (answer: Promise<Response>) => void }} Asked */
/** @typedef {{ waitUntil: (done: Promise<unknown>) => void }} Stage */

const worker = /** @type {any} */ (self);
const CACHE = `files of ${VERSION}`;
const FILES = `/static/${VERSION}/`;
const OFFLINE = "/offline";
// What the page for no answer needs; the rest is kept when it is first asked for.
const NEEDED = ["look.css", "reading.css", "theme.js", "site.js", "offline.js", "reach.js", "dom.js", "mark.svg"];
// Milliseconds of silence after which the server is asked whether it is there, and as long it may take to say so.
const PATIENCE = 3_000;
// What a proxy says for a server that is down.
const NOBODY_THERE = [502, 504];

async function keepNeeded() {
  const cache = await caches.open(CACHE);
  const addresses = [OFFLINE, ...NEEDED.map((name) => `${FILES}shared/${name}`)];
  // Asked for by nobody: what is kept is the same for everybody.
  await cache.addAll(addresses.map((address) => new Request(address, { credentials: "omit" })));
  await worker.skipWaiting();
}

async function dropOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** A file of this version, which never changes. @param {Request} request */
async function file(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) await cache.put(request, answer.clone());
  return answer;
}

/** Fails if the server says nothing at all. */
async function silence() {
  await new Promise((done) => setTimeout(done, PATIENCE));
  await fetch("/health", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
  return new Promise(() => {}); // it is there, and takes its time
}

/** A page from the server, never from here. @param {Request} request */
async function page(request) {
  try {
    const answer = await Promise.race([fetch(request), silence()]);
    if (!NOBODY_THERE.includes(answer.status)) return answer;
  } catch {
    // Said by the page below.
  }
  return (await caches.match(OFFLINE)) ?? Response.error();
}

worker.addEventListener("install", (/** @type {Stage} */ event) => event.waitUntil(keepNeeded()));
worker.addEventListener("activate", (/** @type {Stage} */ event) => event.waitUntil(dropOthers()));
worker.addEventListener("fetch", (/** @type {Asked} */ event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (pathname.startsWith(FILES) && !search) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(request));
});
