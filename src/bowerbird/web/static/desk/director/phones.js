// The switch for phones: it opens the server to the network while it runs, and shows where phones find it.

import { h } from "../../shared/dom.js";
import { plural } from "../../shared/english.js";
import { networkState, switchNetwork } from "../../shared/reach.js";

/** @typedef {import("../page-types.js").Desk} Desk */
/** @typedef {import("../../shared/wire.js").NetworkState} NetworkState */

/** The state of the switch, for the drawer of links. */
export const phonesState = () => networkState();

/** @param {string[]} advice */
const helpWithPhones = (advice) =>
  advice.length > 0 &&
  h(
    "details",
    { "data-key": "phone help" },
    h("summary", {}, "A phone can't connect?"),
    h(
      "ul",
      {},
      advice.map((each) => h("li", {}, each)),
    ),
  );

/** @param {boolean} on @param {boolean} main */
const turn = (on, main) =>
  h(
    "button",
    { type: "button", class: main ? "main-button" : null, "data-network": on ? "on" : "off" },
    on ? "Switch phones on" : "Switch phones off",
  );

/** @param {Desk} desk @param {NetworkState} state */
const phonesOn = (desk, { can, address, devices, why, help }) => [
  h("p", { class: "phones-state" }, h("b", {}, "Phones are on."), " Devices on the same wi-fi can open:"),
  h("p", { class: "phones-address" }, address.replace("http://", "")),
  h("img", { class: "qr", alt: `QR code: ${address}`, src: desk.qr("/") }),
  can
    ? h(
        "p",
        { role: "status" },
        devices ? `${plural(devices, "device")} connected so far.` : "No device has connected yet.",
      )
    : h("p", { class: "quiet" }, why),
  can && turn(false, false),
  helpWithPhones(help),
];

/** @param {NetworkState} state */
const phonesOff = ({ can, why, help }) => [
  h(
    "p",
    { class: "phones-state" },
    h("b", {}, "Phones are off."),
    " Only this computer can open these pages. The event works without phones too.",
  ),
  can ? turn(true, true) : h("p", { class: "quiet" }, why),
  helpWithPhones(help),
];

/**
 * The panel with the switch.
 * @param {Desk} desk
 * @param {NetworkState | null} state
 */
export function phonesPanel(desk, state) {
  if (!state) return null;
  return h(
    "section",
    { class: "panel phones", "data-key": "phones" },
    state.on ? phonesOn(desk, state) : phonesOff(state),
  );
}

/**
 * Hear the switch.
 * @param {import("./drawer.js").Drawer} drawer
 * @param {Desk} desk
 */
export function listenToPhones(drawer, desk) {
  document.addEventListener("click", async (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const wanted = button?.dataset.network;
    if (!button || !wanted || button.ariaBusy === "true") return;
    button.ariaBusy = "true";
    try {
      const state = await switchNetwork(wanted === "on");
      desk.view.links.origin = state.address || location.origin;
      desk.tell([state.on ? `Phones are on, at ${state.address}` : "Phones are off. Links in phones no longer work."]);
    } catch (error) {
      desk.tell([/** @type {Error} */ (error).message], "wrong");
    }
    button.ariaBusy = "false";
    await drawer.refresh(desk);
  });
}
