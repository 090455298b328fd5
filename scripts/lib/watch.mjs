// Watching the workers: until they answer, until they do not any more, and the clock that production's cron would be.
import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from './failure.mjs';

/** @typedef {import('./wrangler.mjs').Worker} Worker */

/** @param {string} url @param {number} limitMs @returns {Promise<boolean>} */
async function isOk(url, limitMs) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(limitMs) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

/** @param {Worker} worker */
const healthUrl = (worker) => `http://127.0.0.1:${worker.port}${worker.health}`;

/**
 * Waits until a worker answers its health address; false when its life was over before.
 * @param {Worker} worker
 * @param {AbortSignal} over
 */
export async function untilReady(worker, over) {
  const deadline = Date.now() + 60_000;
  while (!over.aborted) {
    if (await isOk(healthUrl(worker), 5000)) return true;
    if (Date.now() > deadline) throw new Failure(`Not ready after 60 s: ${healthUrl(worker)} does not answer 200.`);
    await wait(100);
  }
  return false;
}

/**
 * Waits until a worker has not answered for half a minute. Asking every second also keeps wrangler's inner connection
 * from idling for the 5 s after which it is closed: the request that meets that moment ends wrangler.
 * @param {Worker} worker
 * @param {AbortSignal} over
 */
export async function untilSilent(worker, over) {
  let answeredAt = Date.now();
  while (!over.aborted && Date.now() - answeredAt < 30_000) {
    await wait(1000);
    if (await isOk(healthUrl(worker), 10_000)) answeredAt = Date.now();
  }
  return `${healthUrl(worker)} stopped answering`;
}

/** Fires the cron every minute: `wrangler dev` does not. @param {number} port */
export async function fireCron(port) {
  for (let failures = 0; ; ) {
    failures = (await isOk(`http://127.0.0.1:${port}/cdn-cgi/local/scheduled`, 55_000)) ? 0 : failures + 1;
    if (failures === 3) process.stderr.write('The cron has failed three times in a row; trying again every minute.\n');
    await wait(60_000);
  }
}
