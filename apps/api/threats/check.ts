/** The check of destinations for threats: the lists first, then the service (specification 6.3, 6.4). */
import { configOf, type ThreatsConfig } from '#api/platform/config';
import type { Env } from '#api/platform/env';
import { canonicalUrl, expressionsOf } from '#domain/canonical-url';
import { type Denylist, deniesHost } from '#domain/denylist';
import { acceptedOf, isRefused, type Outcome } from '#domain/outcome';
import { Refusal } from '#domain/refusal';
import { currentDenylist } from '#store/denylist-copy';
import { perIsolate } from '#store/per-isolate';
import { Breaker } from './breaker';
import { TEST_EXPRESSIONS } from './embedded-list';
import { EXACT_HOST_MARK, type ImportedList, importedList } from './imported-list';
import { type Status, type ThreatService, UNKNOWN } from './verdict';
import { VerdictCache } from './verdict-cache';
import { webRisk } from './web-risk';

/**
 * pending: the link is made although its destination has no verdict, and the cron checks it again. null: it is safe.
 */
export type Threat = 'pending' | null;

/**
 * Checks the destination of a link that is created or edited.
 * @throws Refusal URL_UNSAFE, with the same message whatever flagged it. With `THREATS_ON_FAILURE = "refuse"` also
 * THREATS_UNAVAILABLE for an unknown verdict, and URL_INVALID for an unjudgeable one.
 */
export async function checkNewDestination(env: Env, url: string, now: number): Promise<Threat> {
  const [status] = await checkDestinations(env, [url], now);
  return acceptedOf(threatOf(status, configOf(env).threats));
}

/**
 * The same for several links at once, within one budget of time.
 * @returns in their order each request with its threat, or its refusal
 */
export async function checkNewDestinations<T extends { readonly url: string }>(
  env: Env,
  requests: readonly T[],
  now: number,
): Promise<Outcome<T & { readonly threat: Threat }>[]> {
  const urls = requests.map(({ url }) => url);
  const statuses = await checkDestinations(env, urls, now);
  const { threats } = configOf(env);
  return requests.map((request, index) => {
    const threat = threatOf(statuses[index], threats);
    return isRefused(threat) ? threat : { ...request, threat };
  });
}

const RETRY_AFTER_SECONDS = 30;

function threatOf(status: Status = 'unknown', { refusesOnFailure }: ThreatsConfig): Outcome<Threat> {
  if (status === 'unsafe') return new Refusal('URL_UNSAFE');
  if (status === 'safe') return null;
  // Not a 503: a retry would get the same verdict.
  if (refusesOnFailure && status === 'unjudgeable') return new Refusal('URL_INVALID');
  if (refusesOnFailure) return new Refusal('THREATS_UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS });
  return 'pending';
}

/**
 * Checks destinations, in their order. Nothing is fetched from any of them, and what a list holds is told to nobody.
 * @param ignoresBreaker a re-scan of the minute: it asks even while the breaker spares creations
 */
export async function checkDestinations(
  env: Env,
  urls: readonly string[],
  now: number,
  { ignoresBreaker = false } = {},
): Promise<Status[]> {
  const lists = await currentLists(env, now);
  const listed = urls.map((url) => statusByLists(lists, url));
  const unlisted = urls.filter((_, index) => listed[index] !== 'unsafe');
  const asked = await askService(env, unlisted, now, ignoresBreaker);
  return urls.map((url, index) => worse(listed[index] ?? 'unknown', asked.get(url) ?? 'safe'));
}

const worse = (one: Status, other: Status): Status =>
  (['unsafe', 'unknown', 'unjudgeable', 'safe'] as const).find((status) => status === one || status === other) ??
  'unknown';

type Lists = { readonly denylist: Denylist; readonly imported: ImportedList | null };

/** Loads the lists that are read from KV: the denylist with the operator's blocked hosts, and the imported list. */
async function currentLists(env: Env, now: number): Promise<Lists> {
  const [denylist, imported] = await Promise.all([currentDenylist(env, now), importedList(env, now)]);
  return { denylist, imported };
}

/** The verdict of all lists on an address; unknown where the imported one could not be read. */
function statusByLists({ denylist, imported }: Lists, url: string): Status {
  const { hostname, href } = new URL(url);
  if (deniesHost(denylist, hostname)) return 'unsafe';
  const canonical = canonicalUrl(href);
  if (canonical === null) return 'unknown';
  const expressions = expressionsOf(canonical);
  if (expressions.some((expression) => TEST_EXPRESSIONS.has(expression))) return 'unsafe';
  if (imported === null) return 'unknown';
  return imported.holdsAny([EXACT_HOST_MARK + canonical.host, ...expressions]) ? 'unsafe' : 'safe';
}

/** The time that all look-ups of a request share, also those of a batch (specification 6.4). */
const BUDGET_MS = 1_500;

/** The state that an isolate keeps about the service. */
type Memory = { readonly cache: VerdictCache; readonly breaker: Breaker };
const memoryOf = perIsolate<Env, Memory>(() => ({ cache: new VerdictCache(), breaker: new Breaker() }));

/**
 * The service that `THREATS` names; null for `list`, which sends nothing to anybody. Safe Browsing is imported only where
 * it is named, because its protobuf reader is heavy.
 */
export async function serviceOf({ service, endpoint }: ThreatsConfig): Promise<ThreatService | null> {
  if (service === 'list') return null;
  if (service === 'webrisk') return webRisk(endpoint);
  const { safeBrowsing } = await import('./safe-browsing');
  return safeBrowsing(endpoint);
}

async function askService(
  env: Env,
  urls: readonly string[],
  now: number,
  ignoresBreaker: boolean,
): Promise<Map<string, Status>> {
  const service = await serviceOf(configOf(env).threats);
  if (service === null) return new Map();
  const { cache, breaker } = memoryOf(env);
  const verdicts = new Map(urls.map((url) => [url, cache.get(url, now) ?? UNKNOWN]));
  const open = [...verdicts].filter(([, verdict]) => verdict.status === 'unknown').map(([url]) => url);
  if (open.length > 0 && (ignoresBreaker || breaker.admits(now))) {
    const results = await service.check(open, now, AbortSignal.timeout(BUDGET_MS));
    // The breaker counts a failure only if all verdicts are unknown, because a large batch may use the budget up before
    // its last addresses. An unjudgeable address says nothing about the service.
    const judged = results.filter(({ status }) => status !== 'unjudgeable');
    if (judged.length > 0) {
      breaker.record(
        judged.every(({ status }) => status === 'unknown'),
        now,
      );
    }
    for (const [index, url] of open.entries()) {
      const verdict = results[index] ?? UNKNOWN;
      cache.set(url, verdict, now);
      verdicts.set(url, verdict);
    }
  }
  return new Map([...verdicts].map(([url, { status }]) => [url, status]));
}
