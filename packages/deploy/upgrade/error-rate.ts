/** The error rate of the redirect worker since a moment: from its metrics, or from requests of our own. */

export type Counts = { readonly requests: number; readonly errors: number };

/** The counts since the observation began. `isOfVisitors` is false if they are those of our own requests. */
export type Observed = Counts & { readonly isOfVisitors: boolean };

/** A rollout is stopped if more than this share of the requests failed, and at least MIN_ERRORS of them. */
const MAX_ERROR_SHARE = 0.01;
const MIN_ERRORS = 5;

export const isTooHigh = ({ requests, errors }: Counts): boolean =>
  errors >= MIN_ERRORS && errors > requests * MAX_ERROR_SHARE;

const LINE = /^swiftlet_requests_total\{([^}]*)\} (\d+(?:\.\d+)?)/gm;
const labelIn = (labels: string, name: string): string =>
  new RegExp(`(?:^|,)${name}="([^"]*)"`).exec(labels)?.[1] ?? '';

const HEALTH = '/.health';
/**
 * The routes of health checks, which are not counted. Monitors request them all the time, so they would hide the errors
 * of a few visitors.
 */
const CHECKS: readonly string[] = [HEALTH, '/.ready'];

/** Reads the counts of the redirect worker from the text of GET /admin/metrics. A 5xx status is an error. */
export function countsIn(text: string): Counts {
  let [requests, errors] = [0, 0];
  for (const [, labels = '', value] of text.matchAll(LINE)) {
    if (labelIn(labels, 'worker') !== 'redirect' || CHECKS.includes(labelIn(labels, 'route'))) continue;
    requests += Number(value);
    if (labelIn(labels, 'status').startsWith('5')) errors += Number(value);
  }
  return { requests, errors };
}

type Fetch = (address: string, init?: RequestInit) => Promise<Response>;
type Addresses = { readonly api: string; readonly short: string; readonly token: string };

const TIMEOUT_MS = 10_000;

async function readMetrics(fetch: Fetch, { api, token }: Addresses): Promise<Counts | null> {
  const response = await fetch(`${api}/admin/metrics`, {
    headers: { Authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return response.ok ? countsIn(await response.text()) : null;
}

/** The number of requests of our own: enough to reach a version that gets a tenth of them. */
const OWN_REQUESTS = 60;

async function probeHealth(fetch: Fetch, { short }: Addresses): Promise<Counts> {
  let errors = 0;
  for (let n = 0; n < OWN_REQUESTS; n++) {
    const init = { signal: AbortSignal.timeout(TIMEOUT_MS) };
    const status = await fetch(`${short}${HEALTH}`, init).then(
      (response) => response.status,
      () => 599,
    );
    if (status >= 500) errors++;
  }
  return { requests: OWN_REQUESTS, errors };
}

/**
 * Begins to observe a deployment. The metrics may be absent, off or broken. If they count no request, the function
 * sends requests of its own, because a count of 0 does not show that the version works.
 * @returns a function that reads the counts since this call
 */
export async function observeErrorRate(fetch: Fetch, addresses: Addresses): Promise<() => Promise<Observed>> {
  const read = () => readMetrics(fetch, addresses).catch(() => null);
  const first = await read();
  return async () => {
    const now = first && (await read());
    // The metrics are sums. They begin again at 0 if their Durable Object loses them, so a later sum may be smaller.
    const since = (name: keyof Counts) => Math.max(0, (now?.[name] ?? 0) - (first?.[name] ?? 0));
    const counts = { requests: since('requests'), errors: since('errors') };
    return counts.requests > 0
      ? { ...counts, isOfVisitors: true }
      : { ...(await probeHealth(fetch, addresses)), isOfVisitors: false };
  };
}
