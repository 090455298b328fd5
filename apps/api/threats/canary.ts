/**
 * The canary. The cron sends a known-bad address to the threat service, and checks that the service flags the address
 * (specification 13.7).
 */
import { lte } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import { threatWatch } from '#api/database/schema';
import { configOf } from '#api/platform/config';
import type { Env } from '#api/platform/env';
import { serviceOf } from './check';
import { KNOWN_BAD_URL } from './embedded-list';

const EVERY_MS = 3_600_000;
const BUDGET_MS = 5_000;

/** The result of the canary. alive: the service flagged the address. dead: it did not. none: there was no run. */
type Canary = typeof threatWatch.$inferSelect.canary;

/** Sends the known-bad address once an hour. If the service does not flag it, an alarm is logged. */
export async function runCanary(env: Env, now: number): Promise<void> {
  const service = await serviceOf(configOf(env).threats);
  if (service === null) return;
  const db = databaseOf(env.DB);
  const isDue = lte(threatWatch.canaryAt, now - EVERY_MS);
  const due = await db.update(threatWatch).set({ canaryAt: now }).where(isDue).returning({ only: threatWatch.only });
  if (due.length === 0) return;
  const [result] = await service.check([KNOWN_BAD_URL], now, AbortSignal.timeout(BUDGET_MS));
  const canary: Canary = result?.verdict === 'unsafe' ? 'alive' : 'dead';
  await db.update(threatWatch).set({ canary });
  if (canary === 'dead') {
    console.error(
      JSON.stringify({ alarm: 'The threat service does not flag a known-bad address', saw: result?.verdict }),
    );
  }
}

/** Returns the result of the last run and its time, epoch milliseconds. Without a service the result is `none`. */
export async function readCanary(env: Env): Promise<{ canary: Canary; at: number }> {
  if (configOf(env).threats.service === 'list') return { canary: 'none', at: 0 };
  const columns = { canary: threatWatch.canary, at: threatWatch.canaryAt };
  const row = await databaseOf(env.DB).select(columns).from(threatWatch).get();
  return row ?? { canary: 'none', at: 0 };
}
