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

const SELECT = `SELECT k.version, k.account_id, k.name, k.status, coalesce(k.plan, a.plan) AS plan, a.suspended,
  a.reserved_override, k.digest, k.previous_digest, k.previous_ends_at
  FROM keys k JOIN accounts a ON a.id = k.account_id WHERE k.id = ?1`;

/** Reads a key's record from the primary of D1; null for an id that no key has. */
export async function readKeyRecord(db: D1Database, keyId: string): Promise<KeyRecord | null> {
  const row = await db.withSession('first-primary').prepare(SELECT).bind(keyId).first<Row>();
  return row && recordOf(row);
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
