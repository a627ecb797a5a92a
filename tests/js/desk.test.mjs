// What the desk's pages show at several moments of a night (tests/web/desk_views.py): to the director, to a helper, on
// the board, on a phone.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { all, lines, sends } from "./drawn.mjs";

const PAGES = new URL("../../src/bowerbird/web/static/", import.meta.url);
const part = (name) => import(new URL(`${name}.js`, PAGES));
const views = process.env.BOWERBIRD_VIEWS && JSON.parse(readFileSync(process.env.BOWERBIRD_VIEWS, "utf8"));
const skip = !views && "the views are missing: run it by tests/web/test_javascript.py";

const deskOf = (moment, more = {}) => ({
  token: "link",
  view: { sheets: [], ...views[moment] },
  hasView: true,
  role: views[moment].role,
  sending: [],
  typed: {},
  words: [],
  room: {
    segment: "",
    page: 0,
    layout: { kind: "large", columns: 2, type: 20 },
    below: { columns: 2, rows: 2, type: 20 },
  },
  now: () => views[moment].now,
  qr: (link) => `/qr?to=${link}`,
  paper: (what) => `/paper/${what}`,
  file: (name) => `/file/${name}`,
  said: () => [],
  ...more,
});
const after = (told, line, count) => told.slice(told.indexOf(line) + 1).slice(0, count);

test("every drawer has words at every moment", { skip }, async () => {
  let drawn = 0;
  const said = [];
  const listed = /const DRAWERS = \{(.*?)\n\};/s.exec(readFileSync(new URL("desk/director/page.js", PAGES), "utf8"));
  const names = [...listed[1].matchAll(/^ {2}"?([a-z-]+)"?:/gm)].map(([, name]) => name);
  for (const file of readdirSync(new URL("desk/director/", PAGES))) {
    if (!file.endsWith(".js") || file === "page.js") continue;
    for (const [name, drawer] of Object.entries(await part(`desk/director/${file.slice(0, -3)}`))) {
      if (!name.endsWith("Drawer") || name === "Drawer") continue;
      for (const moment of ["door", "playing", "playing for a helper", "announcing", "boards", "money", "teams"]) {
        const desk = deskOf(moment);
        const detail = { table: desk.view.tables.length && 1, name: "Ann", round: 1 };
        assert.notEqual(drawer.title(desk, detail), "", name);
        const content = drawer.content(desk, detail, null);
        const told = lines(content);
        for (const { attributes } of all(content, "[data-open]"))
          assert.ok(names.includes(attributes["data-open"]), `${name} opens ${attributes["data-open"]}`);
        const acts = all(content, "[data-act]").filter(({ tag }) => tag === "button");
        said.push(...acts.map(({ attributes }) => JSON.parse(attributes["data-act"])));
        assert.ok(told.length || desk.view.phase === "over", `${name}, ${moment}`);
        drawn += 1;
      }
    }
  }
  assert.ok(drawn >= 200);
  writeFileSync(`${process.env.BOWERBIRD_VIEWS}-said`, JSON.stringify(said));
});

test("at the door a name is tapped when its face is seen", { skip }, async () => {
  const { peopleTiles } = await part("desk/director/door");
  const { listPart, nextPart, seatDrawer } = await part("desk/director/next");
  const desk = deskOf("door");
  const taps = sends(peopleTiles(desk));
  assert.deepEqual(taps["✓Ann"], { what: "check-in", names: ["Ann"], here: false });
  assert.deepEqual(taps["Hal comes later"], { what: "check-in", names: ["Hal"] });
  assert.deepEqual(taps["Ida not coming"], { what: "check-in", names: ["Ida"] });
  assert.deepEqual(taps["Everyone is here"], { what: "check-in", names: "all" });
  assert.deepEqual(lines(listPart(desk)), ["Needs attention 1", "Expected later: Hal.", "Hal is here"]);
  assert.deepEqual(lines(nextPart(desk)), ["Seat the players: 1 table", "Finish the evening"]);
  const seat = lines(seatDrawer.content(desk, {}, null));
  assert.deepEqual(seat.slice(0, 4), [
    "7 people, 1 table.",
    "3 people sit out each round.",
    "Not checked in: Jo, Kit, Lee, Max, Nan, Oz and Nobody.",
    "They're all here",
  ]);
  assert.ok(seat.includes("On each table a stripped deck of 24 cards: nines to aces."));
});

