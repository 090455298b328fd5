/** Scans the destinations of pending links at each run of the cron, once a minute (specification 6.4). */
import { eq, inArray, sql } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import { links } from '#api/database/schema';
import { oneMore } from '#api/database/statements';
import { NOTHING_TO_SCAN } from '#api/links/nothing-to-scan';
import type { Env } from '#api/platform/env';
import { type ScannedLink, scanDestinations } from './scan-destinations';

const PENDING_PER_RUN = 60;
/**
 * How often the service may refuse to judge a destination, a minute apart, before the link becomes unjudgeable
 * (specification 6.4).
 */
const MAX_REFUSED_SCANS = 5;

const SCANNED = { code: links.code, id: links.id, url: links.url };

/** Scans pending links, such as those created while the service did not respond, even if the breaker is open. */
export async function scanPending(env: Env, now: number): Promise<void> {
  const pending = await readPending(env);
  const staysPending = sql`${links.refusedScans} + 1 < ${MAX_REFUSED_SCANS}`;
  // For a safe link `scannedAt` becomes null, so its scan a day after the creation is still due. A link with an unknown
  // verdict moves to the end of the queue.
  await scanDestinations(env, pending, now, {
    safe: { scannedAt: null, ...NOTHING_TO_SCAN },
    unknown: { scannedAt: now },
    unjudgeable: {
      scannedAt: now,
      refusedScans: oneMore(links.refusedScans),
      threat: sql`iif(${staysPending}, ${links.threat}, NULL)`,
      unjudgeableAt: sql`iif(${staysPending}, NULL, ${now})`,
    },
  });
}

/** Reads pending links. Links that the service has refused to judge come last, so that they delay no other link. */
function readPending(env: Env): Promise<ScannedLink[]> {
  const db = databaseOf(env.DB);
  const some = db
    .select({ code: links.code })
    .from(links)
    .where(eq(links.threat, 'pending').inlineParams())
    .orderBy(sql`${links.refusedScans} > 0`, sql`coalesce(${links.scannedAt}, ${links.createdAt})`)
    .limit(PENDING_PER_RUN);
  return db.select(SCANNED).from(links).where(inArray(links.code, some));
}
