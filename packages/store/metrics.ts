/**
 * Counts in an isolate for GET /admin/metrics, and hands the sums over after a response. One request waits in
 * `waitUntil`, and hands over the counts of all requests meanwhile. So an isolate makes one call per wait
 * (docs/design/statistics.md).
 */
import { METRICS_OBJECT, type MetricsBatch, OBJECT_ERRORS } from '#domain/metrics';
import { logFault } from './faults';
import { perIsolate } from './isolate';
import { callObject, type Locality, objectNamed, takeFailedCalls } from './objects';

/** How long one request waits and calls at most. The platform ends a request 30 s after its response. */
const HANDING_OVER_LASTS_MS = 30_000;
/**
 * The age at which a batch is dropped. The object forgets an isolate after an hour, and could then count the batch
 * twice.
 */
const BATCH_LASTS_MS = 1_800_000;

/** The class of the object with the sums: Statistics of the redirect worker. */
interface MetricsObject extends Rpc.DurableObjectBranded {
  addMetrics(batch: MetricsBatch): Promise<void> | void;
}

type MetricsBindings = Locality & { readonly STATISTICS: DurableObjectNamespace<MetricsObject> };

type Counts = {
  readonly isolate: string;
  number: number;
  sums: Record<string, number>;
  times: Record<string, number>;
  /** The batch that was sent and not acknowledged. The next hand-over sends it again unchanged. */
  sent: { readonly batch: MetricsBatch; readonly madeAt: number } | null;
  /** The time (epoch milliseconds) until which one request hands over for all others; 0 if no request does. */
  handingOverUntil: number;
};

const countsOf = perIsolate<object, Counts>(() => ({
  isolate: crypto.randomUUID(),
  number: 0,
  sums: {},
  times: {},
  sent: null,
  handingOverUntil: 0,
}));

/** Adds to a counter of the isolate. @param env the environment of the worker */
export function countUp(env: object, counter: string, by = 1): void {
  const { sums } = countsOf(env);
  sums[counter] = (sums[counter] ?? 0) + by;
}

/** Notes the time of an event. */
export function noteTime(env: object, name: string, at: number): void {
  countsOf(env).times[name] = at;
}

/** Hands over after `waitMs`, unless a request of the isolate waits already. @param waitMs null to hand over nothing */
export function handOverLater(env: MetricsBindings, waitMs: number | null, now: number, ctx: Waiting): void {
  if (waitMs === null) return;
  const counts = countsOf(env);
  const { handingOverUntil: until } = counts;
  if (now < until && now >= until - HANDING_OVER_LASTS_MS) return;
  counts.handingOverUntil = now + HANDING_OVER_LASTS_MS;
  ctx.waitUntil(scheduler.wait(waitMs).then(() => handOver(env)));
}

type Waiting = Pick<ExecutionContext, 'waitUntil'>;

/**
 * Hands over what the isolate has counted. A failure is logged, and the next hand-over sends the same batch again, and
 * then a new one.
 */
export async function handOver(env: MetricsBindings): Promise<void> {
  const counts = countsOf(env);
  // The time is reset before the call, so that a request during the call begins the next hand-over.
  counts.handingOverUntil = 0;
  if (counts.sent !== null && Date.now() - counts.sent.madeAt >= BATCH_LASTS_MS) counts.sent = null;
  if (counts.sent !== null && !(await send(counts.sent, counts, env))) return;
  const made = newBatch(env, counts);
  if (made !== null) await send(made, counts, env);
}

type Sent = NonNullable<Counts['sent']>;

/** Sends a batch. @returns whether the object has acknowledged it */
async function send(sent: Sent, counts: Counts, env: MetricsBindings): Promise<boolean> {
  try {
    await callObject(
      () => objectNamed(env, env.STATISTICS, METRICS_OBJECT),
      async (object) => void (await object.addMetrics(sent.batch)),
      { repeatable: true },
    );
  } catch (error) {
    logFault(error, { doing: 'hand over metrics' });
    return false;
  }
  if (counts.sent === sent) counts.sent = null;
  return true;
}

/**
 * Makes a batch of what was counted since the last one; null if there is nothing, or if another request has made one
 * that is under way.
 */
function newBatch(env: object, counts: Counts): Sent | null {
  if (counts.sent !== null) return null;
  const failedCalls = takeFailedCalls();
  if (failedCalls > 0) countUp(env, OBJECT_ERRORS, failedCalls);
  const { isolate, sums, times } = counts;
  if (Object.keys(sums).length + Object.keys(times).length === 0) return null;
  counts.number += 1;
  [counts.sums, counts.times] = [{}, {}];
  counts.sent = { batch: { isolate, number: counts.number, sums, times }, madeAt: Date.now() };
  return counts.sent;
}
