/**
 * What the operator learns about the threat service: whether it flags a known-bad address, which the cron sends
 * (specification 13.7), and on which links it gives no verdict (docs/threats.md).
 */
import { and, count, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { openDatabase } from '#api/database/database';
import { links, threatWatch } from '#api/database/schema';
import { type Env, parseConfig } from '#api/platform/env';
import { chooseService } from './check';
import { KNOWN_BAD_URL } from './threat-service';

const EVERY_MS = 3_600_000;
const BUDGET_MS = 5_000;

/** The result of the canary. alive: the service flagged the address. dead: it did not. none: there was no run. */
type Canary = typeof threatWatch.$inferSelect.canary;

/** Sends the known-bad address once an hour. If the service does not flag it, an alarm is logged. */
export async function runCanary(env: Env, now: number): Promise<void> {
  const service = await chooseService(parseConfig(env).threats);
  if (service === null) return;
  const db = openDatabase(env.DB);
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
  if (parseConfig(env).threats.service === 'list') return { canary: 'none', at: 0 };
  const columns = { canary: threatWatch.canary, at: threatWatch.canaryAt };
  const row = await openDatabase(env.DB).select(columns).from(threatWatch).get();
  return row ?? { canary: 'none', at: 0 };
}

/** How many links the list shows at most. A link leaves the list when the operator decides on it. */
export const UNJUDGEABLE_SHOWN = 100;

const UNJUDGEABLE = {
  shortCode: sql<string>`coalesce(${links.alias}, ${links.code})`,
  accountId: links.accountId,
  url: links.url,
  since: sql<number>`${links.unjudgeableAt}`,
};

type UnjudgeableLink = {
  readonly shortCode: string;
  readonly accountId: string;
  readonly url: string;
  readonly since: number;
};

/** Returns the number of unjudgeable links that redirect at `now`, and those that have waited longest. */
export async function readUnjudgeable(env: Env, now: number): Promise<{ count: number; links: UnjudgeableLink[] }> {
  const db = openDatabase(env.DB);
  const isWaiting = and(
    isNotNull(links.unjudgeableAt),
    isNull(links.blocked),
    isNull(links.gone),
    or(isNull(links.expiresAt), gt(links.expiresAt, now)),
  );
  const [counted, oldest] = await db.batch([
    db.select({ count: count() }).from(links).where(isWaiting),
    db.select(UNJUDGEABLE).from(links).where(isWaiting).orderBy(links.unjudgeableAt).limit(UNJUDGEABLE_SHOWN),
  ]);
  return { count: counted[0]?.count ?? 0, links: oldest };
}
