/** The storage of the metrics object: the sums of all isolates, and the number of each isolate's last batch. */
import { addBatch, type MetricsBatch, type MetricsTotals, NO_TOTALS } from '#domain/metrics';
import { createTables } from './create-tables';

/** How long an isolate's last number is stored at least: far longer than an isolate retries a batch. */
const ISOLATE_KEPT_MS = 3_600_000;

const TABLE = 'isolates (id TEXT PRIMARY KEY, number INTEGER, at INTEGER)';

export class MetricsStore {
  readonly #storage: DurableObjectStorage;
  #totals: MetricsTotals;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    createTables(storage.sql, TABLE);
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
    this.#totals = this.#storage.transactionSync(() => this.#write(batch, now));
  }

  /**
   * Writes a batch. The row of an isolate that has sent nothing for an hour becomes that of a new isolate, because a
   * deletion and an insertion would be two written rows (docs/adr/0067).
   * @returns the new totals
   */
  #write(batch: MetricsBatch, now: number): MetricsTotals {
    const { sql, kv } = this.#storage;
    const row = [batch.isolate, batch.number, now] as const;
    const rewritten = sql.exec(
      `UPDATE isolates SET id = ?1, number = ?2, at = ?3 WHERE (id <> ?1 OR number < ?2) AND
        id = (SELECT id FROM isolates WHERE id = ?1 OR at < ?4 ORDER BY id = ?1 DESC LIMIT 1)`,
      ...[...row, now - ISOLATE_KEPT_MS],
    );
    const isNew =
      rewritten.rowsWritten > 0 || sql.exec('INSERT OR IGNORE INTO isolates VALUES (?, ?, ?)', ...row).rowsWritten > 0;
    if (!isNew) return this.#totals;
    const totals = addBatch(this.#totals, batch, now);
    kv.put('metrics', totals);
    return totals;
  }
}
