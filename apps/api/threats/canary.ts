/** The canary: a check that nobody exercises is no check, so a known-bad address is shown to the live service. */
import { lte } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import { threatWatch } from '#api/database/schema';
import { configOf } from '#api/platform/config';
import type { Env } from '#api/platform/env';
import { serviceOf } from './check';
import { KNOWN_BAD_URL } from './embedded-list';

const EVERY_MS = 3_600_000;
const BUDGET_MS = 5_000;

/** none: there is no service to watch. dead: it answered something else than unsafe, or nothing. */
export type Canary = typeof threatWatch.$inferSelect.canary;

/** Shows the canary to the service once an hour, and says loudly when the service does not see it. */
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

/** What the canary last saw. Without a service it sees nothing, whatever it saw of an earlier one. */
export async function readCanary(env: Env): Promise<{ canary: Canary; at: number }> {
  if (configOf(env).threats.service === 'list') return { canary: 'none', at: 0 };
  const seen = { canary: threatWatch.canary, at: threatWatch.canaryAt };
  const row = await databaseOf(env.DB).select(seen).from(threatWatch).get();
  return row ?? { canary: 'none', at: 0 };
}
