// Fields of a form by their names.

/**
 * A field, or null where the form has none of that name.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export const fieldOf = (form, name) => /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name));

/**
 * The value of a field, or of the chosen one among radio buttons; empty where there is none.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export const textOf = (form, name) =>
  /** @type {HTMLInputElement | RadioNodeList | null} */ (form.elements.namedItem(name))?.value ?? "";