test("people who only signed up can be taken off the list, and each link says what it is for", { skip }, async () => {
  const { linksDrawer } = await part("desk/director/more");
  const links = linksDrawer.content(deskOf("door"), { show: "sign_up" }, null);
  const told = lines(links);
  assert.deepEqual(after(told, "People sign up themselves.", 2), [
    "1 person signed up by link and isn't here. If it's a prank, take them off the list, and then cancel the link below.",
    "Take 1 person off the list",
  ]);
  assert.deepEqual(sends(links)["Take 1 person off the list"], { what: "clear-sign-ups" });
  assert.ok(
    !lines(linksDrawer.content(deskOf("playing"), {}, null))
      .join()
      .includes("off the list"),
  );
  const roles = all(links, "[data-act]").map((each) => JSON.parse(each.attributes["data-act"]).role);
  assert.deepEqual(
    roles.filter(Boolean),
    ["director", "helper", "sign-up", "public"],
    "the board's goes with standings",
  );
  const open = all(links, "details").filter(({ attributes }) => "open" in attributes);
  assert.deepEqual(
    open.map(({ attributes }) => attributes["data-key"]),
    ["sign_up"],
  );
});

test("while they play: what needs attention, and each table with its score", { skip }, async () => {
  const { listPart, nextPart } = await part("desk/director/next");
  const { roomPart } = await part("desk/director/room");
  const { tableDrawer, roundDrawer } = await part("desk/director/table");
  const desk = deskOf("playing");
  assert.deepEqual(lines(listPart(desk)), [
    "Needs attention 3",
    "!Table 3: We have 11–9 from Ann and 8–11 from Fay. Ask them and enter the right one.",
    "Open table 3",
    "Table 2: 11–4 from Eve, not confirmed yet.",
    "Confirm it",
    "Expected later: Hal.",
    "Hal is here",
  ]);
  assert.deepEqual(sends(listPart(desk))["Confirm it"], { what: "accept", round: 1, table: 2 });
  assert.deepEqual(lines(nextPart(desk)).slice(0, 2), ["Close round 1 and seat round 2", "1 of 3 scores in. Missing:"]);
  assert.deepEqual(lines(roomPart(desk)).slice(-2), ["Sitting out", "Dee"]);
  assert.match(lines(roomPart(desk)).join("\n"), /3Disagree.*EStansub/, "a sub is shown as one");
  assert.deepEqual(lines(roundDrawer.content(desk, { round: 1 }, null)), [
    "Table 1 Max & Jo 11, Oz & Lee 7",
    "Table 2 Eve & Kit 11, Nan & Bob 4",
    "Table 3 Ann & Cy 11, Stan & Fay 9",
  ]);
  const table = tableDrawer.content(desk, { table: 1, round: 1 }, null);
  assert.deepEqual(lines(table).slice(0, 6), ["North", "Max", "deals first", "East", "Oz", "South"]);
  assert.deepEqual(sends(table)["Save the correction"], { what: "correct", round: 1, table: 1 });
});

test("rulings are told with the reason, and only a director overrules them", { skip }, async () => {
  const { rulingsDrawer, readRuling } = await part("desk/director/rulings");
  const [desk, helper] = [deskOf("playing"), deskOf("playing for a helper")];
  const overrule = ["Overrule", "Why", "Overrule this ruling"];
  const told = ["Round 1. Max. Warning. slow play", "Round 1. Eve. Points off: 2. table talk"];
  const content = rulingsDrawer.content(desk, {}, null);
  assert.deepEqual(lines(content), [told[0], ...overrule, told[1], ...overrule, "A ruling"]);
  assert.deepEqual(lines(rulingsDrawer.content(helper, {}, null)), told);
  assert.deepEqual(lines(rulingsDrawer.content(deskOf("door"), {}, null)), ["None yet.", "A ruling"]);
  assert.equal(readRuling({ table: "3" }).table, 3);
});

