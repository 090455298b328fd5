/** Sending what was gathered to the statistics object. */
import { innermost } from '#store/faults';
import { callObject } from '#store/object-call';
import { gatherMsOf } from './config';
import type { Env } from './env';
import { forgetEmpty, type Gathering, takeClicks, takeOut } from './gatherings';
import { sealClicks } from './seal-clicks';

/** A turn's last call begins soon after this: a request ends 30 s after its answer, whatever it still waits for. */
const TURN_MS = 20_000;
/** However short the pauses: a request makes so many calls and no more. */
const SENDS = 24;
/** One after the other; a longer pause would outlast the request. */
const FAILURES = 4;

/**
 * Sends until nothing is left, a pause before each time. A failure doubles the pause, a success ends that; what was to be
 * sent stays for the next try, which carries everything in one call.
 */
export async function send(statistics: string, gathering: Gathering, env: Env): Promise<void> {
  const endsAt = Date.now() + TURN_MS;
  for (let sends = 1, failures = 0; ; sends++) {
    await scheduler.wait(gatherMsOf(env) * 2 ** failures);
    const isLast = sends === SENDS || failures === FAILURES - 1 || Date.now() >= endsAt;
    // A click during the last call begins the next turn: there may be no later one to do so.
    if (isLast) gathering.senderUntil = 0;
    gathering.sealed = [...gathering.sealed, ...sealClicks(takeClicks(gathering, env))];
    const isSent = await sendSealed(statistics, gathering, env);
    if (isLast) break;
    if (isSent && gathering.clicks.length === 0) {
      gathering.senderUntil = 0;
      break;
    }
    failures = isSent ? 0 : failures + 1;
  }
  tellLost(statistics, gathering);
  forgetEmpty(statistics, gathering, env);
}

async function sendSealed(statistics: string, gathering: Gathering, env: Env): Promise<boolean> {
  const batches = gathering.sealed;
  try {
    await callObject(
      () => env.STATISTICS.getByName(statistics),
      async (object) => await object.add(batches),
      { repeatable: true },
    );
  } catch (error) {
    console.error(JSON.stringify({ doing: 'send clicks', statistics, fault: innermost(error) }));
    return false;
  }
  takeOut(batches, gathering, env);
  return true;
}

/** What there was no room for is lost, but not in silence. */
function tellLost(statistics: string, gathering: Gathering): void {
  if (gathering.lost > 0) console.error(JSON.stringify({ doing: 'gather clicks', statistics, lost: gathering.lost }));
  gathering.lost = 0;
}
