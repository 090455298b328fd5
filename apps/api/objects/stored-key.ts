/**
 * The record of a key as its object stores it, and its reads from D1. Drizzle is not used, because every start of a
 * worker would have to load it.
 */

import type { LookupPermission } from '#domain/admission';
import { computeKeyLimits, type KeyRights, type KeyStatus, pickRights } from '#domain/key-rights';
import { hasExpired } from '#domain/link';
import { type KeyLimits, PLAN_LIMITS, type Plan } from '#domain/plans';
import { type AddressMeters, chargedLookup, type NetworkMeter, type RefusedNetwork } from './network-meter';

export type StoredKey = {
  /** The version, which grows with every change of the key or of its account. The highest version wins. */
  readonly version: number;
  readonly accountId: string;
  readonly name: string;
  readonly status: KeyStatus;
  /** The key's own plan, or else the plan of its account. */
  readonly plan: Plan;
  readonly suspended: boolean;
  readonly reservedOverride: boolean;
  readonly digest: string;
  /** The text before the last rotation, and the time at which it stops being valid. */
  readonly previous: { readonly digest: string; readonly endsAt: number } | null;
  readonly rights: KeyRights;
};

/** Returns whether a text with this digest is valid at `now`. */
export function acceptsDigest(record: StoredKey, digest: string, now: number): boolean {
  if (record.status !== 'active' || record.suspended) return false;
  if (hasExpired(record.rights.expiresAt, now)) return false;
  if (record.digest === digest) return true;
  return record.previous !== null && record.previous.digest === digest && now < record.previous.endsAt;
}

/** Whether the account of a key is deleted, or is suspended and the key revoked. */
export const isClosed = ({ status, suspended }: StoredKey): boolean => status === 'revoked' && suspended;

/** Returns whether the digest is that of a text of the key, valid or not. */
export const hasText = ({ digest, previous }: StoredKey, one: string): boolean =>
  digest === one || previous?.digest === one;

/** Returns the limits of a key: those of its plan, or its own where they are lower. */
export const limitsOfKey = ({ plan, rights }: StoredKey): KeyLimits => computeKeyLimits(PLAN_LIMITS[plan], rights);

/** Returns the digests of the texts that are valid now, or that will be valid once the key is active again. */
export function listDigests({ status, digest, previous }: StoredKey): string[] {
  if (status === 'revoked') return [];
  return previous === null ? [digest] : [digest, previous.digest];
}

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

/** Reads go to the primary of D1, because a replica may lack the latest writes. */
const PRIMARY = 'first-primary';

/** Reads a key's record from the primary; null for an id that no key has. */
export async function readStoredKey(db: D1Database, keyId: string): Promise<StoredKey | null> {
  const row = await db.withSession(PRIMARY).prepare(ONE).bind(keyId).first<Row>();
  return row === null ? null : parseRecord(row);
}

/** A record with the id of its key. */
export type NamedRecord = { readonly id: string; readonly record: StoredKey };

/** Reads up to `limit` stale records of an account in the order of their ids, beginning after the id `after`. */
export async function readStaleInAccount(
  db: D1Database,
  accountId: string,
  after: string,
  limit: number,
): Promise<NamedRecord[]> {
  return named((await db.withSession(PRIMARY).prepare(STALE_OF).bind(accountId, after, limit).all<Row>()).results);
}

