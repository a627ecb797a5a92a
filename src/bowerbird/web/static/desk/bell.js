// A hand bell, made here, not recorded: loud enough for a large room. Browsers stay silent until someone has clicked,
// so `allow()` is called from a click; before that `ring` does nothing.

const STRIKE = 880;
// A bell's overtones are no multiples of its note: that is what makes it a bell. [times the note, loudness, seconds]
const PARTIALS = [
  [0.5, 0.25, 2.6],
  [1, 0.5, 2.2],
  [1.19, 0.3, 1.8],
  [1.5, 0.2, 1.4],
  [2, 0.45, 1.3],
  [2.74, 0.25, 0.9],
  [4.1, 0.15, 0.5],
];
const BETWEEN = 0.9;

/** @type {AudioContext | null} */
let context = null;

/** Let the bell be heard from now on; call it from a click. */
export async function allow() {
  context ??= new AudioContext();
  await context.resume();
}

/** @param {AudioContext} context @param {number} start @param {AudioNode} out */
function strike(context, start, out) {
  for (const [times, loudness, seconds] of PARTIALS) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.frequency.value = STRIKE * times;
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(loudness, start + 0.004);
    gain.gain.exponentialRampToValueAtTime(0.0005, start + seconds);
    tone.connect(gain).connect(out);
    tone.start(start);
    tone.stop(start + seconds);
  }
}

/** Strike so many times; gives false where the browser keeps silent. */
export function ring(strikes = 1) {
  if (context?.state !== "running") return false;
  const limiter = context.createDynamicsCompressor();
  limiter.connect(context.destination);
  for (let count = 0; count < strikes; count += 1)
    strike(context, context.currentTime + 0.02 + count * BETWEEN, limiter);
  return true;
}
