// As much of a page as it takes to draw a part of it, and the words that a person reads there. Import it before the
// module under test.

import assert from "node:assert/strict";
import "./browser.mjs";

class Drawn extends globalThis.HTMLElement {
  attributes = {};
  childNodes = [];
  style = {};

  constructor(tag) {
    super();
    assert.match(tag, /^[a-z][a-z0-9-]*$/);
    this.tag = tag;
  }

  setAttribute(name, value) {
    assert.match(name, /^[a-z][a-z-]*$/);
    assert.doesNotMatch(value, /undefined|NaN|\[object/);
    this.attributes[name] = value;
  }

  append(...children) {
    for (const child of children)
      assert.ok(child instanceof Drawn || ["string", "number"].includes(typeof child), child);
    this.childNodes.push(...children);
  }

  /** A template, whatever picture was put into it. */
  get content() {
    return { firstElementChild: new Drawn("svg") };
  }

  /** A canvas that measures nothing. */
  getContext() {
    return null;
  }
}

globalThis.Node = globalThis.Element = Drawn;
Object.assign(globalThis.document, { createElement: (tag) => new Drawn(tag) });
Object.assign(globalThis, { innerWidth: 1920, innerHeight: 1080 });
Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
globalThis.location = new URL("http://hall.local/night/link");

const parts = (content) =>
  [content].flat(Infinity).filter((each) => each !== null && each !== undefined && each !== false);
const INLINE = new Set(["a", "abbr", "b", "code", "em", "i", "mark", "small", "span", "strong", "time"]);

/** What stands there: each paragraph, button, cell and so on is a line. */
export function lines(content) {
  const found = [""];
  const read = (part) => {
    if (!(part instanceof Drawn)) found[found.length - 1] += part;
    else if (INLINE.has(part.tag)) part.childNodes.forEach(read);
    else {
      found.push("");
      part.childNodes.forEach(read);
      found.push("");
    }
  };
  parts(content).forEach(read);
  const told = found.map((line) => line.replaceAll("\u00a0", " ").trim()).filter(Boolean);
  assert.doesNotMatch(told.join("\n"), /\b(undefined|null|NaN|true|false)\b|\[object/);
  return told;
}

/** Every element of this kind, or with this attribute: `button`, `[data-act]`. */
export function all(content, wanted) {
  const [, name] = /^\[(.*)\]$/.exec(wanted) ?? [];
  const fits = ({ tag, attributes }) => (name ? name in attributes : tag === wanted);
  return parts(content)
    .filter((part) => part instanceof Drawn)
    .flatMap((part) => [...(fits(part) ? [part] : []), ...all(part.childNodes, wanted)]);
}

/** Each button with what it sends. */
export const sends = (content) =>
  Object.fromEntries(
    all(content, "[data-act]").map((each) => [lines(each).at(-1) ?? "", JSON.parse(each.attributes["data-act"])]),
  );