test("people: who sits where, who is a sub, and what can be done about a person", { skip }, async () => {
  const { peopleDrawer, personDrawer, whoIsMissingDrawer } = await part("desk/director/people");
  const desk = deskOf("playing");
  assert.equal(peopleDrawer.title(desk, {}), "People: 13 of 15 are here");
  const told = lines(peopleDrawer.content(desk, {}, null));
  for (const line of ["Ann Table 3, North", "Dee Sits out", "Gus (sub: Stan) Table 3, East", "Ida Not coming"])
    assert.ok(told.includes(line), line);
  const person = personDrawer.content(desk, { name: "Ann" }, null);
  assert.deepEqual(lines(person).slice(0, 2), [
    "Here. Table 3, North.",
    "Phone connected at 10:40 pm, with their own link",
  ]);
  assert.deepEqual(sends(person)["Went home"], { what: "left", name: "Ann" });
  assert.ok(!("Take Ann off the list" in sends(person)), "Ann has played");
  assert.ok("Take Jo off the list" in sends(personDrawer.content(deskOf("door"), { name: "Jo" }, null)));
  assert.deepEqual(lines(whoIsMissingDrawer.content(desk, { table: 1 }, null)), [
    "JoTable 1, South",
    "LeeTable 1, West",
    "MaxTable 1, North",
    "OzTable 1, East",
  ]);
});

test("standings say what decides, and places are announced from the bottom up", { skip }, async () => {
  const { standingsDrawer } = await part("desk/director/standings");
  const { announcePart } = await part("desk/director/announce");
  const told = lines(standingsDrawer.content(deskOf("playing"), {}, null));
  const line = ["1=", "Jo", "Won 1 · Game points 11 · Games 1", "Jo and Max are tied on 2 match points."];
  assert.deepEqual(told.slice(told.indexOf("1=")).slice(0, 4), line);
  assert.deepEqual(after(told, "Place", 7), [
    ...["Name", "Match points", "Won", "Lost", "Game points", "Games", "Sat out"],
  ]);
  const announcing = announcePart(deskOf("announcing"));
  assert.deepEqual(lines(announcing).slice(0, 3), [
    "The board and the phones don't show the places.",
    "Next: place 1=: Cy, 4 match points; Jo, 4 match points; Kit, 4 match points.",
    "Announce place 1",
  ]);
  assert.deepEqual(sends(announcing)["Announce place 1"], { what: "reveal", do: "next" });
});

test("the board turns its pages, and first place lies face down until it is announced", { skip }, async () => {
  const { scenes } = await part("desk/board/scenes");
  const { face } = await part("desk/board/clock");
  const pages = (moment) => scenes("link", views[moment], () => face(views[moment], views[moment].now));
  const playing = pages("playing on the board");
  assert.deepEqual(
    playing.map(({ kind, title }) => [kind, ...title]),
    [
      ["play", "Round 1", "of 2"],
      ["seats", "Round 1", "of 2"],
      ["standings", "Standings", "so far"],
    ],
  );
  assert.deepEqual(lines(playing[0].body()).slice(0, 2), ["BellFinish this hand", "1 of 3 scores are in"]);
  const [board] = pages("announcing on the board");
  const cards = (page) => all(page, "playing-card").map(({ attributes }) => attributes.card);
  assert.deepEqual(cards(board.body()), ["back"], "three share first place, which leaves nobody second or third");
  const told = ["1", "4", "Gus2 match points", "5", "Lee2 match points", "6", "Bob2 match points"];
  assert.deepEqual(lines(board.body()).slice(0, 7), told);
  assert.deepEqual(lines(board.foot()), ["Places 13 to 9 were shown before. Next: first place."]);
  const [announced] = pages("announced on the board");
  assert.deepEqual(cards(announced.body()), ["B"]);
  assert.deepEqual(lines(announced.body()).slice(0, 3), ["1=CyJoKit4 match points", "4", "Gus2 match points"]);
});

