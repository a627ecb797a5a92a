// Building and changing the page. `h` makes elements, `morph` turns what is shown into what should be shown, keeping
// the elements that stay: focus, open motion and scroll places survive. Knows nothing of cards.

/** @typedef {Record<string, unknown>} Attributes */

/**
 * An element. Attributes that are null, undefined or false are left out; true means present.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes | null} attributes
 * @param {...unknown} children elements and words, in lists as deep as you like; what is null or false is left out
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  element.append(
    .../** @type {(Node | string)[]} */ (
      children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false)
    ),
  );
  return element;
}

/**
 * An element from SVG text of our own making; nothing a person wrote may go in here.
 * @param {string} text
 */
export function svg(text) {
  const template = document.createElement("template");
  template.innerHTML = text;
  return template.content.firstElementChild;
}

/**
 * Have a stylesheet that only some need.
 * @param {string} name
 * @returns {Promise<unknown>}
 */
export function withStyle(name) {
  const link = h("link", { rel: "stylesheet", href: new URL(`../${name}.css`, import.meta.url).href });
  document.head.append(link);
  return new Promise((done) => {
    link.onload = link.onerror = done;
  });
}

/** @param {Node} node */
const keyOf = (node) => (node instanceof Element ? node.getAttribute("data-key") : null);

/** @param {Node} old @param {Node} fresh */
function same(old, fresh) {
  return old.nodeName === fresh.nodeName && keyOf(old) === keyOf(fresh);
}

/** @param {Element} old @param {Element} fresh */
function morphAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) change(old, name, null);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) change(old, name, value);
}

// What a person has chosen in a field stays until the page itself changes its mind.
/** @type {Record<string, string>} */
const CHOSEN = { INPUT: "checked", OPTION: "selected" };

/** @param {Element} element @param {string} name @param {string | null} value */
function change(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
  if (CHOSEN[element.nodeName] === name) Object.assign(element, { [name]: value !== null });
}

/**
 * Turn `old` into `fresh`, in place where both are the same kind of thing.
 * @param {ChildNode} old
 * @param {ChildNode} fresh
 */
export function morph(old, fresh) {
  if (!same(old, fresh)) {
    old.replaceWith(fresh);
    return;
  }
  if (!(old instanceof Element && fresh instanceof Element)) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  morphAttributes(old, fresh);
  // A component of its own draws its inside from its attributes.
  if (!old.nodeName.includes("-")) morphChildren(old, [...fresh.childNodes]);
}

/**
 * Make these the children of `parent`; those with the same `data-key` stay the same elements.
 * @param {Node} parent
 * @param {ChildNode[]} wanted
 */
export function morphChildren(parent, wanted) {
  const keyed = new Map();
  for (const child of parent.childNodes) if (keyOf(child)) keyed.set(keyOf(child), child);
  const stays = new Set(wanted.map(keyOf).filter(Boolean));
  let place = parent.firstChild;
  for (const fresh of wanted) {
    while (place && keyOf(place) && !stays.has(keyOf(place))) {
      const gone = place;
      place = place.nextSibling;
      gone.remove();
    }
    const old = keyOf(fresh) ? keyed.get(keyOf(fresh)) : place && !keyOf(place) ? place : null;
    if (!old) {
      parent.insertBefore(fresh, place);
    } else if (old === place) {
      place = old.nextSibling;
      morph(old, fresh);
    } else {
      parent.insertBefore(old, place);
      morph(old, fresh);
    }
  }
  while (place) {
    const gone = place;
    place = place.nextSibling;
    gone.remove();
  }
}
