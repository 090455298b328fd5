/** The error rate of the redirect worker, between two looks: by its metrics, or by requests of our own. */

export type Counts = { readonly requests: number; readonly errors: number };

/** Counts since the first look, and whether they are those of all visitors. */
export type Observed = Counts & { readonly isOfVisitors: boolean };

/** A rate above this, of at least so many errors, ends a rollout. */
const MOST_SHARE = 0.01;
const LEAST_ERRORS = 5;

export const isTooHigh = ({ requests, errors }: Counts): boolean =>
  errors >= LEAST_ERRORS && errors > requests * MOST_SHARE;

const LINE = /^swiftlet_requests_total\{([^}]*)\} (\d+(?:\.\d+)?)/gm;
const labelIn = (labels: string, name: string): string =>
  new RegExp(`(?:^|,)${name}="([^"]*)"`).exec(labels)?.[1] ?? '';

/** Reads the counts of the redirect worker from the text of GET /admin/metrics. A 5xx status is an error. */
export function countsIn(text: string): Counts {
  let [requests, errors] = [0, 0];
  for (const [, labels = '', value] of text.matchAll(LINE)) {
    if (labelIn(labels, 'worker') !== 'redirect') continue;
    requests += Number(value);
    if (labelIn(labels, 'status').startsWith('5')) errors += Number(value);
  }
  return { requests, errors };
}

type Fetch = (address: string, init?: RequestInit) => Promise<Response>;
type Addresses = { readonly api: string; readonly short: string; readonly token: string };

const ANSWER_MS = 10_000;

async function readMetrics(fetch: Fetch, { api, token }: Addresses): Promise<Counts | null> {
  const response = await fetch(`${api}/admin/metrics`, {
    headers: { Authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  return response.ok ? countsIn(await response.text()) : null;
}

/** How many requests of our own a look makes, enough to reach a version that gets a tenth of them. */
const OWN_REQUESTS = 60;

async function askHealth(fetch: Fetch, { short }: Addresses): Promise<Counts> {
  let errors = 0;
  for (let n = 0; n < OWN_REQUESTS; n++) {
    const init = { signal: AbortSignal.timeout(ANSWER_MS) };
    const status = await fetch(`${short}/.health`, init).then(
      (response) => response.status,
      () => 599,
    );
    if (status >= 500) errors++;
  }
  return { requests: OWN_REQUESTS, errors };
}

/**
 * Begins to observe a deployment. While the metrics count no request, because they are absent, fail or are off, a look
 * requests the health of the redirect worker: nothing counted is no sign that the version works.
 * @returns a function that looks once
 */
export async function errorRateOf(fetch: Fetch, addresses: Addresses): Promise<() => Promise<Observed>> {
  const read = () => readMetrics(fetch, addresses).catch(() => null);
  const first = await read();
  return async () => {
    const now = first && (await read());
    // Sums begin again at 0 if their object loses them, so they may fall.
    const since = (name: keyof Counts) => Math.max(0, (now?.[name] ?? 0) - (first?.[name] ?? 0));
    const counts = { requests: since('requests'), errors: since('errors') };
    return counts.requests > 0
      ? { ...counts, isOfVisitors: true }
      : { ...(await askHealth(fetch, addresses)), isOfVisitors: false };
  };
}
