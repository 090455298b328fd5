/** Reads the records of keys from D1. */
import { and, eq, gt, gte, lt, type SQL, sql } from 'drizzle-orm';
import { type Database, primaryOf } from '#api/database/database';
import { accounts, keys } from '#api/database/schema';
import { type KeyRights, rightsOf } from '#domain/key-rights';
import type { Plan } from '#domain/plans';
import type { StoredKey } from './stored-key';

const RECORD = {
  id: keys.id,
  version: keys.version,
  accountId: keys.accountId,
  name: keys.name,
  status: keys.status,
  plan: sql<Plan>`coalesce(${keys.plan}, ${accounts.plan})`.as('plan'),
  suspended: accounts.suspended,
  reservedOverride: accounts.reservedOverride,
  digest: keys.digest,
  previousDigest: keys.previousDigest,
  previousEndsAt: keys.previousEndsAt,
  scopes: keys.scopes,
  expiresAt: keys.expiresAt,
  linkReach: keys.linkReach,
  origins: keys.origins,
  perMinute: keys.perMinute,
  perMonth: keys.perMonth,
};

const recordsWhere = (db: Database, condition: SQL | undefined) =>
  db.select(RECORD).from(keys).innerJoin(accounts, eq(accounts.id, keys.accountId)).where(condition);

/** Reads a key's record from the primary of D1; null for an id that no key has. */
export async function readStoredKey(db: D1Database, keyId: string): Promise<StoredKey | null> {
  const row = await recordsWhere(primaryOf(db), eq(keys.id, keyId)).get();
  return row === undefined ? null : recordOf(row);
}

/** A record with the id of its key. */
export type NamedRecord = { readonly id: string; readonly record: StoredKey };

/** The condition for keys whose objects may lack the newest record. */
const IS_STALE = gt(keys.version, keys.toldVersion);

/** Reads up to `limit` stale records of an account in the order of their ids, beginning after the id `after`. */
export async function readStaleOf(
  db: D1Database,
  accountId: string,
  after: string,
  limit: number,
): Promise<NamedRecord[]> {
  const isNext = and(IS_STALE, eq(keys.accountId, accountId), gt(keys.id, after));
  return named(await recordsWhere(primaryOf(db), isNext).orderBy(keys.id).limit(limit));
}

/** Reads up to `limit` stale records of all accounts in their order: from `accountId` on, then those before it. */
export async function readStaleSince(db: D1Database, accountId: string, limit: number): Promise<NamedRecord[]> {
  const primary = primaryOf(db);
  const part = (condition: SQL) =>
    recordsWhere(primary, and(IS_STALE, condition)).orderBy(keys.accountId).limit(limit).as('part');
  const onwards = primary.select().from(part(gte(keys.accountId, accountId)));
  return named(await onwards.unionAll(primary.select().from(part(lt(keys.accountId, accountId)))).limit(limit));
}

type Row = Omit<StoredKey, 'previous' | 'rights'> &
  KeyRights & {
    readonly id: string;
    readonly previousDigest: string | null;
    readonly previousEndsAt: number | null;
  };

const named = (rows: readonly Row[]): NamedRecord[] => rows.map((row) => ({ id: row.id, record: recordOf(row) }));

function recordOf(row: Row): StoredKey {
  const { version, accountId, name, status, plan, suspended, reservedOverride, digest } = row;
  const { previousDigest, previousEndsAt } = row;
  const previous =
    previousDigest === null || previousEndsAt === null ? null : { digest: previousDigest, endsAt: previousEndsAt };
  const rights = rightsOf(row);
  return { version, accountId, name, status, plan, suspended, reservedOverride, digest, previous, rights };
}
