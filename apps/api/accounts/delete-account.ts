/**
 * The deletion of an account by its owner (specification 14.9). From then on nobody can sign in, no key works, and no
 * link redirects, because the denylist names the account. The cron does the rest (cron/erase-accounts.ts).
 */
import { and, eq, ne } from 'drizzle-orm';
import { oneMore, openDatabase } from '#api/database/database';
import {
  accountEvents,
  accounts,
  challenges,
  deletions,
  keys,
  passkeys,
  qrStyles,
  scheduledActs,
  sessions,
  signInLinks,
  tags,
  upgradeRequests,
  utmTemplates,
} from '#api/database/schema';
import { announceDenylist, publishDenylist } from '#api/platform/denylist';
import type { Env } from '#api/platform/env';
import { nameStatistics } from '#domain/edge-entry';
import { logFault } from '#store/faults';
import { callObject, objectNamed } from '#store/objects';
import { pushKeyPortions } from './key-push';

/** The name of a deleted account and of its keys. */
const NAMELESS = 'deleted';

/**
 * The columns of a deleted account's key that would identify a person, a page or a key text, or show that the key was
 * used.
 */
export const NAMELESS_KEY = {
  name: NAMELESS,
  lastFour: '',
  previousLastFour: null,
  origins: null,
  lastUsedAt: null,
};

/** The tables whose rows are deleted with their account. */
const OWNED_TABLES = [
  passkeys,
  sessions,
  signInLinks,
  challenges,
  upgradeRequests,
  tags,
  scheduledActs,
  accountEvents,
  qrStyles,
  utmTemplates,
] as const;

/** Deletes an account. The cron repeats each write to KV or to an object that failed, until it succeeds. */
export async function deleteAccount(env: Env, id: string, now: number): Promise<void> {
  const db = openDatabase(env.DB);
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
  // A failure of either is only logged, because the cron repeats both.
  await Promise.all([pushKeyPortions(env, id).catch(log), eraseStatistics(env, id).catch(log)]);
}

/** Erases the statistics of an account. A caller may repeat it. @throws ObjectUnreachable */
export const eraseStatistics = (env: Env, accountId: string) =>
  callObject(
    () => objectNamed(env, env.STATISTICS, nameStatistics(accountId)),
    async (object) => await object.erase(),
    { repeatable: true },
  );
