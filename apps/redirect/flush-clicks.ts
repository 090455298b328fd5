/** Flushes a click buffer to its statistics object. */
import { CLICK_KINDS } from '#domain/click-batch';
import { CLICKS_DROPPED, clickCounter } from '#domain/metrics';
import { innermost } from '#store/faults';
import { countUp } from '#store/metrics';
import { callObject } from '#store/object-call';
import { objectNamed } from '#store/object-named';
import { batchesOf, type SizedBatch } from './click-batches';
import { acknowledge, type ClickBuffer, dropEmpty, takeClicks } from './click-buffer';
import { flushMsOf } from './config';
import type { Env } from './env';
import { withPlaces } from './places';

/**
 * How long after its start a flush makes its last call. The platform ends a request 30 s after its response, also while
 * the request waits for a call.
 */
const LAST_CALL_AFTER_MS = 20_000;
/** How many calls one flush makes at most, even if its pauses are short. */
const MAX_CALLS = 24;
/** The number of failures in a row that ends a flush. The pause after the last of them would outlast the request. */
const MAX_FAILURES = 4;

/**
 * Sends the clicks of a buffer until none is left, with a pause before each call. A failure doubles the pause, and a
 * success resets it. Batches without an acknowledgement stay in the buffer, and the next call sends them again.
 */
export async function flush(statistics: string, buffer: ClickBuffer, env: Env): Promise<void> {
  const endsAt = Date.now() + LAST_CALL_AFTER_MS;
  for (let calls = 1, failures = 0; ; calls++) {
    await scheduler.wait(flushMsOf(env) * 2 ** failures);
    const isLast = calls === MAX_CALLS || failures === MAX_FAILURES - 1 || Date.now() >= endsAt;
    // A click during the last call begins the next flush. Otherwise it would wait in the buffer for a later click.
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
  logLost(statistics, buffer, env);
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
  countKinds(
    batches.filter((one) => buffer.batches.includes(one)), // not those that the flush of another request has counted
    env,
  );
  acknowledge(batches, buffer, env);
  return true;
}

/** Counts acknowledged clicks for the metrics. */
function countKinds(batches: readonly SizedBatch[], env: Env): void {
  for (const { kinds } of batches) {
    for (const kind of CLICK_KINDS) countUp(env, clickCounter(kind), kinds[kind] ?? 0);
  }
}

/** Logs how many clicks were dropped for lack of room, and resets their number. */
function logLost(statistics: string, buffer: ClickBuffer, env: Env): void {
  if (buffer.lost === 0) return;
  console.error(JSON.stringify({ doing: 'gather clicks', statistics, lost: buffer.lost }));
  countUp(env, CLICKS_DROPPED, buffer.lost);
  buffer.lost = 0;
}
