/** The storage of the metrics object: the sums of all isolates, and the number of each isolate's last batch. */
import { addBatch, type MetricsBatch, type MetricsTotals, NO_TOTALS } from '#domain/metrics';

/** How long an isolate's last number is stored: far longer than an isolate retries a batch. */
const ISOLATE_KEPT_MS = 3_600_000;

const TABLE = 'TABLE IF NOT EXISTS isolates (id TEXT PRIMARY KEY, number INTEGER, at INTEGER) WITHOUT ROWID';

export class MetricsStore {
  readonly #storage: DurableObjectStorage;
  #totals: MetricsTotals;
  #trimmedAt = 0;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    storage.sql.exec(`CREATE ${TABLE}`);
    this.#totals = storage.kv.get<MetricsTotals>('metrics') ?? NO_TOTALS;
  }

  get totals(): MetricsTotals {
    return this.#totals;
  }

  /**
   * Adds a batch, unless the stored number of its isolate shows that it was added. Both writes are one transaction, so
   * a batch whose write failed counts when the isolate sends it again.
   */
  add(batch: MetricsBatch, now: number): void {
    this.#trim(now);
    this.#totals = this.#storage.transactionSync(() => this.#write(batch, now));
  }

  /** Writes a batch. @returns the new totals */
  #write(batch: MetricsBatch, now: number): MetricsTotals {
    const { sql, kv } = this.#storage;
    const { rowsWritten } = sql.exec(
      `INSERT INTO isolates VALUES (?, ?, ?)
        ON CONFLICT DO UPDATE SET number = excluded.number, at = excluded.at WHERE number < excluded.number`,
      batch.isolate,
      batch.number,
      now,
    );
    if (rowsWritten === 0) return this.#totals;
    const totals = addBatch(this.#totals, batch, now);
    kv.put('metrics', totals);
    return totals;
  }

  #trim(now: number): void {
    if (now - this.#trimmedAt < ISOLATE_KEPT_MS) return;
    this.#trimmedAt = now;
    this.#storage.sql.exec('DELETE FROM isolates WHERE at < ?', now - ISOLATE_KEPT_MS);
  }
}
