/** Sending what was gathered to the statistics object. */
import { innermost } from '#store/faults';
import { callObject } from '#store/object-call';
import { gatherMsOf } from './config';
import type { Env } from './env';
import { forgetEmpty, type Gathering, takeOut } from './gatherings';
import { sealClicks } from './seal-clicks';

/** With a second's pause before each this ends within the 30 s that a request has after its answer; another goes on. */
const SENDS = 12;
const FAILURES = 4;

/**
 * Sends until nothing is left, a pause before each time. A failure doubles the pause, and what was to be sent stays for the
 * next try, which carries everything in one call.
 */
export async function send(statistics: string, gathering: Gathering, env: Env): Promise<void> {
  for (let sends = 0, failures = 0; sends < SENDS && failures < FAILURES; sends++) {
    await scheduler.wait(gatherMsOf(env) * 2 ** failures);
    gathering.sealed = [...gathering.sealed, ...sealClicks(gathering.clicks.splice(0))];
    const isSent = await sendSealed(statistics, gathering, env);
    if (!isSent) failures += 1;
    else if (gathering.clicks.length === 0) break;
  }
  gathering.senderUntil = 0;
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
