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

/**
 * The text of a file as spreadsheets write it: UTF-8, UTF-16 with a mark, or the old encoding of Windows.
 * @param {File} file
 */
export async function textOfFile(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mark = (bytes[0] << 8) | bytes[1];
  if (mark === 0xfffe || mark === 0xfeff)
    return new TextDecoder(mark === 0xfffe ? "utf-16le" : "utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
