/** Stores the Idempotency-Keys of one API key in its object: their leases and their responses (specification 7.4). */
import {
  decideLease,
  type Idempotency,
  type IdempotencySeed,
  KEPT_BYTES,
  KEPT_BYTES_AT_MOST,
  type KeptResponse,
  LEASE_MS,
  type Lease,
  RESPONSE_KEPT_MS,
} from '#domain/idempotency';
import type { IdempotencyRow } from '#domain/object-state';
import { countBytes } from '#secrets/digest';
import { hasTable } from '#store/objects';

// The table is created with the first lease, because most API keys never send an Idempotency-Key.
const TABLE = `CREATE TABLE IF NOT EXISTS idempotency (
  key TEXT PRIMARY KEY, leased_at INTEGER, seed TEXT, request_hash TEXT, status INTEGER, body TEXT) WITHOUT ROWID`;

type Row = {
  leased_at: number;
  seed: string;
  request_hash: string | null;
  status: number | null;
  body: string | null;
};

/** The key under which the sum of all `body` bytes is stored. The sum saves reading every row. */
const BYTES = 'keptBytes';

export class IdempotencyStore {
  readonly #storage: DurableObjectStorage;
  #hasTable: boolean;
  /** The time until which a full store stays full, because no response expires before it; epoch milliseconds. */
  #fullUntil = 0;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#hasTable = hasTable(storage.sql, 'idempotency');
  }

  /**
   * Takes the lease of a key. If no lease is possible, the result is the reason: a stored response, the lease of
   * another run, or a lack of room. The method is synchronous, so no other call runs in between.
   */
  lease(key: string, seed: IdempotencySeed, now: number): Lease {
    const stored = this.#find(key);
    // The same seed means that the caller retries a call whose response was lost, and that it has the lease already.
    if (stored?.response === null && stored.seed.id === seed.id) {
      return { state: 'leased', leasedAt: stored.leasedAt, seed };
    }
    const lease = decideLease(stored, seed, now);
    if (lease.state !== 'leased') return lease;
    // The seed of an earlier run without a response stays, so that the next run finds the links of the earlier one.
    const isNew = lease.seed.id === seed.id;
    const roomAt = isNew ? this.#whenFree(now) : now;
    if (roomAt > now) return { state: 'full', roomAt };
    this.#deleteRow(key);
    this.#exec(
      'INSERT INTO idempotency (key, leased_at, seed) VALUES (?, ?, ?)',
      key,
      lease.leasedAt,
      JSON.stringify(lease.seed),
    );
    return lease;
  }

  /**
   * Stores the response of a lease, or frees the lease if there is no response to store. A lease that another run has
   * taken over stays unchanged. The seed of a freed lease stays, because the next run must find links that the failed
   * run made.
   */
  settle(key: string, leasedAt: number, response: KeptResponse | null): void {
    if (!this.#hasTable) return;
    const bytes = response === null ? 0 : countBytes(response.body);
    if (response === null || this.#bytes() + bytes > KEPT_BYTES_AT_MOST) {
      const freedAt = leasedAt - LEASE_MS;
      this.#exec('UPDATE idempotency SET leased_at = ? WHERE key = ? AND leased_at = ?', freedAt, key, leasedAt);
      return;
    }
    const { requestHash, status, body } = response;
    const kept = this.#exec(
      `UPDATE idempotency SET request_hash = ?, status = ?, body = ? WHERE key = ? AND leased_at = ? AND body IS NULL
        RETURNING 1`,
      requestHash,
      status,
      body,
      key,
      leasedAt,
    ).toArray();
    if (kept.length > 0) this.#storage.kv.put(BYTES, this.#bytes() + bytes);
  }

  /** Returns the body of the stored response of a key; null if there is none that is younger than a day. */
  readBody(key: string, now: number): string | null {
    const found = this.#find(key);
    return found === null || now >= found.leasedAt + RESPONSE_KEPT_MS ? null : (found.response?.body ?? null);
  }

  /** Stores rows of a backup. It may be repeated. */
  restore(rows: readonly IdempotencyRow[]): void {
    for (const { key, leased_at, seed, request_hash, status, body } of rows)
      this.#exec(
        'REPLACE INTO idempotency VALUES (?, ?, ?, ?, ?, ?)',
        key,
        leased_at,
        seed,
        request_hash,
        status,
        body,
      );
    if (rows.length > 0) this.#sumUp();
  }

  /** Deletes rows that are older than a day. @returns whether any row is left */
  trim(now: number): boolean {
    if (!this.#hasTable) return false;
    this.#exec('DELETE FROM idempotency WHERE leased_at <= ?', now - RESPONSE_KEPT_MS);
    this.#sumUp();
    return this.#exec('SELECT 1 FROM idempotency LIMIT 1').toArray().length > 0;
  }

  /**
   * Returns the time from which there is room for another response: `now`, or the time at which the oldest response
   * expires. Calls before the latter time read no rows.
   */
  #whenFree(now: number): number {
    if (this.#bytes() < KEPT_BYTES) return now;
    if (now < this.#fullUntil) return this.#fullUntil;
    this.trim(now);
    if (this.#bytes() < KEPT_BYTES) return now;
    const { oldest } = this.#exec<{ oldest: number }>(
      'SELECT min(leased_at) AS oldest FROM idempotency WHERE body IS NOT NULL',
    ).one();
    this.#fullUntil = oldest + RESPONSE_KEPT_MS;
    return this.#fullUntil;
  }

  /** Returns the bytes of all stored responses. */
  #bytes(): number {
    return this.#storage.kv.get<number>(BYTES) ?? 0;
  }

  /** Sums up the bytes of all stored responses, and stores the sum. */
  #sumUp(): void {
    const { bytes } = this.#exec<{ bytes: number }>(
      'SELECT coalesce(sum(octet_length(body)), 0) AS bytes FROM idempotency',
    ).one();
    this.#storage.kv.put(BYTES, bytes);
  }

  /** Deletes the row of a key before a new lease, and subtracts the bytes of its expired response. */
  #deleteRow(key: string): void {
    const [row] = this.#exec<{ bytes: number | null }>(
      'DELETE FROM idempotency WHERE key = ? RETURNING octet_length(body) AS bytes',
      key,
    ).toArray();
    if (row?.bytes) this.#storage.kv.put(BYTES, this.#bytes() - row.bytes);
  }

  #find(key: string): Idempotency | null {
    if (!this.#hasTable) return null;
    const [row] = this.#exec<Row>('SELECT * FROM idempotency WHERE key = ?', key).toArray();
    if (row === undefined) return null;
    const { leased_at: leasedAt, request_hash: requestHash, status, body } = row;
    const response = requestHash === null || status === null || body === null ? null : { requestHash, status, body };
    return { leasedAt, seed: JSON.parse(row.seed) as IdempotencySeed, response };
  }

  #exec<T extends Record<string, SqlStorageValue>>(statement: string, ...values: SqlStorageValue[]) {
    if (!this.#hasTable) this.#storage.sql.exec(TABLE);
    this.#hasTable = true;
    return this.#storage.sql.exec<T>(statement, ...values);
  }
}
