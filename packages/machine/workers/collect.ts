/**
 * Collects the garbage of this isolate from time to time. V8 by itself hardly ever collects that of a busy isolate,
 * because it counts only the memory of JavaScript objects, and workerd holds far more for each request
 * (cloudflare/workerd#6894, #6824).
 */

const REQUESTS = 500;
/** The shortest time between two collections. The isolate responds to no request during a collection. */
const PAUSE_MS = 1_000;

/** V8's function, which the flag --expose-gc adds (configuration.ts). */
const { gc } = globalThis as { gc?: () => void };

let requests = 0;
let collectedAt = 0;

/** Counts a request, and collects garbage if it is time. After the clock has gone back it does not wait. */
export function countRequest(now = Date.now()): void {
  if (++requests < REQUESTS || Math.abs(now - collectedAt) < PAUSE_MS) return;
  requests = 0;
  collectedAt = now;
  gc?.();
}
