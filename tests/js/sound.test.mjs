// What is heard and felt of a change: wood and paper, a knock and a hum at your turn.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import "./browser.mjs";
import { frame, made, trick } from "./tables.mjs";

/** As much of an audio context as the sounds ask for; remembers its volume and what was started. */
class Studio {
  static all = [];
  sampleRate = 100;
  currentTime = 0;
  state = "running";
  destination = {};
  started = 0;
  buffers = 0;
  volumes = [];
  constructor() {
    Studio.all.push(this);
  }
  node(extra = {}) {
    const set = () => null;
    const param = { value: 0, setValueAtTime: set, linearRampToValueAtTime: set, exponentialRampToValueAtTime: set };
    const connect = (to) => to;
    const start = () => {
      this.started += 1;
    };
    return { connect, start, stop: set, gain: { ...param }, frequency: { ...param }, Q: { ...param }, ...extra };
  }
  createGain() {
    const made = this.node();
    this.volumes.push(made.gain);
    return made;
  }
  createOscillator = () => this.node();
  createBufferSource = () => this.node();
  createBiquadFilter = () => this.node();
  createDynamicsCompressor = () => this.node();
  createBuffer(_, length) {
    this.buffers += 1;
    return { getChannelData: () => new Float32Array(length) };
  }
}
globalThis.AudioContext = Studio;
const hums = [];
Object.defineProperty(globalThis, "navigator", {
  value: { userActivation: { hasBeenActive: true }, vibrate: (time) => hums.push(time) },
  configurable: true,
});

localStorage.setItem("bowerbird", JSON.stringify({ sound: true, cards: "large" }));
const { choose, settings } = await import("../../src/bowerbird/web/static/shared/settings.js");
const { make, NAMES, soundsFor, tell } = await import("../../src/bowerbird/web/static/table/sound.js");

afterEach(() => {
  document.hidden = false;
  settings.sound = "soft";
  settings.hum = true;
  navigator.userActivation.hasBeenActive = true;
  hums.length = 0;
});

const calling = { phase: "first round", turn_up: "9h", turn_up_is: "shown", maker: null, trump: null };
const three = { plays: trick.plays.slice(0, 3), winner: null };
const heard = () => Studio.all.reduce((sum, { started }) => sum + started, 0);

test("the old setting was on or off; off was what nobody had chosen", async () => {
  assert.equal(settings.sound, "normal");
  assert.equal(settings.cards, "large");
  for (const [stored, now] of [
    [false, "soft"],
    ["off", "off"],
    ["loud", "loud"],
    [undefined, "soft"],
  ]) {
    localStorage.setItem("bowerbird", JSON.stringify({ sound: stored }));
    const again = await import(`../../src/bowerbird/web/static/shared/settings.js?${stored}`);
    assert.equal(again.settings.sound, now);
  }
});

test("each thing that happens has its sound", () => {
  const deal = soundsFor(
    frame({ results: [made()], hand_over: made() }),
    frame({ ...calling, turn: 3, results: [made()] }),
  );
  assert.deepEqual(deal, ["deal"]);
  assert.deepEqual(soundsFor(frame({ ...calling, turn: 3 }), frame({ ...calling, turn: 3, maker: 3 })), ["trump"]);
  assert.deepEqual(soundsFor(frame({ turn: 3 }), frame({ turn: 0, trick: { plays: [[3, "9h"]], winner: null } })), [
    "card",
  ]);
  assert.deepEqual(soundsFor(frame({ turn: 1, trick: three }), frame({ turn: 3, trick })), ["card"]);
  assert.deepEqual(soundsFor(frame({ turn: 3, trick }), frame({ turn: 3, tricks: [trick] })), ["trick"]);
  const gathering = frame({ turn: 3, trick, gathering: true });
  assert.deepEqual(soundsFor(frame({ turn: 3, trick }), gathering), ["trick"]);
  assert.deepEqual(soundsFor(gathering, frame({ turn: 3, tricks: [trick] })), []);
  const rung = { turn: 3, bell: { rung: true } };
  assert.deepEqual(soundsFor(frame({ turn: 3 }), frame(rung)), ["bell"]);
  assert.deepEqual(soundsFor(frame(rung), frame(rung)), []);
});