/** Reads up to `limit` stale records of all accounts in their order: from `accountId` on, then those before it. */
export async function readStaleSince(db: D1Database, accountId: string, limit: number): Promise<NamedRecord[]> {
  return named((await db.withSession(PRIMARY).prepare(STALE_SINCE).bind(accountId, limit).all<Row>()).results);
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

const parseList = (json: string | null) => (json === null ? null : JSON.parse(json));

const named = (rows: readonly Row[]): NamedRecord[] => rows.map((row) => ({ id: row.id, record: parseRecord(row) }));

function parseRecord(row: Row): StoredKey {
  const { version, accountId, name, status, plan, digest, previousDigest, previousEndsAt } = row;
  const [suspended, reservedOverride] = [row.suspended === 1, row.reservedOverride === 1];
  const previous =
    previousDigest === null || previousEndsAt === null ? null : { digest: previousDigest, endsAt: previousEndsAt };
  const rights = pickRights({ ...row, scopes: parseList(row.scopes), origins: parseList(row.origins) });
  return { version, accountId, name, status, plan, suspended, reservedOverride, digest, previous, rights };
}

/** The age at which the object compares its copy of the record with D1, after the response. */
const REFRESH_AFTER_MS = 60_000;

/**
 * How long the object waits before it reads D1 again for a key that D1 lacks. A client is charged once a minute for
 * such a key.
 */
const UNKNOWN_LASTS_MS = 60_000;

type Bindings = AddressMeters & { readonly DB: D1Database };

/** The value `record` of a KeyMeter. The highest version wins. */
export class KeyCopy {
  readonly #ctx: DurableObjectState;
  readonly #bindings: () => Bindings;
  /** Called with the record whenever it changes; null if D1 lacks the key. */
  readonly #onChange: (record: StoredKey | null) => void;
  #record: StoredKey | null;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #unknownAt = Number.NEGATIVE_INFINITY;

  constructor(ctx: DurableObjectState, bindings: () => Bindings, onChange: (record: StoredKey | null) => void) {
    this.#ctx = ctx;
    this.#bindings = bindings;
    this.#onChange = onChange;
    this.#record = ctx.storage.kv.get<StoredKey>('record') ?? null;
  }

  /** Null until the record is loaded, and for a key that D1 lacks. */
  get record(): StoredKey | null {
    return this.#record;
  }

  /** Stores a record that was changed in D1. A record whose version is not higher than the stored one is ignored. */
  adopt(record: StoredKey): void {
    if (this.#record !== null && record.version <= this.#record.version) return;
    this.#ctx.storage.kv.put('record', record);
    this.#record = record;
    this.#onChange(record);
  }

  /**
   * Loads the record for the first time, while all other calls wait. The method throws a failure outside of the block,
   * because an error inside would reset the object.
   * @returns until when the network's lookups are refused; null if this lookup was not refused
   */
  async load(keyId: string, permission: Exclude<LookupPermission, 'none'>): Promise<RefusedNetwork | null> {
    const loaded = await this.#ctx.blockConcurrencyWhile(async () => {
      if (this.#record !== null) return { refused: null };
      try {
        if (permission !== 'free') return { refused: await this.#loadCharged(keyId, permission) };
        await this.#refresh(keyId);
        return { refused: null };
      } catch (error) {
        return { error };
      }
    });
    if ('error' in loaded) throw loaded.error;
    return loaded.refused;
  }

  /** Refreshes an old copy after the response. After a failure the copy stays valid, and the next call tries again. */
  refreshWhenOld(keyId: string, now: number): void {
    if (now - this.#checkedAt < REFRESH_AFTER_MS) return;
    this.#checkedAt = now;
    this.#ctx.waitUntil(
      this.#refresh(keyId).catch(() => {
        this.#checkedAt = Number.NEGATIVE_INFINITY;
      }),
    );
  }

  /**
   * Loads the record and charges the network, unless D1 lacked it within the last minute.
   * @returns what `load` returns
   */
  async #loadCharged(keyId: string, charged: NetworkMeter): Promise<RefusedNetwork | null> {
    const sinceUnknown = Date.now() - this.#unknownAt;
    if (sinceUnknown >= 0 && sinceUnknown < UNKNOWN_LASTS_MS) return null;
    const lookup = await chargedLookup(this.#bindings(), charged, async () => {
      await this.#refresh(keyId);
      return this.#record;
    });
    if ('refusedUntil' in lookup) return lookup;
    if (lookup.found === null) this.#unknownAt = Date.now();
    return null;
  }

  /** Reads the record from D1 and stores it. */
  async #refresh(keyId: string): Promise<void> {
    const record = await readStoredKey(this.#bindings().DB, keyId);
    if (record === null) return this.#delete();
    this.#checkedAt = Date.now();
    this.adopt(record);
  }

  /**
   * Deletes the record of a key that D1 lacks. Such a key was created after the moment to which D1 was restored, and
   * nobody could revoke it.
   */
  #delete(): void {
    if (this.#record === null) return;
    this.#ctx.storage.kv.delete('record');
    this.#record = null;
    this.#onChange(null);
  }
}
