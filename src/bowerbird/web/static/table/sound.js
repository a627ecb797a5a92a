// Sounds made here, not recorded: wood and paper. A riffle, a card, a trick drawn in, a knock on the table for your turn,
// a small bell. Silent until somebody has tapped or pressed a key, as browsers demand. A phone hums at your turn.

import { settings } from "../shared/settings.js";
import { isFresh, moment } from "./told.js";

/** @typedef {import("./table-types.js").ShownFrame} Shown */
/** @typedef {import("./table-types.js").ShownView} View */

/** @type {Record<string, number>} */
const VOLUMES = { off: 0, soft: 0.35, normal: 0.75, loud: 1.5 };
const HUM = 60;

/** @type {WeakMap<BaseAudioContext, AudioBuffer>} */
const noises = new WeakMap();

/** A second of noise, the same for all sounds. @param {BaseAudioContext} context */
function noise(context) {
  const known = noises.get(context);
  if (known) return known;
  const length = context.sampleRate;
  const made = context.createBuffer(1, length, context.sampleRate);
  const samples = made.getChannelData(0);
  for (let place = 0; place < length; place += 1) samples[place] = Math.random() * 2 - 1;
  noises.set(context, made);
  return made;
}

/** Noise and tones on one output: what all sounds are made of. Moments and lengths are in seconds. */
class Workshop {
  /** @param {BaseAudioContext} context @param {AudioNode} out */
  constructor(context, out) {
    this.context = context;
    this.out = out;
    this.hiss = noise(context);
  }

  /**
   * A loudness that rises at once, or in `rise`, and dies away.
   * @param {number} at
   * @param {number} length
   * @param {number} loudness
   */
  fading(at, length, loudness, rise = 0.002) {
    const node = this.context.createGain();
    node.gain.setValueAtTime(0.0001, at);
    node.gain.linearRampToValueAtTime(loudness, at + rise);
    node.gain.exponentialRampToValueAtTime(0.0001, at + length);
    node.connect(this.out);
    return node;
  }

  /**
   * Paper: a breath of noise around a pitch, which may glide.
   * @param {number} at
   * @param {number} length
   * @param {number} loudness
   * @param {{ pitch: number, to?: number, width?: number, rise?: number }} colour
   */
  paper(at, length, loudness, { pitch, to = pitch, width = 0.8, rise }) {
    const source = this.context.createBufferSource();
    const filter = this.context.createBiquadFilter();
    source.buffer = this.hiss;
    filter.type = "bandpass";
    filter.Q.value = width;
    filter.frequency.setValueAtTime(pitch, at);
    filter.frequency.exponentialRampToValueAtTime(to, at + length);
    source.connect(filter).connect(this.fading(at, length, loudness, rise));
    source.start(at, Math.random() * 0.5, length);
  }

  /** @param {number} at @param {number} pitch @param {number} length @param {number} loudness */
  tone(at, pitch, length, loudness) {
    const source = this.context.createOscillator();
    source.frequency.value = pitch;
    source.connect(this.fading(at, length, loudness));
    source.start(at);
    source.stop(at + length);
  }

  /** A bar of wood: its overtones are no multiples of its note. @param {number} at @param {number} note */
  wood(at, note, loudness = 0.3, length = 0.28) {
    this.tone(at, note, length, loudness);
    this.tone(at, note * 2.76, length / 3, loudness * 0.3);
    this.tone(at, note * 5.4, length / 8, loudness * 0.12);
    this.paper(at, 0.012, loudness * 0.5, { pitch: 2600 });
  }

  /** Bars of wood, one after the other. @param {number} at @param {number[]} notes */
  tune(at, notes, loudness = 0.26) {
    for (const [place, note] of notes.entries()) this.wood(at + place * 0.13, note, loudness, 0.3 + place * 0.08);
  }

  /** A knuckle on the table. @param {number} at @param {number} loudness */
  knock(at, loudness) {
    this.tone(at, 172, 0.1, loudness);
    this.tone(at, 415, 0.06, loudness * 0.6);
    this.paper(at, 0.025, loudness * 0.8, { pitch: 700 });
  }

  /** @param {number} at @param {number} loudness */
  slap(at, loudness) {
    this.paper(at, 0.07, loudness, { pitch: 2100, to: 1000 });
    this.tone(at + 0.01, 120, 0.06, loudness * 0.5);
  }

  /** @param {number} at */
  riffle(at) {
    for (let leaf = 0; leaf < 24; leaf += 1)
      this.paper(at + leaf * (0.03 - leaf * 0.0005), 0.02, 0.12 + leaf * 0.008, {
        pitch: 2300 + (leaf % 5) * 260,
        width: 1.6,
      });
    this.paper(at + 0.46, 0.3, 0.2, { pitch: 2600, to: 900, rise: 0.05 });
    this.slap(at + 0.8, 0.4);
  }

  /** @param {number} at */
  strike(at) {
    for (const [times, loudness, length] of PARTIALS) this.tone(at, 1320 * times, length, loudness * 0.22);
  }
}

