/** Flushes a click buffer to its statistics object. */
import { innermost } from '#store/faults';
import { callObject } from '#store/object-call';
import { objectNamed } from '#store/object-named';
import { batchesOf } from './click-batches';
import { acknowledge, type ClickBuffer, dropEmpty, takeClicks } from './click-buffer';
import { flushMsOf } from './config';
import type { Env } from './env';
import { withPlaces } from './places';

/**
 * How long after its start a flush begins its last call: the platform ends a request 30 s after its response, whatever
 * it still waits for.
 */
const TURN_MS = 20_000;
/** The most calls of one flush, however short its pauses. */
const SENDS = 24;
/** The most failures in a row: the pause after another one would outlast the request. */
const FAILURES = 4;

/**
 * Sends a buffer's clicks until none is left, with a pause before each call. A failure doubles the pause, and a success
 * resets it. Batches that were not acknowledged stay in the buffer, and the next call sends them again.
 */
export async function flush(statistics: string, buffer: ClickBuffer, env: Env): Promise<void> {
  const endsAt = Date.now() + TURN_MS;
  for (let sends = 1, failures = 0; ; sends++) {
    await scheduler.wait(flushMsOf(env) * 2 ** failures);
    const isLast = sends === SENDS || failures === FAILURES - 1 || Date.now() >= endsAt;
    // Set before the last call: a click that comes during it must begin the next flush, because no later click may
    // come.
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
      () => objectNamed(env, env.STATISTICS, statistics),
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

/** Logs how many clicks were dropped for lack of room, and counts anew. */
function logLost(statistics: string, buffer: ClickBuffer): void {
  if (buffer.lost > 0) console.error(JSON.stringify({ doing: 'gather clicks', statistics, lost: buffer.lost }));
  buffer.lost = 0;
}
