/**
 * The canary: a known-bad address, which the cron sends to the service to see that it flags it (specification 13.7).
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

/** none: there is no service, or no run yet. alive: the service flagged the address. dead: it did not flag it. */
type Canary = typeof threatWatch.$inferSelect.canary;

/** Sends the known-bad address once an hour. An alarm in the log says that the service did not flag it. */
export async function runCanary(env: Env, now: number): Promise<void> {
  const service = await serviceOf(configOf(env).threats);
  if (service === null) return;
  const db = databaseOf(env.DB);
  const isDue = lte(threatWatch.canaryAt, now - EVERY_MS);
  const due = await db.update(threatWatch).set({ canaryAt: now }).where(isDue).returning({ only: threatWatch.only });
  if (due.length === 0) return;
  const [verdict] = await service.check([KNOWN_BAD_URL], now, AbortSignal.timeout(BUDGET_MS));
  const canary: Canary = verdict?.status === 'unsafe' ? 'alive' : 'dead';
  await db.update(threatWatch).set({ canary });
  if (canary === 'dead') {
    console.error(
      JSON.stringify({ alarm: 'The threat service does not flag a known-bad address', saw: verdict?.status }),
    );
  }
}

/** The result of the last run and its time, epoch milliseconds. Without a service it is `none`, whatever is stored. */
export async function readCanary(env: Env): Promise<{ canary: Canary; at: number }> {
  if (configOf(env).threats.service === 'list') return { canary: 'none', at: 0 };
  const seen = { canary: threatWatch.canary, at: threatWatch.canaryAt };
  const row = await databaseOf(env.DB).select(seen).from(threatWatch).get();
  return row ?? { canary: 'none', at: 0 };
}
