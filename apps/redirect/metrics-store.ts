/** The storage of the metrics object: the sums of all isolates, and the number of each isolate's last batch. */
import { addBatch, type MetricsBatch, type MetricsTotals, NO_TOTALS } from '#domain/metrics';

/** How long an isolate's last number is stored at least: far longer than an isolate retries a batch. */
const ISOLATE_KEPT_MS = 3_600_000;

const TABLE = 'TABLE IF NOT EXISTS isolates (id TEXT PRIMARY KEY, number INTEGER, at INTEGER) WITHOUT ROWID';

/** An isolate whose last number need not be stored any more. */
const SILENT = '(SELECT id FROM isolates WHERE at < ?4 LIMIT 1)';

export class MetricsStore {
  readonly #storage: DurableObjectStorage;
  #totals: MetricsTotals;

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
    this.#totals = this.#storage.transactionSync(() => this.#write(batch, now));
  }

  /** Writes a batch. @returns the new totals */
  #write(batch: MetricsBatch, now: number): MetricsTotals {
    if (!this.#note(batch, now)) return this.#totals;
    const totals = addBatch(this.#totals, batch, now);
    this.#storage.kv.put('metrics', totals);
    return totals;
  }

  /**
   * Stores the number of a batch. The row of an isolate that has sent nothing for an hour becomes that of a new isolate,
   * because a deletion and an insertion would be two written rows (docs/adr/0067).
   * @returns whether the batch is new
   */
  #note({ isolate, number }: MetricsBatch, now: number): boolean {
    const { sql } = this.#storage;
    const [known] = sql.exec<{ number: number }>('SELECT number FROM isolates WHERE id = ?', isolate).toArray();
    if (known !== undefined && known.number >= number) return false;
    const row = [isolate, number, now] as const;
    const rewritten =
      known === undefined
        ? sql.exec(
            `UPDATE isolates SET id = ?1, number = ?2, at = ?3 WHERE id = ${SILENT}`,
            ...row,
            now - ISOLATE_KEPT_MS,
          )
        : sql.exec('UPDATE isolates SET number = ?2, at = ?3 WHERE id = ?1', ...row);
    if (rewritten.rowsWritten === 0) sql.exec('INSERT INTO isolates VALUES (?, ?, ?)', ...row);
    return true;
  }
}
