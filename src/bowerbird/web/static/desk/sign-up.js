// Signing up for an event on one's own phone: a name, and only what this club asks besides.

import { h } from "../dom.js";
import { dayWords, timeWords } from "./phone-words.js";
import { phoneNumber } from "./this-phone.js";
import { get, Outbox } from "./wire.js";

const page = document.querySelector("#phone");
const { token } = page.dataset;

let form = null;

const go = ({ link }) => (location.href = link);

const outbox = new Outbox(token, { changed: waiting, leftover: (_, answer) => answer && go(answer) });

function waiting({ waiting: count, trouble }) {
  if (!form) return;
  form.ariaBusy = count ? "true" : "false";
  const words = trouble ? "Not sent yet. I keep trying." : "Sending…";
  form.querySelector("[role=status]").textContent = count ? words : "";
}

function field(name, words, marks = {}) {
  return h(
    "p",
    {},
    h("label", { for: name }, words),
    h("input", { id: name, name, type: "text", maxlength: 60, autocomplete: "off", ...marks }),
  );
}

function ageField(minimum, whose, name) {
  return h(
    "label",
    { class: "choice" },
    h("input", { type: "checkbox", name, required: true }),
    `${whose} ${minimum} or older this year`,
  );
}

function fields({ unit, minimum_age: minimum, zones }) {
  const pair = unit !== "people";
  const partner = `Your partner’s name${unit === "pairs" ? "" : ", if you have one"}`;
  return [
    field("name", "Your name", { required: true, autocomplete: "name" }),
    pair ? field("partner", partner, { required: unit === "pairs" }) : null,
    zones ? field("zone", "Your zone", { required: true, maxlength: 40 }) : null,
    minimum ? ageField(minimum, pair ? "We are all" : "I am", "of_age") : null,
  ];
}

function person(entry) {
  const of = (name) => form.elements[name]?.value.trim() || undefined;
  const who = { name: of("name"), partner: of("partner"), zone: of("zone") };
  if (entry.minimum_age) who.of_age = form.elements.of_age.checked;
  return who;
}

function show(view) {
  const lines = [view.place, dayWords(view.date), timeWords(view.start)].filter(Boolean).join(", ");
  form = h(
    "form",
    {},
    fields(view.entry),
    h("p", { role: "alert" }),
    h("p", { role: "status" }),
    h("div", { class: "phone-buttons" }, h("button", { class: "big-button", "data-main": "" }, "Sign up")),
  );
  page.replaceChildren(h("h1", {}, view.title), lines ? h("p", {}, lines) : "", form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (outbox.waiting) return;
    const alert = form.querySelector("[role=alert]");
    alert.textContent = "";
    try {
      go(await outbox.send({ what: "enter", people: [person(view.entry)], phone: phoneNumber(token) }));
    } catch (refusal) {
      alert.textContent = refusal.message;
    }
  });
}

function closed(words) {
  page.replaceChildren(h("h1", {}, words), h("p", {}, "The director can still put your name down. Ask at the desk."));
}

try {
  const view = await get(token, "view");
  if (view.open === false) closed("Sign-up is closed.");
  else show(view);
} catch (error) {
  closed(error.message);
}