test("a phone says in one sentence how its table stands, and offers what can be done", { skip }, async () => {
  const { scene, clockLine } = await part("desk/phone/scenes");
  const shown = (view, unsent = []) => {
    const { sentence, picture, lines: told, buttons } = scene({ view, unsent, trouble: false });
    return [sentence, lines(picture), told, buttons.map(({ act, words, main }) => (main ? [act, words] : words))];
  };
  const [in_, sent, differs, asks, out, ...over] = views.phones;
  const next = ["This page will show you where to go next."];
  assert.deepEqual(shown(in_), ["Your score is in: 11 to 7.", ["You and Jo11", "Oz and Lee7"], next, ["Not right"]]);
  const steps = ["You entered it", "They confirm it", "Then it counts"];
  assert.deepEqual(shown(sent), [
    "Your score is sent.",
    ["You and Kit11", "Nan and Bob4", ...steps],
    ["Now Nan or Bob confirms it on a phone, or at the desk."],
    ["Change it"],
  ]);
  const [sentence, picture, , buttons] = shown(differs);
  assert.equal(sentence, "The two sides entered different scores.");
  assert.deepEqual(picture.slice(0, 8), ["You", "Fay", "You and Cy", "11", "8", "Stan and Fay", "9", "11"]);
  assert.deepEqual(buttons, [["accept", "Theirs is right"], "Enter it again"]);
  const entered = ["You and Bob4", "Eve and Kit11"];
  const answers = [["accept", "Yes, it's right"], "Not right"];
  assert.deepEqual(shown(asks), ["Eve entered this score. Is it right?", entered, [], answers]);
  const rests = "Round 1. You sit out this game. Please go to the sit-out table.";
  assert.deepEqual(shown(out), [rests, [], ["This page shows your next seat."], []]);
  assert.deepEqual(
    over.map((view) => shown(view)[0]),
    [8, 9, 7, 12, 13].map((place) => `It is over. You are in place ${place} of 13.`),
  );
  assert.deepEqual(shown(over[0])[1], ["8thof 13, with 2 match points", "4Gus2", "5Lee2", "6Bob2", "8Max (you)2"]);
  assert.equal(shown(in_, [{ what: "score", ns: 11, ew: 7 }])[0], "Sending…");
  assert.deepEqual(lines(clockLine(in_)), ["The bell has rung. Finish this hand."]);
});

test("money: who has not paid, what the pot is, and that it would be short", { skip }, async () => {
  const { listPart, finishDrawer } = await part("desk/director/next");
  const { moneyDrawer } = await part("desk/director/standings");
  const { unpaidDrawer } = await part("desk/director/unpaid");
  const desk = deskOf("money");
  assert.deepEqual(lines(listPart(desk)), ["Needs attention 1", "1 person hasn't paid: Ada.", "Open"]);
  const unpaid = unpaidDrawer.content(desk, {}, null);
  assert.deepEqual(lines(unpaid), ["$5.00 each. Tap a name when you have the money.", "Ada", "Mark as paid"]);
  assert.deepEqual(sends(unpaid)["Mark as paid"], { what: "paid", names: ["Ada"], paid: true });
  const short =
    "1 fee is not ticked as paid: $5.00. The pot counts everyone who came. " +
    "If this money isn't in the till, it will be $5.00 short.";
  const told = lines(moneyDrawer.content(desk, {}, null));
  assert.deepEqual(told.slice(0, 5), [
    "Prizes, provisional",
    "Not final. This is what people would get if it ended now.",
    short,
    "Who hasn't paid",
    "The pot: the places split it 60 and 40 percent.",
  ]);
  assert.deepEqual(after(told, "Paid and received", 2), ["$45.00 The pot", "−$5.00 Ada"]);
  const finish = ["This makes the standings final. You can undo it.", short, "Who hasn't paid", "Finish the evening"];
  assert.deepEqual(lines(finishDrawer.content(desk, {}, null)), finish);
});

test("what becomes of games without a score is said before the end", { skip }, async () => {
  const { finishDrawer, nextDrawer } = await part("desk/director/next");
  const told = (moment, drawer = finishDrawer) => lines(drawer.content(deskOf(moment), {}, null));
  assert.deepEqual(told("boards"), [
    "This makes the standings final, and shows everybody every card. You can't undo it, but you can still correct scores.",
    "Round 1 was not played and does not count. Its boards don't come again.",
    "Finish the evening",
  ]);
  assert.deepEqual(told("teams").slice(1, 3), [
    "Tables 2 and 3 have no score, so the game does not count.",
    "Table 1: 4 to 3 is written down, but no score was entered, so the game does not count. If it should, enter its score first.",
  ]);
  assert.deepEqual(told("week begun").slice(-2), ["Close week 1 only", "Finish the event"]);
  assert.ok(!told("week played").join().includes("only"), "the blue button closes the week");
  assert.ok(!told("playing").join().includes("only"), "where there is one night, its end is the event's");
  assert.deepEqual(told("teams", nextDrawer).slice(0, 4), [
    "Not yet.",
    "Table 1 has no score, and 2 more are missing.",
    "Place people by hand",
    "Finish without the missing scores",
  ]);
  assert.deepEqual(told("money", nextDrawer).slice(0, 2), [
    "Nobody has the same partner twice. 36 of 36 pairs meet; 36 is the best possible.",
    "Close round 1 and seat round 2",
  ]);
});