test("the end of a hand or a game sounds as it was for you", () => {
  const ended = (fields) => frame({ turn: null, results: [made(fields)], hand_over: made(fields) });
  const quiet = frame({ turn: null });
  assert.deepEqual(soundsFor(quiet, ended({})), ["scored"]);
  assert.deepEqual(soundsFor(quiet, ended({ outcome: "march", points: [2, 0] })), ["great"]);
  assert.deepEqual(soundsFor(quiet, ended({ outcome: "euchre", points: [0, 2] })), ["conceded"]);
  assert.deepEqual(soundsFor(quiet, ended({ outcome: "thrown in", points: [0, 0] })), []);
  assert.deepEqual(soundsFor(quiet, frame({ result: { score: [10, 4], winner: 0 } })), ["won"]);
  assert.deepEqual(soundsFor(quiet, frame({ result: { score: [4, 10], winner: 1 } })), ["over"]);
});

// The first that tells: a context, once made, is kept.
test("a browser that makes no sounds still hums", () => {
  delete globalThis.AudioContext;
  try {
    tell(frame({ turn: 1 }), frame({ turn: 2 }));
    assert.equal(hums.length, 1);
  } finally {
    globalThis.AudioContext = Studio;
  }
});

test("a knock and a hum are for you, when your turn begins, once", () => {
  assert.deepEqual(soundsFor(frame({ turn: 1 }), frame({ turn: 2 })), ["turn"]);
  assert.deepEqual(soundsFor(frame({ turn: 2 }), frame({ turn: 2 })), []);
  assert.deepEqual(soundsFor(frame({ turn: 0 }), frame({ turn: 1 })), []);
  assert.deepEqual(soundsFor(frame({ turn: 2, trick }), frame({ turn: 2, tricks: [trick] })), ["trick", "turn"]);
  tell(frame({ turn: 1 }), frame({ turn: 2 }));
  assert.equal(hums.length, 1);
  assert.ok(hums[0] > 0 && hums[0] <= 100);
  tell(frame({ turn: 0 }), frame({ turn: 1 }));
  assert.equal(hums.length, 1);
  settings.hum = false;
  tell(frame({ turn: 1 }), frame({ turn: 2 }));
  assert.equal(hums.length, 1);
});

test("nothing is heard or felt before the first tap, or when sound is off", () => {
  const before = heard();
  navigator.userActivation.hasBeenActive = false;
  tell(frame({ turn: 1 }), frame({ turn: 2 }));
  assert.deepEqual([heard(), hums.length], [before, 0]);
  navigator.userActivation.hasBeenActive = true;
  settings.sound = "off";
  tell(frame({ turn: 1 }), frame({ turn: 2 }));
  assert.deepEqual([heard(), hums.length], [before, 1], "the hum has its own setting");
  settings.sound = "soft";
  tell(frame({ turn: 1 }), frame({ turn: 2 }));
  assert.ok(heard() > before);
});

test("a page that nobody looks at knocks at your turn, and makes no other noise", () => {
  document.hidden = true;
  const before = heard();
  tell(frame({ turn: 3 }), frame({ turn: 0, trick: { plays: [[3, "9h"]], winner: null } }));
  assert.equal(heard(), before);
  tell(frame({ turn: 1 }), frame({ turn: 2 }));
  assert.ok(heard() > before);
  assert.equal(hums.length, 0);
});

test("every sound is made of something, and louder by the setting", () => {
  for (const name of NAMES) {
    const studio = new Studio();
    make(studio, [name], "normal");
    assert.ok(studio.started > 0, name);
  }
  const volumes = ["soft", "normal", "loud"].map((volume) => {
    const studio = new Studio();
    make(studio, ["card"], volume);
    return studio.volumes[0].value;
  });
  assert.deepEqual(
    volumes,
    [...volumes].sort((one, other) => one - other),
  );
  assert.ok(volumes[0] > 0 && volumes[0] < volumes[2]);
});

test("the noise that sounds are made of is made once", () => {
  const studio = new Studio();
  for (const name of NAMES) make(studio, [name], "normal");
  assert.equal(studio.buffers, 1);
});

test("a chosen volume is kept", () => {
  choose("sound", "loud");
  assert.equal(JSON.parse(localStorage.getItem("bowerbird")).sound, "loud");
});
