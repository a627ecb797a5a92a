// Ask a new visitor who followed a link for a name.

import { h } from "../shared/dom.js";
import { post } from "../shared/site.js";

/**
 * Ask for a name on `page`, send it to the server, then call `done`.
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
    h("p", {}, dataset.host ? `${dataset.host} set up this table. ` : null, `Rules: ${dataset.rules}.`),
    h(
      "p",
      {},
      h("label", { for: "name" }, "Your name, as other players will see it"),
      h("input", {
        id: "name",
        name: "name",
        type: "text",
        maxlength: 24,
        required: true,
        autocomplete: "nickname",
        placeholder: "The name your friends know",
      }),
    ),
    h("p", { role: "alert" }),
    h("button", { type: "submit", "data-main": "" }, "Continue"),
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
