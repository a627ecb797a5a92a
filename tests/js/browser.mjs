// As much of a browser as the pages' logic asks for. Import it before the module under test.

/** A page that is looked at, and never moves. */
globalThis.document = Object.assign(new EventTarget(), { hidden: false, documentElement: { dataset: {} } });
globalThis.matchMedia = () => ({ matches: true });
globalThis.HTMLElement = class {};
globalThis.customElements = { define() {} };

const page = new EventTarget();
for (const name of ["addEventListener", "removeEventListener"]) globalThis[name] = page[name].bind(page);

/** The network is back: whoever waits to try again does it now. */
export const online = () => page.dispatchEvent(new Event("online"));

/** Storage whose keys are its own properties, as in a browser. */
const methods = {
  getItem(name) {
    return Object.hasOwn(this, name) ? this[name] : null;
  },
  setItem(name, value) {
    this[name] = String(value);
  },
  removeItem(name) {
    delete this[name];
  },
};
globalThis.localStorage = Object.create(methods);

/** Wait until everything that is due at once has happened. */
export const soon = () => new Promise((resolve) => setImmediate(resolve));

/** Answer every fetch with these, in order: a body with its status, or an Error for a broken network. */
export function server(...answers) {
  const sent = [];
  globalThis.fetch = async (where, options) => {
    sent.push({ where, body: options?.body && JSON.parse(options.body) });
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    const [status, body, headers = {}] = answer;
    return { status, ok: status < 400, headers: new Headers(headers), json: async () => body };
  };
  return sent;
}
