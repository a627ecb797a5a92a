// The results of a daily hand: the page reloads automatically when the master has played it, too.

const ASK_EVERY = 2_000;
/** Then the page is left as it is: something is wrong, and the reader can load it again. */
const ASK_FOR = 10 * 60_000;

/**
 * Ask until the master has played the hand of a day. False if that takes too long.
 * @param {string} day
 * @param {(milliseconds: number) => Promise<unknown>} [wait]
 */
export async function masterHasPlayed(day, wait = (pause) => new Promise((go) => setTimeout(go, pause))) {
  for (let waited = 0; waited < ASK_FOR; waited += ASK_EVERY) {
    await wait(ASK_EVERY);
    if (document.hidden) {
      waited -= ASK_EVERY; // the reader is elsewhere
      continue;
    }
    const answer = await fetch(`/api/daily/${day}`).catch(() => null);
    if (!answer?.ok) continue;
    /** @type {import("../shared/wire.js").DailyShown} */
    const { master } = await answer.json();
    if (master !== null) return true;
  }
  return false;
}

const waits = document.querySelector?.("[data-master-day]");
if (waits instanceof HTMLElement && (await masterHasPlayed(waits.dataset.masterDay ?? ""))) location.reload();
