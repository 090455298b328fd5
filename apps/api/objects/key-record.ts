/** What a KeyMeter must know of its key, and how D1 tells it. */
import type { Plan } from '#domain/plans';

/** Active, inactive (may be switched back) or revoked (final). */
export const KEY_STATUSES = ['active', 'inactive', 'revoked'] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];

export type KeyRecord = {
  /** Grows with every change of the key or of its account; a higher one always stays. */
  readonly version: number;
  readonly accountId: string;
  readonly name: string;
  readonly status: KeyStatus;
  /** The key's own plan, else its account's. */
  readonly plan: Plan;
  readonly suspended: boolean;
  readonly reservedOverride: boolean;
  readonly digest: string;
  /** The text before the last rotation, while its grace lasts. */
  readonly previous: { readonly digest: string; readonly endsAt: number } | null;
};

type Row = {
  id: string;
  version: number;
  account_id: string;
  name: string;
  status: KeyStatus;
  plan: Plan;
  suspended: number;
  reserved_override: number;
  digest: string;
  previous_digest: string | null;
  previous_ends_at: number | null;
};

const COLUMNS = `k.id, k.version, k.account_id, k.name, k.status, coalesce(k.plan, a.plan) AS plan, a.suspended,
  a.reserved_override, k.digest, k.previous_digest, k.previous_ends_at`;
const SELECT = `SELECT ${COLUMNS} FROM keys k JOIN accounts a ON a.id = k.account_id`;

/** Reads a key's record from the primary of D1; null for an id that no key has. */
export async function readKeyRecord(db: D1Database, keyId: string): Promise<KeyRecord | null> {
  const row = await db.withSession('first-primary').prepare(`${SELECT} WHERE k.id = ?1`).bind(keyId).first<Row>();
  return row && recordOf(row);
}

/** A record with the id of its key. */
export type NamedRecord = { readonly id: string; readonly record: KeyRecord };

// Their objects are not known to have their newest record.
const UNTOLD = 'k.version > k.told_version';

/** Up to `limit` of an account's records that their objects have not, in the order of the ids behind `after`. */
export const readUntoldOf = (db: D1Database, accountId: string, after: string, limit: number): Promise<NamedRecord[]> =>
  readAll(db, `${SELECT} WHERE ${UNTOLD} AND k.account_id = ?1 AND k.id > ?2 ORDER BY k.id LIMIT ?3`, [
    accountId,
    after,
    limit,
  ]);

const FROM = `${SELECT} WHERE ${UNTOLD} AND k.account_id`;
const SINCE = `SELECT * FROM (${FROM} >= ?1 ORDER BY k.account_id LIMIT ?2)
  UNION ALL SELECT * FROM (${FROM} < ?1 ORDER BY k.account_id LIMIT ?2) LIMIT ?2`;

/** The same of all accounts: from one on, and round to it again. */
export const readUntoldSince = (db: D1Database, accountId: string, limit: number): Promise<NamedRecord[]> =>
  readAll(db, SINCE, [accountId, limit]);

async function readAll(db: D1Database, sql: string, values: readonly unknown[]): Promise<NamedRecord[]> {
  const { results } = await db
    .withSession('first-primary')
    .prepare(sql)
    .bind(...values)
    .all<Row>();
  return results.map((row) => ({ id: row.id, record: recordOf(row) }));
}

const recordOf = (row: Row): KeyRecord => ({
  version: row.version,
  accountId: row.account_id,
  name: row.name,
  status: row.status,
  plan: row.plan,
  suspended: row.suspended === 1,
  reservedOverride: row.reserved_override === 1,
  digest: row.digest,
  previous:
    row.previous_digest === null || row.previous_ends_at === null
      ? null
      : { digest: row.previous_digest, endsAt: row.previous_ends_at },
});

/** Whether a key of this record may be used with a text of the given digest at `now`. */
export function acceptsDigest(record: KeyRecord, digest: string, now: number): boolean {
  if (record.status !== 'active' || record.suspended) return false;
  if (record.digest === digest) return true;
  return record.previous !== null && record.previous.digest === digest && now < record.previous.endsAt;
}

/** The digests that a key of this record may be used with, now or once it is switched on again. */
export function digestsOf({ status, digest, previous }: KeyRecord): string[] {
  if (status === 'revoked') return [];
  return previous === null ? [digest] : [digest, previous.digest];
}
