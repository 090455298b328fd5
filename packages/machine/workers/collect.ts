/**
 * Collects the garbage of this isolate from time to time. V8 goes by what JavaScript holds, and what the runtime holds
 * for every request is far more: left alone, a busy isolate is hardly ever collected (cloudflare/workerd#6894, #6824).
 */

const REQUESTS = 500;
/** A collection takes some milliseconds, and nobody is answered meanwhile. */
const PAUSE_MS = 1_000;

/** V8's own, by --expose-gc (configuration.ts). */
const { gc } = globalThis as { gc?: () => void };

let requests = 0;
let collectedAt = 0;

/** Counts a request, and collects where it is time. A clock that has gone back is no reason to wait. */
export function countRequest(now = Date.now()): void {
  if (++requests < REQUESTS || Math.abs(now - collectedAt) < PAUSE_MS) return;
  requests = 0;
  collectedAt = now;
  gc?.();
}
