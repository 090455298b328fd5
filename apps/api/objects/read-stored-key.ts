/** Reads the records of keys from D1. Drizzle is not used, because every start of a worker would have to load it. */
import { type KeyRights, rightsOf } from '#domain/key-rights';
import type { StoredKey } from './stored-key';

const RECORDS = `SELECT keys.id, keys.version, keys.account_id AS accountId, keys.name, keys.status,
  coalesce(keys.plan, accounts.plan) AS plan, accounts.suspended, accounts.reserved_override AS reservedOverride,
  keys.digest, keys.previous_digest AS previousDigest, keys.previous_ends_at AS previousEndsAt, keys.scopes,
  keys.expires_at AS expiresAt, keys.link_reach AS linkReach, keys.origins, keys.per_minute AS perMinute,
  keys.per_month AS perMonth FROM keys JOIN accounts ON accounts.id = keys.account_id`;

/** The condition for keys whose objects may lack the newest record. */
const IS_STALE = 'keys.version > keys.pushed_version';

const ONE = `${RECORDS} WHERE keys.id = ?1`;
const STALE_OF = `${RECORDS} WHERE ${IS_STALE} AND keys.account_id = ?1 AND keys.id > ?2 ORDER BY keys.id LIMIT ?3`;
const part = (condition: string): string =>
  `SELECT * FROM (${RECORDS} WHERE ${IS_STALE} AND ${condition} ORDER BY keys.account_id LIMIT ?2)`;
const STALE_SINCE = `${part('keys.account_id >= ?1')} UNION ALL ${part('keys.account_id < ?1')} LIMIT ?2`;

/** The primary of D1, because a replica may lack the latest writes. */
const primaryOf = (db: D1Database): D1DatabaseSession => db.withSession('first-primary');

/** Reads a key's record from the primary; null for an id that no key has. */
export async function readStoredKey(db: D1Database, keyId: string): Promise<StoredKey | null> {
  const row = await primaryOf(db).prepare(ONE).bind(keyId).first<Row>();
  return row === null ? null : recordOf(row);
}

/** A record with the id of its key. */
export type NamedRecord = { readonly id: string; readonly record: StoredKey };

/** Reads up to `limit` stale records of an account in the order of their ids, beginning after the id `after`. */
export async function readStaleOf(
  db: D1Database,
  accountId: string,
  after: string,
  limit: number,
): Promise<NamedRecord[]> {
  return named((await primaryOf(db).prepare(STALE_OF).bind(accountId, after, limit).all<Row>()).results);
}

/** Reads up to `limit` stale records of all accounts in their order: from `accountId` on, then those before it. */
export async function readStaleSince(db: D1Database, accountId: string, limit: number): Promise<NamedRecord[]> {
  return named((await primaryOf(db).prepare(STALE_SINCE).bind(accountId, limit).all<Row>()).results);
}

type Row = Omit<StoredKey, 'previous' | 'rights' | 'suspended' | 'reservedOverride'> &
  Omit<KeyRights, 'scopes' | 'origins'> & {
    readonly id: string;
    readonly suspended: 0 | 1;
    readonly reservedOverride: 0 | 1;
    readonly previousDigest: string | null;
    readonly previousEndsAt: number | null;
    /** A list as JSON. */
    readonly scopes: string | null;
    readonly origins: string | null;
  };

const listOf = (json: string | null) => (json === null ? null : JSON.parse(json));

const named = (rows: readonly Row[]): NamedRecord[] => rows.map((row) => ({ id: row.id, record: recordOf(row) }));

function recordOf(row: Row): StoredKey {
  const { version, accountId, name, status, plan, digest, previousDigest, previousEndsAt } = row;
  const [suspended, reservedOverride] = [row.suspended === 1, row.reservedOverride === 1];
  const previous =
    previousDigest === null || previousEndsAt === null ? null : { digest: previousDigest, endsAt: previousEndsAt };
  const rights = rightsOf({ ...row, scopes: listOf(row.scopes), origins: listOf(row.origins) });
  return { version, accountId, name, status, plan, suspended, reservedOverride, digest, previous, rights };
}
