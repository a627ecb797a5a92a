// Sounds made here, not recorded: a card laid down, a trick drawn in, your turn, the bell. Loaded when switched on.

/** @typedef {import("./table-types.js").ShownFrame} Shown */

/** @type {AudioContext | null} */
let context = null;

function ready() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
}

/** @param {number} frequency @param {number} start @param {number} length @param {number} volume */
function tone(frequency, start, length, volume = 0.12) {
  const sound = ready();
  const oscillator = sound.createOscillator();
  const gain = sound.createGain();
  oscillator.frequency.value = frequency;
  oscillator.type = "sine";
  gain.gain.setValueAtTime(volume, sound.currentTime + start);
  gain.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + start + length);
  oscillator.connect(gain).connect(sound.destination);
  oscillator.start(sound.currentTime + start);
  oscillator.stop(sound.currentTime + start + length);
}

/** @param {number[]} notes @param {number} apart @param {number} length @param {number} [volume] */
function tones(notes, apart, length, volume) {
  for (const [place, note] of notes.entries()) tone(note, place * apart, length, volume);
}

/** @param {number} length @param {number} volume */
function rustle(length, volume) {
  const sound = ready();
  const buffer = sound.createBuffer(1, sound.sampleRate * length, sound.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = (Math.random() * 2 - 1) * (1 - at / samples.length) ** 3;
  const source = sound.createBufferSource();
  const filter = sound.createBiquadFilter();
  const gain = sound.createGain();
  filter.type = "lowpass";
  filter.frequency.value = 2400;
  gain.gain.value = volume;
  source.buffer = buffer;
  source.connect(filter).connect(gain).connect(sound.destination);
  source.start();
}

/** @satisfies {Record<string, () => void>} */
const SOUNDS = {
  card: () => rustle(0.09, 0.5),
  trick: () => rustle(0.25, 0.25),
  turn: () => tone(660, 0, 0.18),
  score: () => tones([523, 659, 784], 0.12, 0.3),
  bell: () => tones([1760, 1760, 1760], 0.5, 0.9, 0.2),
};

/**
 * Make one of the sounds.
 * @param {keyof typeof SOUNDS} name
 */
export function play(name) {
  SOUNDS[name]();
}

/**
 * What has changed, as a sound: at most one.
 * @param {Shown | null} before
 * @param {Shown} frame
 */
export function tell(before, frame) {
  const name = soundFor(before, frame);
  if (name) play(name);
}

/**
 * @param {Shown | null} before
 * @param {Shown} frame
 * @returns {keyof typeof SOUNDS | null}
 */
function soundFor(before, frame) {
  const [old, view] = [before?.view, frame.view];
  if (!old || !view) return null;
  if (view.bell?.rung && !old.bell?.rung) return "bell";
  if ((view.result && !old.result) || (view.hand_over && !old.hand_over)) return "score";
  if (view.gathering && !old.gathering) return "trick";
  if (view.trick.plays.length > old.trick.plays.length) return "card";
  if (view.turn === frame.you.seat && view.turn !== null && old.turn !== view.turn) return "turn";
  return null;
}
