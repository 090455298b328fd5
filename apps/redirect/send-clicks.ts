/** Sending what was gathered to the statistics object. */
import { innermost } from '#store/faults';
import { callObject } from '#store/object-call';
import { gatherMsOf } from './config';
import type { Env } from './env';
import { endTurn, type Gathering } from './gatherings';
import { sealClicks } from './seal-clicks';

/** Batches that wait for an overloaded object at most; what is gathered meanwhile waits unsealed. */
const MAX_SEALED = 10;
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
    if (gathering.sealed.length < MAX_SEALED) gathering.sealed.push(...sealClicks(gathering.clicks.splice(0)));
    const isSent = await sendSealed(statistics, gathering, env);
    if (!isSent) failures += 1;
    else if (gathering.clicks.length === 0) break;
  }
  endTurn(env, statistics, gathering);
}

async function sendSealed(statistics: string, gathering: Gathering, env: Env): Promise<boolean> {
  const batches = [...gathering.sealed];
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
  gathering.sealed = gathering.sealed.filter((batch) => !batches.includes(batch));
  return true;
}
