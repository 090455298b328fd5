/** Flushing a click buffer to its statistics object. */
import { innermost } from '#store/faults';
import { callObject } from '#store/object-call';
import { batchesOf } from './click-batches';
import { acknowledge, type ClickBuffer, dropEmpty, takeClicks } from './click-buffer';
import { flushMsOf } from './config';
import type { Env } from './env';
import { withPlaces } from './places';

/** A turn's last call begins soon after this: a request ends 30 s after its answer, whatever it still waits for. */
const TURN_MS = 20_000;
/** However short the pauses: a request makes so many calls and no more. */
const SENDS = 24;
/** One after the other; a longer pause would outlast the request. */
const FAILURES = 4;

/**
 * Flushes until nothing is left, with a pause before each call. A failure doubles the pause, a success ends that. What was
 * not acknowledged stays for the next call, which carries everything.
 */
export async function flush(statistics: string, buffer: ClickBuffer, env: Env): Promise<void> {
  const endsAt = Date.now() + TURN_MS;
  for (let sends = 1, failures = 0; ; sends++) {
    await scheduler.wait(flushMsOf(env) * 2 ** failures);
    const isLast = sends === SENDS || failures === FAILURES - 1 || Date.now() >= endsAt;
    // A click during the last call begins the next turn: there may be no later one to do so.
    if (isLast) buffer.flushingUntil = 0;
    const clicks = takeClicks(buffer, env);
    const batches = batchesOf(env.PLACES === undefined ? clicks : await withPlaces(clicks, env.PLACES));
    buffer.batches = [...buffer.batches, ...batches];
    const isSent = await flushBatches(statistics, buffer, env);
    if (isLast) break;
    if (isSent && buffer.clicks.length === 0) {
      buffer.flushingUntil = 0;
      break;
    }
    failures = isSent ? 0 : failures + 1;
  }
  logLost(statistics, buffer);
  dropEmpty(statistics, buffer, env);
}

async function flushBatches(statistics: string, buffer: ClickBuffer, env: Env): Promise<boolean> {
  const { batches } = buffer;
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
  acknowledge(batches, buffer, env);
  return true;
}

/** What there was no room for is lost, but not in silence. */
function logLost(statistics: string, buffer: ClickBuffer): void {
  if (buffer.lost > 0) console.error(JSON.stringify({ doing: 'gather clicks', statistics, lost: buffer.lost }));
  buffer.lost = 0;
}
