/**
 * The counters of GET /admin/metrics, from the isolate that counts to the object that sums up. A counter is one text:
 * its family and the values of its labels, with spaces between them. No label contains what a client sent.
 */

/** The name of the statistics object that stores the sums. The objects of accounts have a colon in their names. */
export const METRICS_OBJECT = 'metrics';

/** The figures of one hand-over. */
export type MetricsBatch = {
  /** A random id of the isolate. */
  readonly isolate: string;
  /** Counts the isolate's batches from 1. The object ignores a number that it has had. */
  readonly number: number;
  /** By counter: how much it has grown. */
  readonly sums: Readonly<Record<string, number>>;
  /** By name: the latest time at which something happened, epoch milliseconds. */
  readonly times: Readonly<Record<string, number>>;
};

type Figures = Pick<MetricsBatch, 'sums' | 'times'>;

/** The sums and the latest times that the object stores. */
export type MetricsTotals = {
  readonly sums: Readonly<Record<string, number>>;
  readonly times: Readonly<Record<string, number>>;
};

export const NO_TOTALS: MetricsTotals = { sums: {}, times: {} };

/**
 * Adds a batch to the totals. A stored time never moves back, unless it is in the future. Such a time comes from a
 * wrong clock, and until then the cron would seem to have just run.
 */
export function addBatch({ sums, times }: MetricsTotals, batch: Figures, now: number): MetricsTotals {
  const merged = { sums: { ...sums }, times: { ...times } };
  for (const [name, by] of Object.entries(batch.sums)) merged.sums[name] = (merged.sums[name] ?? 0) + by;
  for (const [name, at] of Object.entries(batch.times))
    merged.times[name] = Math.max(Math.min(merged.times[name] ?? 0, now), at);
  return merged;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The counter of a response. A method that HTTP does not define is `other`, because a client may send any. */
export const nameRequestCounter = (worker: 'api' | 'redirect', method: string, route: string, status: number): string =>
  `requests ${worker} ${METHODS.includes(method) ? method : 'other'} ${route} ${status}`;

export const LINKS_CREATED = 'links_created';
export const CLICKS_DROPPED = 'clicks_dropped';
export const OBJECT_ERRORS = 'object_errors';
export const CRON_RAN_AT = 'cron_ran_at';
export const nameClickCounter = (kind: 'click' | 'scan' | 'robot'): string => `clicks ${kind}`;
/** The jobs of the cron, in their order. A metric has the names as a label. */
export const CRON_STEPS = [
  'denylist',
  'keys',
  'scheduled',
  'links',
  'canary',
  'pending',
  'rescan',
  'deletions',
  'console',
  'events',
] as const;
export type CronStep = (typeof CRON_STEPS)[number];
export const nameCronFailureCounter = (step: CronStep): string => `cron_failures ${step}`;

const WAIT_MS = 10_000;
/** The longest wait before a call. The platform ends a request 30 s after its response, and the call needs time too. */
const LONGEST_WAIT_MS = 20_000;

/**
 * Parses the variable METRICS_MS: how long an isolate sums up before it hands over. Returns null for `off`, with which
 * an isolate hands over nothing. A wrong text counts as unset, because no visit may fail for it.
 */
export function readMetricsMs(text = ''): number | null {
  if (text === 'off') return null;
  return /^\d{1,5}$/.test(text) && Number(text) <= LONGEST_WAIT_MS ? Number(text) : WAIT_MS;
}
