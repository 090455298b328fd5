/**
 * The gradual deployment of the redirect worker: the new version gets a tenth of the requests, then half, then all. If
 * its error rate is too high, the previous version gets all requests again. The error rate comes from the redirect
 * worker's metrics, or from requests of our own.
 */
import { Failure } from '#machine/failure';
import { formatMessage, listOrigins, parseFingerprint, writeConfiguration } from '../configuration';
import { type Context, collectDeployment, computeFingerprint, type Step, type StepState } from '../context';
import { WranglerFailure } from '../wrangler/shapes';

/** The shares of the new version before it gets all requests. */
const SHARES = [10, 50] as const;
/** How long each share is observed. */
const OBSERVED_MS = 120_000;

/** wrangler refuses to upload a version beside the deployed one if its Durable Object classes differ. */
const hasNewClasses = (error: unknown): boolean =>
  error instanceof WranglerFailure && /pending Durable Object migration/.test(error.message);

/** Observes one share. @throws Failure if the error rate is too high */
async function observe(context: Context, share: number): Promise<void> {
  const { api = '', short = '' } = listOrigins(collectDeployment(context));
  const token = context.secrets.read('ADMIN_TOKEN') ?? '';
  const readCounts = await observeErrorRate(context.fetch, { api, short, token });
  await context.clock.wait(OBSERVED_MS);
  const counts = await readCounts();
  const whose = counts.isOfVisitors ? 'requests' : 'requests of this command, because the metrics count none';
  context.output.line(`  ${share} %: ${counts.errors} errors of ${counts.requests} ${whose}`);
  if (isTooHigh(counts)) throw new Failure(`${counts.errors} of ${counts.requests} requests had errors at ${share} %.`);
}

async function rollOut(context: Context, previous: string, added: string): Promise<void> {
  const { wrangler, names } = context;
  try {
    for (const share of SHARES) {
      await wrangler.split(names.redirect, { [previous]: 100 - share, [added]: share });
      context.output.line(
        `  ${share} % of the requests go to the new version, and are observed for ${OBSERVED_MS / 60_000} minutes`,
      );
      await observe(context, share);
    }
    await wrangler.split(names.redirect, { [added]: 100 });
  } catch (error) {
    await wrangler.split(names.redirect, { [previous]: 100 });
    throw new Failure(`${(error as Error).message} All requests go to the former version again (${previous}).`);
  }
}

/** Makes the step of the gradual rollout. The step of the redirect worker follows it, and sets routes and variables. */
export function rolloutStep(): Step {
  let isSkipped = false;
  return {
    name: 'rollout',
    what: 'gradual rollout',
    changes: 'worker',

    async check(context): Promise<StepState> {
      const version = await context.account.version(context.names.redirect);
      if (version === null) return { isDone: true, actual: 'not needed: nothing is deployed yet' };
      if (isSkipped) return { isDone: true, actual: 'not possible: the new version has new Durable Object classes' };
      if (parseFingerprint(version.message) === (await computeFingerprint('redirect', context)))
        return { isDone: true, actual: 'this version' };
      return {
        isDone: false,
        actual: 'another version',
        change: `give the new version ${SHARES.join(' %, ')} %, then all requests`,
      };
    },

    async act(context) {
      const { account, wrangler, names, version, home } = context;
      const previous = await account.version(names.redirect);
      if (previous === null) return;
      const file = writeConfiguration('redirect', collectDeployment(context), home);
      try {
        const added = await wrangler.upload(
          file,
          formatMessage(version, await computeFingerprint('redirect', context)),
        );
        await rollOut(context, previous.id, added);
      } catch (error) {
        if (!hasNewClasses(error)) throw error;
        isSkipped = true;
      }
    },
  };
}

type Counts = { readonly requests: number; readonly errors: number };

/** The counts since the observation began. `isOfVisitors` is false if they are those of our own requests. */
type Observed = Counts & { readonly isOfVisitors: boolean };

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
    // The metrics are sums. If their Durable Object loses them, they restart at 0, so a later sum may be smaller.
    const since = (name: keyof Counts) => Math.max(0, (now?.[name] ?? 0) - (first?.[name] ?? 0));
    const counts = { requests: since('requests'), errors: since('errors') };
    return counts.requests > 0
      ? { ...counts, isOfVisitors: true }
      : { ...(await probeHealth(fetch, addresses)), isOfVisitors: false };
  };
}
