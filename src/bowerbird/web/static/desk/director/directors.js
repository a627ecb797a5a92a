// Who runs this event: the list, an invitation for one more, handing over, and your own recovery code.

import { h } from "../../shared/dom.js";
import { eventsIfAny } from "../setup/create.js";
import { codeShown, recoveryCode } from "../setup/recovery.js";
import { act, phonesCannot } from "./parts.js";

/** @typedef {import("../page-types.js").Desk} Desk */

/** @param {Desk} desk */
function people(desk) {
  const { directors } = desk.view;
  const first = directors[0]?.you;
  return h(
    "ul",
    { class: "directors" },
    directors.map(({ name, called, you }) =>
      h(
        "li",
        { "data-key": `director ${name}` },
        h("b", {}, called),
        you && " (you)",
        first &&
          !you &&
          act(
            `Remove ${called}`,
            { what: "remove-director", name },
            {
              "data-sure": `Remove ${called}? Their link stops working at once. The helper link is cancelled, too.`,
            },
          ),
      ),
    ),
  );
}

/** @param {Desk} desk */
function invitation(desk) {
  const { links } = desk.view;
  const link = links.invitation ?? "";
  const whole = (links.origin || location.origin) + link;
  return h(
    "section",
    { class: "panel invitation", "data-key": "invitation" },
    h("h3", {}, "Add a director"),
    phonesCannot(desk),
    h("p", {}, "They scan this on their own phone or laptop. The invitation is good for one person."),
    h("img", { class: "qr", alt: "QR code: invitation to direct", src: desk.qr(link) }),
    h(
      "div",
      { class: "row" },
      h("input", { type: "text", readonly: true, value: whole, "aria-label": "Link: invitation to direct" }),
      h("button", { type: "button", "data-copy": whole }, "Copy"),
    ),
    h("div", { class: "row" }, act("Cancel this invitation", { what: "withdraw", role: "invitation", name: "" })),
  );
}

/** @param {Desk} desk */
function handOver(desk) {
  const { directors } = desk.view;
  const me = directors.find(({ you }) => you);
  if (!me) return null;
  return h(
    "section",
    { class: "panel", "data-key": "hand over" },
    h("h3", {}, "Hand the event over"),
    directors.length > 1
      ? [
          h("p", {}, "The other directors keep running it. You can't open the desk any more."),
          act(
            "I'm no longer a director",
            { what: "remove-director", name: me.name },
            {
              "data-sure": "Hand the event over? Your link stops working at once. The helper link is cancelled, too.",
            },
          ),
        ]
      : h("p", {}, "Add another director first. Then you can hand the event over."),
  );
}

/** @param {string | null} code */
const ownCode = (code) =>
  h(
    "section",
    { class: "panel", "data-key": "code" },
    h("h3", {}, "Your recovery code"),
    code
      ? [
          codeShown(code),
          h("p", {}, "It brings all your events back in any browser. Write it down, and keep it to yourself."),
          h("p", {}, h("a", { href: "/events#keep-title" }, "Make a new one, or choose a passphrase"), "."),
        ]
      : h(
          "p",
          {},
          "It is shown only in the browser that has this event on its list: ",
          h("a", { href: "/events" }, "My events"),
          ".",
        ),
  );

/** @type {import("../page-types.js").DrawerPart<{ code: string }>} */
export const directorsDrawer = {
  title: () => "Directors",
  directorOnly: true,
  load: async (desk) => {
    const own = (await eventsIfAny()).some(({ link }) => link === desk.view.links.director);
    return { code: own ? (await recoveryCode()).code : "" };
  },
  content: (desk, _, data) => [people(desk), invitation(desk), handOver(desk), ownCode(data?.code ?? null)],
};

/**
 * "Same again next Friday", for an event that had a date.
 * @param {string} date
 */
function againWords(date) {
  const [year, month, day] = date.split("-").map(Number);
  if (!year) return "Same again";
  return `Same again next ${new Date(year, month - 1, day).toLocaleDateString("en", { weekday: "long" })}`;
}

/**
 * After the end: the same event in a week.
 * @param {Desk} desk
 */
export const againNextWeek = ({ token, view }) => [
  h("a", { class: "button other-button", href: `/again/${token}` }, againWords(view.date)),
  h("p", {}, "The names, rules, prizes and settings come along to the next event."),
];
