// What a phone shows outside of entering a score: one sentence, one picture, at most two buttons, by the state of the
// reader's own table. Gives words and drawings; what the buttons do is the page's business.

import { h } from "../dom.js";
import { clockText } from "../score.js";
import { claimsPicture, extrasList, placePicture, scorePicture, tablePicture } from "./phone-picture.js";
import { author, chairs, playing, points, ruledWords } from "./phone-words.js";

const SENT = { score: "Your score", accept: "Your yes", dispute: "Your no" };

/** Minutes to the bell, or that it has rung; nothing where the club plays without one. */
export function clockLine({ clock, offset, round }) {
  if (!clock || !round || round.closed) return null;
  if (clock.state === "running" && clock.ends_at) {
    const left = clockText(clock.ends_at, Date.now() + offset);
    return h("p", { class: "clock-line" }, left === "0:00" ? "Time is up." : [h("b", {}, left), " to the bell"]);
  }
  if (clock.state === "paused") return h("p", { class: "clock-line" }, "The clock stands still.");
  if (clock.state === "rung") return h("p", { class: "clock-line rung" }, clock.says?.[0] ?? "The bell has rung.");
  return null;
}

const both = (table, result) => {
  const { ours, theirs } = points(table, result);
  return `${ours} to ${theirs}`;
};

/** A message that the hall has not answered yet. */
function sending({ view, unsent, trouble }) {
  const [message] = unsent;
  const picture = message.what === "score" && view.table ? scorePicture(view.table, message) : null;
  const what = SENT[message.what] ?? "What you said";
  const sentence = trouble ? "Not sent yet. I keep trying." : "Sending…";
  const lines = trouble ? [`${what} is kept on this phone. You can play on; come back here later.`] : [];
  return { sentence, picture, lines, buttons: [] };
}

function disputed({ view }) {
  const { table, may } = view;
  const claims = table.result.claims ?? [];
  const buttons = [];
  if (may.accept) buttons.push({ act: "accept", words: "Theirs is right", main: true });
  if (may.enter) buttons.push({ act: "enter", words: "Enter it again", main: !may.accept });
  return {
    sentence: claims.length > 1 ? "The two sides wrote different scores." : "Somebody says this score is not right.",
    picture: claims.length > 1 ? claimsPicture(table, claims) : scorePicture(table, table.result),
    lines: ["That happens. Look at the cards together, or ask the director. It counts when both agree."],
    buttons,
  };
}

function asking({ view }) {
  const { table } = view;
  return {
    sentence: `${author(table, table.result.by).words} wrote this score. Is it right?`,
    picture: [scorePicture(table, table.result), extrasList(table, table.result.cards)],
    lines: [ruledWords(table, table.result)].filter(Boolean),
    buttons: [
      { act: "accept", words: "Yes, it is right", main: true },
      { act: "wrong", words: "Not right" },
    ],
  };
}

function waiting({ view }) {
  const { table, may } = view;
  const { result } = table;
  const by = author(table, result.by);
  const others = chairs(table).filter((chair) => chair.ours !== by.ours);
  return {
    sentence: by.you ? "Your score is sent." : `${by.words} sent the score.`,
    picture: scorePicture(table, result),
    lines: [by.ours ? `Now ${others.map(playing).join(" or ")} says yes on a phone, or at the desk.` : may.why],
    buttons: may.enter ? [{ act: "enter", words: "Change it" }] : [],
  };
}

function accepted({ view }) {
  const { table, may } = view;
  return {
    sentence: `Your score is in: ${both(table, table.result)}.`,
    picture: scorePicture(table, table.result),
    lines: [ruledWords(table, table.result), "This page tells you where to go next."].filter(Boolean),
    buttons: may.dispute ? [{ act: "dispute", words: "Not right" }] : [],
  };
}

function seated({ view }) {
  const { table, may } = view;
  const buttons = [];
  if (view.online) buttons.push({ href: view.online, words: "Play at the table", main: true });
  if (may.enter) buttons.push({ act: "enter", words: "Enter the score", main: !view.online });
  const waits = table.bots?.at > Date.now() + view.offset;
  const bots = `Played online. A computer player sits in at ${table.bots?.time} for whoever is not there by then.`;
  return {
    sentence: view.sentence,
    picture: tablePicture(table),
    lines: waits ? [bots] : !may.enter && may.why ? [may.why] : [],
    buttons,
  };
}

/** Before the first round, between two, sitting out, or when all is over: how one stands, where there is anything. */
function unseated({ view }) {
  const picture = view.your_line?.games ? placePicture(view.your_line, view.standings) : null;
  return { sentence: view.sentence, picture, buttons: [] };
}

/** What to show: `{sentence, picture, lines, buttons}`. */
export function scene(state) {
  const { view, unsent } = state;
  if (unsent.length) return sending(state);
  const result = view.table?.result;
  if (!view.table) return unseated(state);
  if (!result) return seated(state);
  if (result.status === "accepted") return accepted(state);
  if (result.status === "disputed") return disputed(state);
  return view.may.accept ? asking(state) : waiting(state);
}
