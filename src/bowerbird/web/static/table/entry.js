// @ts-check
// Somebody new comes by a link: a name is all the hall needs.

import { h } from "../shared/dom.js";
import { post } from "../shared/site.js";

/**
 * Ask for a name on `page`, make it known to the hall, then go on with `done`.
 * @param {HTMLElement} page
 * @param {() => void} done
 */
export function askForName(page, done) {
  const { dataset } = page;
  /** @type {HTMLFormElement} */
  const form = h(
    "form",
    { class: "panel alone-panel" },
    h("h1", {}, "Welcome"),
    h("p", {}, dataset.host ? `${dataset.host} has set up this table. ` : null, `You play by ${dataset.rules}.`),
    h(
      "p",
      {},
      h("label", { for: "name" }, "Your name, as the others will see it"),
      h("input", {
        id: "name",
        name: "name",
        type: "text",
        maxlength: 24,
        required: true,
        autocomplete: "nickname",
        placeholder: "As friends know you",
      }),
    ),
    h("p", { role: "alert" }),
    h("button", { type: "submit", "data-main": "" }, "Come in"),
  );
  page.replaceChildren(form);
  const name = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
  name.focus();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await post("/api/guest", { name: name.value.trim() });
      page.replaceChildren();
      done();
    } catch (error) {
      const alert = form.querySelector("[role=alert]");
      if (alert) alert.textContent = /** @type {Error} */ (error).message;
    }
  });
}
