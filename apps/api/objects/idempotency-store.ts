/** The Idempotency-Keys that a key's object remembers. */
import {
  type Idempotency,
  type IdempotencySeed,
  KEPT_BYTES,
  KEPT_BYTES_AT_MOST,
  type KeptResponse,
  LEASE_MS,
  type Lease,
  leaseOf,
  RESPONSE_KEPT_MS,
} from '#domain/idempotency';

// No table is made before the first lease: most keys never use one.
const TABLE = `CREATE TABLE IF NOT EXISTS idempotency (
  key TEXT PRIMARY KEY, leased_at INTEGER, draw TEXT, request_hash TEXT, status INTEGER, body TEXT) WITHOUT ROWID`;

type Row = {
  leased_at: number;
  draw: string;
  request_hash: string | null;
  status: number | null;
  body: string | null;
};

/** What is known of how much is kept, so that nobody reads all of it: the sum of `body`, bytes. */
const BYTES = 'keptBytes';

const bytesOf = (text: string): number => new TextEncoder().encode(text).byteLength;

export class IdempotencyStore {
  readonly #storage: DurableObjectStorage;
  #hasTable = false;
  /** While all room is taken: when that was looked for last, the oldest answer was to be forgotten. */
  #roomAt = 0;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  /** Takes the lease of a key, or tells who has it, what it was answered, or that there is no room. One synchronous step. */
  lease(key: string, draw: IdempotencySeed, now: number): Lease {
    const known = this.#find(key);
    // A call whose answer was lost is made again with the same seed: the lease is its own already.
    if (known?.answer === null && known.draw.id === draw.id) {
      return { state: 'leased', leasedAt: known.leasedAt, draw };
    }
    const lease = leaseOf(known, draw, now);
    if (lease.state !== 'leased') return lease;
    // Of an earlier run without an answer there is the seed: the next run must meet what that one made.
    const isNew = lease.draw.id === draw.id;
    const roomAt = isNew ? this.#freeAt(now) : now;
    if (roomAt > now) return { state: 'full', roomAt };
    this.#forget(key);
    this.#exec(
      'INSERT INTO idempotency (key, leased_at, draw) VALUES (?, ?, ?)',
      key,
      lease.leasedAt,
      JSON.stringify(lease.draw),
    );
    return lease;
  }

  /**
   * Keeps a lease's answer, or frees the lease where there is none to keep. A lease that was taken over is not touched.
   * The seed of a freed one stays: a run that failed may have made its link, and the next one must meet it.
   */
  settle(key: string, leasedAt: number, answer: KeptResponse | null): void {
    const bytes = answer === null ? 0 : bytesOf(answer.body);
    if (answer === null || this.#bytes() + bytes > KEPT_BYTES_AT_MOST) {
      const freedAt = leasedAt - LEASE_MS;
      this.#exec('UPDATE idempotency SET leased_at = ? WHERE key = ? AND leased_at = ?', freedAt, key, leasedAt);
      return;
    }
    const { requestHash, status, body } = answer;
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

  /** Forgets what is no longer replayed. True when something is left. */
  trim(now: number): boolean {
    this.#exec('DELETE FROM idempotency WHERE leased_at <= ?', now - RESPONSE_KEPT_MS);
    this.#count(); // a version that knows of no room may have been here
    return this.#exec('SELECT 1 FROM idempotency LIMIT 1').toArray().length > 0;
  }

  /** When there is room for another answer: now, or once the oldest is forgotten. A flood in vain reads nothing. */
  #freeAt(now: number): number {
    if (this.#bytes() < KEPT_BYTES) return now;
    if (now < this.#roomAt) return this.#roomAt;
    this.trim(now);
    if (this.#bytes() < KEPT_BYTES) return now;
    const { oldest } = this.#exec<{ oldest: number }>(
      'SELECT min(leased_at) AS oldest FROM idempotency WHERE body IS NOT NULL',
    ).one();
    this.#roomAt = oldest + RESPONSE_KEPT_MS;
    return this.#roomAt;
  }

  /** The bytes of all kept answers. An object that 0.10.0 left has never counted them. */
  #bytes(): number {
    return this.#storage.kv.get<number>(BYTES) ?? this.#count();
  }

  #count(): number {
    const { bytes } = this.#exec<{ bytes: number }>(
      'SELECT coalesce(sum(octet_length(body)), 0) AS bytes FROM idempotency',
    ).one();
    this.#storage.kv.put(BYTES, bytes);
    return bytes;
  }

  /** Makes way for a new lease. An answer goes with it, where its day is over. */
  #forget(key: string): void {
    const [row] = this.#exec<{ bytes: number | null }>(
      'DELETE FROM idempotency WHERE key = ? RETURNING octet_length(body) AS bytes',
      key,
    ).toArray();
    if (row?.bytes) this.#storage.kv.put(BYTES, this.#bytes() - row.bytes);
  }

  #find(key: string): Idempotency | null {
    const [row] = this.#exec<Row>('SELECT * FROM idempotency WHERE key = ?', key).toArray();
    if (row === undefined) return null;
    const { leased_at: leasedAt, request_hash: requestHash, status, body } = row;
    const answer = requestHash === null || status === null || body === null ? null : { requestHash, status, body };
    return { leasedAt, draw: JSON.parse(row.draw) as IdempotencySeed, answer };
  }

  #exec<T extends Record<string, SqlStorageValue>>(statement: string, ...values: SqlStorageValue[]) {
    if (!this.#hasTable) this.#storage.sql.exec(TABLE);
    this.#hasTable = true;
    return this.#storage.sql.exec<T>(statement, ...values);
  }
}
