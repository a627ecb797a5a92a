// Change the event while it runs: one form, and beside it what would change, worked out by the server as you type.

import { h } from "../../shared/dom.js";
import { post } from "../../shared/site.js";
import { get } from "../event-connection.js";
import { checkPrizes, isMoney, prizesOf, prizesRows } from "../setup/prizes.js";
import { settingRow, settingsOf } from "../setup/setting-rows.js";
import { field, form, text } from "./parts.js";

/** @typedef {import("../page-types.js").Desk} Desk */
/** @typedef {import("../../shared/wire.js").ChangeForm} ChangeForm */
/** @typedef {import("../page-types.js").Keyless<import("../../shared/wire.js").ChangeRequest>} Body */

/** @type {import("../page-types.js").DrawerPart<ChangeForm>} */
export const changeDrawer = {
  wide: true,
  title: () => "Change the event",
  load: (desk) => get(desk.token, "change"),
  content: (_desk, detail, data) => {
    if (!data) return h("p", { class: "quiet" }, "Loading…");
    return form(
      { what: "change" },
      { "data-read": "change", "data-then": "close", "data-key": "change", class: "change-form" },
      h("p", {}, "Rounds already played stay as they are. Money and sit-outs count for the whole event."),
      h(
        "div",
        { class: "change-grid" },
        field("Name", text("title", { maxlength: 80, required: true, value: data.title })),
        field("Location", text("place", { maxlength: 80, value: data.place })),
        field("Date", h("input", { type: "date", name: "date", value: data.date })),
        field("Start", h("input", { type: "time", name: "start", value: data.start })),
        data.settings.filter((setting) => !isMoney(setting)).map((setting) => settingRow(setting, { clauses: false })),
      ),
      h("h3", {}, "Money and prizes"),
      h("div", { class: "change-grid" }, prizesRows(data, { asNow: "As it is now", clauses: false })),
      h(
        "div",
        { class: "change-end" },
        h("h3", {}, "What changes"),
        h("div", { id: "what-changes", role: "status" }, told(detail.says)),
        h("button", { "data-main": true }, "Save the changes"),
      ),
    );
  },
};

/** @param {string[] | undefined} says */
function told(says) {
  if (!says?.length) return h("p", { class: "quiet" }, "Nothing yet.");
  // It scrolls where it is long, so the keyboard has to reach it.
  return h(
    "ul",
    { tabindex: 0, "aria-label": "What changes" },
    says.map((sentence) => h("li", {}, sentence)),
  );
}

const TEXTS = /** @type {const} */ (["title", "place", "date", "start"]);

/**
 * What is different from when the form was opened: another director may have changed the rest since.
 * @param {HTMLFormElement} changed
 * @returns {Body}
 */
export function readChange(changed) {
  /** @type {Body} */
  const body = { what: "change" };
  for (const name of TEXTS) {
    const { value, defaultValue } = /** @type {HTMLInputElement} */ (changed.elements.namedItem(name));
    if (value.trim() !== defaultValue.trim()) body[name] = value.trim();
  }
  const { rounds, ...settings } = { ...settingsOf(changed), ...prizesOf(changed) };
  return { ...body, settings, ...(rounds !== undefined && { rounds: Number(rounds) }) };
}

/**
 * Work out what would change whenever something is typed.
 * @param {import("./drawer.js").Drawer} drawer
 * @param {Desk} desk
 */
export function listenToChange(drawer, desk) {
  let asked = 0;
  drawer.dialog.addEventListener("input", ({ target }) => {
    const changed = /** @type {HTMLInputElement} */ (target).form;
    if (changed?.dataset.read !== "change") return;
    checkPrizes(changed);
    const mine = ++asked;
    setTimeout(async () => {
      if (mine !== asked || !changed.isConnected) return;
      /** @type {string[]} */
      let says;
      try {
        /** @type {import("../../shared/wire.js").Preview} */
        const told = await post(`/api/desk/${desk.token}/preview`, { ...readChange(changed), key: "preview" });
        says = told.why ? [told.why] : told.says;
      } catch (error) {
        says = [/** @type {Error} */ (error).message];
      }
      if (mine !== asked || drawer.here?.name !== "change") return;
      drawer.here.detail.says = says;
      drawer.draw(desk);
      checkPrizes(changed);
      document.activeElement?.scrollIntoView({ block: "nearest" });
    }, 300);
  });
}
