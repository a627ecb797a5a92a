// The first page: choose the rules that were played last, your house rules included.

import { h } from "../shared/dom.js";
import { keepBook, keepHouseRules, keptRules } from "./kept-rules.js";

const OURS = "house rules of one's own";
const { rules, house } = keptRules();

/** @type {NodeListOf<HTMLSelectElement>} */
const choices = document.querySelectorAll("select[name=rules]");
for (const select of choices) {
  const isOurs = () => select.value === OURS;
  const text = h("input", { type: "hidden", name: "house_rules", value: house?.toml ?? "" });
  const look = h(
    "a",
    { href: house?.link?.startsWith("/house-rules") ? house.link : "/house-rules" },
    "See or change these rules",
  );
  const chosen = () => {
    // Only one of the two is sent.
    select.name = isOurs() ? "" : "rules";
    text.disabled = !isOurs();
    look.hidden = !isOurs();
  };
  if (house) {
    select.prepend(h("option", { value: OURS }, house.title));
    select.after(text, look);
  }
  const last = rules || (house ? OURS : "");
  if ([...select.options].some(({ value }) => value === last)) select.value = last;
  chosen();
  select.addEventListener("change", chosen);
  select.form?.addEventListener("submit", () => (house && isOurs() ? keepHouseRules(house) : keepBook(select.value)));
}
