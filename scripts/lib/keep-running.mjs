// Keeps a worker running. `wrangler dev` ends itself when its workerd dies, and also when a request meets an idle
// connection in the moment it is closed; both are no reason to lose the other worker and the shell's session.
import { endChild, isEnding } from './children.mjs';
import { Failure } from './failure.mjs';
import { untilReady, untilSilent } from './watch.mjs';
import { startWorker } from './wrangler.mjs';

/** @typedef {import('./wrangler.mjs').Worker} Worker */
/** @typedef {import('./wrangler.mjs').Setting} Setting */

const RESTARTS_A_MINUTE = 3;

/**
 * One life of a worker: until wrangler ends, says that its runtime crashed, or the worker has gone silent.
 * @param {Worker} worker
 * @param {Setting} setting
 * @param {() => void} ready
 * @returns {Promise<string>} how it ended
 */
async function life(worker, setting, ready) {
  const over = new AbortController();
  const { child, crashed } = startWorker(worker, setting);
  const silent = untilReady(worker, over.signal).then((isReady) => {
    if (isReady) ready();
    return untilSilent(worker, over.signal);
  });
  const ended = child.ended.then((how) => `wrangler dev ended (${how || 'exit code 0'})`);
  try {
    return await Promise.race([ended, crashed, silent]);
  } finally {
    over.abort();
    await endChild(child);
  }
}

/** @param {Worker} worker @param {Setting} setting @param {() => void} ready */
async function lives(worker, setting, ready) {
  let wasReady = false;
  /** @type {number[]} */
  let restarts = [];
  for (;;) {
    const how = await life(worker, setting, () => {
      wasReady = true;
      ready();
    });
    if (isEnding()) return;
    restarts = restarts.filter((at) => at > Date.now() - 60_000);
    if (!wasReady || restarts.length === RESTARTS_A_MINUTE)
      throw new Failure(`${worker.name} cannot be kept running: ${how}.`);
    restarts.push(Date.now());
    process.stderr.write(`[${worker.label}] ${how}; starting it again.\n`);
  }
}

/**
 * Starts a worker and starts it again whenever it ends, unless that happens too often.
 * @param {Worker} worker
 * @param {Setting} setting
 * @param {(error: Error) => void} failed
 * @returns {Promise<void>} when it first answers
 */
export function keepRunning(worker, setting, failed) {
  return new Promise((ready) => {
    lives(worker, setting, ready).catch(failed);
  });
}
