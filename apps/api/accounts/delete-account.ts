/**
 * Deleting an account, as its owner wishes. At once: nobody signs in, no key works, no link leads anywhere (the
 * denylist). What is left is the cron's to do (cron/bury-links.ts).
 */
import { and, eq, ne } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import {
  accounts,
  challenges,
  deletions,
  keys,
  passkeys,
  sessions,
  signInLinks,
  upgradeRequests,
} from '#api/database/schema';
import { oneMore } from '#api/database/statements';
import { announceDenylist, publishDenylist } from '#api/platform/denylist';
import type { Env } from '#api/platform/env';
import { statisticsName } from '#domain/edge-entry';
import { logFault } from '#store/log-fault';
import { callObject } from '#store/object-call';
import { pushKeyPortions } from './key-push';

/** What stands where a name stood. */
const NAMELESS = 'deleted';

/** What becomes of a key: it has no name, and nothing is shown of its texts. */
export const NAMELESS_KEY = { name: NAMELESS, lastFours: {} };

/** What knows of an account, and goes with it. */
const OWNED_TABLES = [passkeys, sessions, signInLinks, challenges, upgradeRequests] as const;

/** Deletes an account. What its objects cannot be told now they are told by the cron, before it is done. */
export async function deleteAccount(env: Env, id: string, now: number): Promise<void> {
  const db = databaseOf(env.DB);
  await db.batch([
    db
      .update(keys)
      .set({ ...NAMELESS_KEY, status: 'revoked', version: oneMore(keys.version) })
      .where(and(eq(keys.accountId, id), ne(keys.status, 'revoked').inlineParams())),
    db
      .update(accounts)
      .set({ name: NAMELESS, suspended: true, reservedOverride: false, deletedAt: now })
      .where(eq(accounts.id, id)),
    db.insert(deletions).values({ accountId: id, deletedAt: now, dueAt: now }).onConflictDoNothing(),
    ...OWNED_TABLES.map((table) => db.delete(table).where(eq(table.accountId, id))),
    announceDenylist(env, now),
  ]);
  const log = (error: unknown) => logFault(error, { doing: 'delete account', account: id });
  await publishDenylist(env, now).catch(log);
  // No key works any more, and no click is remembered.
  await Promise.all([pushKeyPortions(env, id).catch(log), eraseStatistics(env, id).catch(log)]);
}

/** Forgets what was clicked. May be repeated. @throws ObjectUnreachable */
export const eraseStatistics = (env: Env, accountId: string) =>
  callObject(
    () => env.STATISTICS.getByName(statisticsName(accountId)),
    async (object) => await object.erase(),
    { repeatable: true },
  );
