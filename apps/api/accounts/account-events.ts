/** Reads the log of an account, and deletes what is older than 90 days (specification 14.11). */
import { and, desc, eq, lt, lte, sql } from 'drizzle-orm';
import { databaseOf, primaryOf } from '#api/database/database';
import { accountEvents } from '#api/database/schema';
import type { Env } from '#api/platform/env';

export type AccountEvent = typeof accountEvents.$inferSelect;

export const EVENTS_LAST_DAYS = 90;
export const EVENTS_LAST_MS = EVENTS_LAST_DAYS * 86_400_000;

/**
 * Reads events of an account, the newest first.
 * @param before the number of the last event of the previous page; null for the first page
 * @returns at most `limit` events, and whether older ones follow
 */
export async function listEvents(
  env: Env,
  accountId: string,
  before: number | null,
  limit: number,
): Promise<{ readonly events: readonly AccountEvent[]; readonly hasMore: boolean }> {
  const isOlder = before === null ? undefined : lt(accountEvents.number, before);
  const found = await primaryOf(env.DB)
    .select()
    .from(accountEvents)
    .where(and(eq(accountEvents.accountId, accountId), isOlder))
    .orderBy(desc(accountEvents.number))
    .limit(limit + 1);
  return { events: found.slice(0, limit), hasMore: found.length > limit };
}

/** How many events a run of the cron deletes. */
const PER_RUN = 5_000;

/** Deletes events that are older than 90 days. */
export async function purgeEvents(env: Env, now: number): Promise<void> {
  const { accountId, number, at } = accountEvents;
  await databaseOf(env.DB).run(sql`DELETE FROM ${accountEvents} WHERE (account_id, number) IN
    (SELECT ${accountId}, ${number} FROM ${accountEvents} WHERE ${lte(at, now - EVENTS_LAST_MS)} LIMIT ${PER_RUN})`);
}
