/**
 * The storage of the metrics object: one value, with the sums of all isolates and the number of each one's last batch.
 */
import { addBatch, type MetricsBatch, type MetricsTotals, NO_TOTALS } from '#domain/metrics';

/** How long an isolate's last number is stored at least: far longer than an isolate retries a batch. */
const ISOLATE_KEPT_MS = 3_600_000;
/** How many isolates of an hour are known at least. Twice as many take 1.6 of the 2 MB that a value may have. */
const MAX_ISOLATES = 20_000;

type Stored = MetricsTotals & {
  /** By isolate: the number of its last batch since the time `since`, epoch milliseconds. */
  readonly isolates: ReadonlyMap<string, number>;
  readonly since: number;
  /** The same of the time before. */
  readonly former: ReadonlyMap<string, number>;
};

const EMPTY: Stored = { ...NO_TOTALS, isolates: new Map(), since: 0, former: new Map() };

export class MetricsStore {
  readonly #kv: SyncKvStorage;
  #stored: Stored;

  constructor({ kv }: DurableObjectStorage) {
    this.#kv = kv;
    this.#stored = kv.get<Stored>('metrics') ?? EMPTY;
  }

  get totals(): MetricsTotals {
    const { sums, times } = this.#stored;
    return { sums, times };
  }

  /**
   * Adds a batch, unless the stored number of its isolate shows that it was added. The number and the sums are one
   * value, so a batch whose write failed counts when the isolate sends it again.
   */
  add(batch: MetricsBatch, now: number): void {
    const { isolates, former, since } = this.#stored;
    const { isolate, number } = batch;
    if (number <= (isolates.get(isolate) ?? former.get(isolate) ?? 0)) return;
    const isOver = now - since >= ISOLATE_KEPT_MS || isolates.size >= MAX_ISOLATES;
    const known = isOver
      ? { isolates: new Map([[isolate, number]]), since: now, former: isolates }
      : { isolates: new Map(isolates).set(isolate, number), since, former };
    const stored = { ...addBatch(this.#stored, batch, now), ...known };
    this.#kv.put('metrics', stored);
    this.#stored = stored;
  }
}