// A bell's: times the note, loudness, seconds.
const PARTIALS = [
  [0.5, 0.3, 1.6],
  [1, 0.8, 1.4],
  [1.19, 0.4, 1.1],
  [2, 0.5, 0.8],
  [2.74, 0.3, 0.5],
];

/** @satisfies {Record<string, (shop: Workshop, at: number) => void>} */
const SOUNDS = {
  deal: (shop, at) => shop.riffle(at),
  card: (shop, at) => shop.slap(at, 0.9),
  trick: (shop, at) => {
    shop.paper(at, 0.26, 0.3, { pitch: 800, to: 1900, rise: 0.09 });
    shop.slap(at + 0.24, 0.4);
  },
  trump: (shop, at) => shop.tune(at, [392, 587]),
  turn: (shop, at) => {
    shop.knock(at, 0.5);
    shop.knock(at + 0.15, 0.4);
  },
  bell: (shop, at) => {
    shop.strike(at);
    shop.strike(at + 0.7);
  },
  scored: (shop, at) => shop.tune(at, [523, 659]),
  great: (shop, at) => shop.tune(at, [523, 659, 784]),
  conceded: (shop, at) => shop.tune(at, [330], 0.3),
  won: (shop, at) => shop.tune(at, [523, 659, 784, 1047]),
  over: (shop, at) => shop.tune(at, [392, 330], 0.2),
};
/** @typedef {keyof typeof SOUNDS} Sound */
export const NAMES = /** @type {Sound[]} */ (Object.keys(SOUNDS));

/**
 * Make sounds one after the other in a context, at a volume from the settings.
 * @param {BaseAudioContext} context
 * @param {Sound[]} names
 * @param {string} volume
 */
export function make(context, names, volume) {
  const gain = context.createGain();
  const limiter = context.createDynamicsCompressor();
  gain.gain.value = VOLUMES[volume] ?? VOLUMES.soft;
  gain.connect(limiter).connect(context.destination);
  const shop = new Workshop(context, gain);
  for (const [place, name] of names.entries()) SOUNDS[name](shop, context.currentTime + 0.01 + place * APART);
}

/** Seconds between two sounds of one moment. */
const APART = 0.22;

/** @type {AudioContext | null} */
let context = null;

/** @param {Sound[]} names */
function play(names) {
  if (!names.length || settings.sound === "off" || !("AudioContext" in globalThis)) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  make(context, names, settings.sound);
}

/** Whether anything may be heard or felt yet. Where the browser does not say, it decides for itself. */
const isTouched = () => navigator.userActivation?.hasBeenActive ?? true;

function hum() {
  if (settings.hum && !document.hidden) navigator.vibrate?.(HUM);
}

/**
 * Let a setting be tried as it is chosen.
 * @param {"sound" | "hum"} setting
 */
export function sample(setting) {
  if (setting === "hum") hum();
  else play(["turn"]);
}

/**
 * What has changed, to be heard and felt. A page that nobody looks at only calls.
 * @param {Shown | null} before
 * @param {Shown} frame
 */
export function tell(before, frame) {
  if (!isTouched()) return;
  const names = soundsFor(before, frame);
  if (names.includes("turn")) hum();
  play(document.hidden ? names.filter((name) => name === "turn" || name === "bell") : names);
}

/** @param {Shown} frame @param {View} old @param {View} view @returns {Sound | null} */
function endOf(frame, old, view) {
  const own = (frame.you.seat ?? 0) % 2;
  if (view.result && !old.result) return view.result.winner === own ? "won" : "over";
  if (view.results.length <= old.results.length) return null;
  const { points, outcome } = view.results[view.results.length - 1];
  if (points[own] > points[1 - own]) return outcome === "made" ? "scored" : "great";
  return points[1 - own] ? "conceded" : null;
}

/** @param {View} view */
const cardsOn = ({ tricks, trick }) => tricks.reduce((sum, { plays }) => sum + plays.length, trick.plays.length);

/**
 * The sounds of what has changed, in their order.
 * @param {Shown | null} before
 * @param {Shown} frame
 * @returns {Sound[]}
 */
export function soundsFor(before, frame) {
  const [old, view] = [before?.view ?? undefined, frame.view];
  if (!view) return [];
  const fresh = isFresh(old, view);
  const goesOn = old && !fresh;
  const full = view.tricks.length > (old?.tricks.length ?? 0);
  /** @type {(Sound | null | undefined | false)[]} */
  const names = [
    old && view.bell?.rung && !old.bell?.rung && "bell",
    old && endOf(frame, old, view),
    ((view.dealing && !old?.dealing) || (fresh && !old?.dealing && view.maker === null)) && "deal",
    fresh && old?.dealing && "card",
    goesOn && old.maker === null && view.maker !== null && "trump",
    goesOn && cardsOn(view) > cardsOn(old) && "card",
    goesOn && (view.gathering || full) && !old.gathering && !view.hand_over && "trick",
    moment(frame) !== "" && moment(frame) !== moment(before) && "turn",
  ];
  return /** @type {Sound[]} */ (names.filter(Boolean));
}
