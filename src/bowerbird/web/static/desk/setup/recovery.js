// A person's recovery code: shown when it is asked for, never before somebody has looked around.

import { h } from "../../shared/dom.js";
import { post } from "../../shared/site.js";
import { read } from "./create.js";

/** @typedef {import("../../shared/wire.js").RecoveryCode} RecoveryCode */

/** @returns {Promise<RecoveryCode>} */
export const newRecoveryCode = () => post("/api/recovery-code", {});

/** The code that is valid now; the first time, a new one. */
export async function recoveryCode() {
  const known = /** @type {RecoveryCode} */ (await read("/api/recovery-code"));
  return known.code ? known : newRecoveryCode();
}

/**
 * The code to read and to copy; letters one by one for a screen reader.
 * @param {string} code
 */
export const codeShown = (code) =>
  h(
    "p",
    { class: "code-line" },
    h("code", { class: "code", "aria-label": code.replaceAll("-", ", ").split("").join(" ") }, code),
    h("button", { type: "button", "data-copy": code }, "Copy"),
  );

export const SURE_NEW_CODE = "Make a new recovery code? The old one stops working, also on sheets you have printed.";
