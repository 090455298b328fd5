/** The Idempotency-Keys that a key's object remembers. */
import { ANSWER_KEPT_MS, type Idempotency, type KeptAnswer, LEASE_MS, type Lease, leaseOf } from '#domain/idempotency';
import type { KeptDraw } from './draw';

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

export class IdempotencyStore {
  readonly #storage: DurableObjectStorage;
  #hasTable = false;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  /** Takes the lease of a key, or tells who has it or what it was answered. One synchronous step. */
  lease(key: string, draw: KeptDraw, now: number): Lease<KeptDraw> {
    const known = this.#find(key);
    // A call whose answer was lost is made again with the same draw: the lease is its own already.
    if (known?.answer === null && known.draw.id === draw.id) {
      return { state: 'leased', leasedAt: known.leasedAt, draw };
    }
    const lease = leaseOf(known, draw, now);
    if (lease.state === 'leased') {
      this.#exec(
        'INSERT OR REPLACE INTO idempotency (key, leased_at, draw) VALUES (?, ?, ?)',
        key,
        lease.leasedAt,
        JSON.stringify(lease.draw),
      );
    }
    return lease;
  }

  /**
   * Keeps a lease's answer, or frees the lease where there is none to keep. A lease that was taken over is not touched.
   * The draw of a freed one stays: a run that failed may have made its link, and the next one must meet it.
   */
  settle(key: string, leasedAt: number, answer: KeptAnswer | null): void {
    if (answer === null) {
      this.#exec(
        'UPDATE idempotency SET leased_at = ? WHERE key = ? AND leased_at = ?',
        leasedAt - LEASE_MS,
        key,
        leasedAt,
      );
    } else {
      this.#exec(
        'UPDATE idempotency SET request_hash = ?, status = ?, body = ? WHERE key = ? AND leased_at = ?',
        answer.requestHash,
        answer.status,
        answer.body,
        key,
        leasedAt,
      );
    }
  }

  /** Forgets what is no longer replayed. True when something is left. */
  trim(now: number): boolean {
    this.#exec('DELETE FROM idempotency WHERE leased_at <= ?', now - ANSWER_KEPT_MS);
    return this.#exec('SELECT 1 FROM idempotency LIMIT 1').toArray().length > 0;
  }

  #find(key: string): Idempotency<KeptDraw> | null {
    const [row] = this.#exec<Row>('SELECT * FROM idempotency WHERE key = ?', key).toArray();
    if (row === undefined) return null;
    const { leased_at: leasedAt, request_hash: requestHash, status, body } = row;
    const answer = requestHash === null || status === null || body === null ? null : { requestHash, status, body };
    return { leasedAt, draw: JSON.parse(row.draw) as KeptDraw, answer };
  }

  #exec<T extends Record<string, SqlStorageValue>>(statement: string, ...values: SqlStorageValue[]) {
    if (!this.#hasTable) this.#storage.sql.exec(TABLE);
    this.#hasTable = true;
    return this.#storage.sql.exec<T>(statement, ...values);
  }
}