test("a table says how it plays: its boards, online, or with a score so far", { skip }, async () => {
  const { roomPart } = await part("desk/director/room");
  const { tableDrawer } = await part("desk/director/table");
  const { pointsOn } = await part("desk/director/boards");
  const teams = lines(roomPart(deskOf("teams")));
  assert.deepEqual(teams.slice(0, 2), ["The room", "1playing2seated"]);
  assert.match(teams[2], /^1Seated.*4–3 after 0 hands$/);
  assert.match(teams[3], /^2Playing.*Plays online\. Bots sit in from 10:16 pm\.$/);
  assert.match(teams[4], /^3Seated/);
  const told = lines(tableDrawer.content(deskOf("boards"), { table: 1, round: 1 }, null));
  const [score, ...more] = after(told, "Score", 6);
  assert.equal(score, "Table 1, boards 1–2N/S Ava & BeaE/W Alma & AmosBoard 1, N deals");
  assert.deepEqual(more.slice(0, 4), ["Board 2, E deals", "Adjust a board", "Board 1, adjusted score", "As entered"]);
  const boards = [
    { board: 1, ns: 2, ew: 0, adjusted: null },
    { board: 2, ns: 4, ew: 0, adjusted: [1, 0] },
  ];
  assert.deepEqual([pointsOn(boards, 1, 0), pointsOn(boards, 1, 1), pointsOn(boards, 2, 0)], [2, null, null]);
});

test("a helper's menu has what a helper may do", { skip }, async () => {
  const { moreDrawer } = await part("desk/director/more");
  const told = (moment) => lines(moreDrawer.content(deskOf(moment), {}, null));
  const helpers = ["All games", "Rounds and corrections", "History", "Keyboard shortcuts"];
  assert.deepEqual(told("playing for a helper"), [...helpers, "RulesMy events"]);
  for (const line of [...helpers, "Somebody is missing", "Finish the evening", "Directors", "Change the event"])
    assert.ok(told("playing").includes(line), line);
});

test("on a phone a board brings points for us or for them, or was not played", async () => {
  const { boardForm, outcomes } = await part("desk/phone/boards");
  const found = outcomes([1, 2]);
  assert.deepEqual(
    found.map(({ words }) => words),
    ["We 1", "They 1", "We 2", "They 2", "Not played"],
  );
  const sent = (mine) =>
    found.map((each) => boardForm(7, each, mine)).map(({ ns, ew, adjusted }) => adjusted ?? [ns, ew]);
  assert.deepEqual(sent(0).join(" "), "1,0 0,1 2,0 0,2 0,0");
  assert.deepEqual(sent(1).join(" "), "0,1 1,0 0,2 2,0 0,0");
  assert.deepEqual(boardForm(7, found[4], 1), { board: 7, adjusted: [0, 0] });
});

test("what can be done about a missing person says what it changes, for this round or for good", { skip }, async () => {
  const { missingDrawer } = await part("desk/director/people");
  const choice = (words, until, what) => ({ words, until, what, effect: [`${words}: so it goes.`], worths: [] });
  const data = {
    name: "Ann",
    choices: [choice("A sub comes", "next round", null), choice("Ann goes home", "for good", { what: "left" })],
  };
  const told = (detail) => lines(missingDrawer.content(deskOf("playing"), { name: "Ann", ...detail }, data));
  const [, ...now] = told({});
  const asked = ["For how long?", "This round, back later", "Not back today"];
  assert.deepEqual(now, [...asked, "A sub comes", "A sub comes: so it goes.", "Sub", "Let them sub for Ann"]);
  assert.deepEqual(told({ until: "for good" }).slice(4, 6), ["Ann goes home", "Ann goes home: so it goes."]);
});
