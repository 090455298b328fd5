/**
 * Checks destinations for threats: first by the lists, then by the threat service, whose verdicts are cached, and which
 * is not called for a while after several failures (specification 6.3, 6.4).
 */
import { type Env, parseConfig, type ThreatsConfig } from '#api/platform/env';
import { canonicalizeUrl, listExpressions } from '#domain/canonical-url';
import { type Denylist, deniesHost } from '#domain/denylist';
import { getAccepted, isRefused, type Outcome, Refusal } from '#domain/refusal';
import { getDenylist } from '#store/denylist';
import { makeBoundedCache, perIsolate } from '#store/isolate';
import { EXACT_HOST_MARK, type ImportedList, importedList } from './imported-list';
import {
  base64,
  hashExpressions,
  sha256,
  TEST_EXPRESSIONS,
  type ThreatService,
  type TimedVerdict,
  UNKNOWN,
  type Verdict,
} from './threat-service';
import { webRisk } from './web-risk';

/**
 * The column `threat` of a new link: null if its destination is safe, `pending` if it has no verdict yet. The cron
 * checks pending links again.
 */
export type Threat = 'pending' | null;

/**
 * Checks the destination of a link that is created or edited.
 * @throws Refusal URL_UNSAFE for an unsafe destination; with `THREATS_ON_FAILURE = "refuse"` also THREATS_UNAVAILABLE
 * for an unknown one, and URL_INVALID for an unjudgeable one
 */
export async function checkNewDestination(env: Env, url: string, now: number): Promise<Threat> {
  const [verdict] = await checkDestinations(env, [url], now);
  return getAccepted(toThreat(verdict, parseConfig(env).threats));
}

/**
 * Checks the destinations of several links at once, within one time limit.
 * @returns each request with its threat, or its refusal, in the same order
 */
export async function checkNewDestinations<T extends { readonly url: string }>(
  env: Env,
  requests: readonly T[],
  now: number,
): Promise<Outcome<T & { readonly threat: Threat }>[]> {
  const urls = requests.map(({ url }) => url);
  const verdicts = await checkDestinations(env, urls, now);
  const { threats } = parseConfig(env);
  return requests.map((request, index) => {
    const threat = toThreat(verdicts[index], threats);
    return isRefused(threat) ? threat : { ...request, threat };
  });
}

const RETRY_AFTER_SECONDS = 30;

function toThreat(verdict: Verdict = 'unknown', { refusesOnFailure }: ThreatsConfig): Outcome<Threat> {
  if (verdict === 'unsafe') return new Refusal('URL_UNSAFE');
  if (verdict === 'safe') return null;
  // An unjudgeable destination is not refused with 503, because a retry would get the same verdict.
  if (refusesOnFailure && verdict === 'unjudgeable') return new Refusal('URL_INVALID');
  if (refusesOnFailure) return new Refusal('THREATS_UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS });
  return 'pending';
}

/**
 * Returns the verdicts on destinations, in the same order. It fetches nothing from a destination, and sends no
 * destination on a list to the service.
 * @param ignoresBreaker whether to call the service even while the breaker is open, as the cron does
 */
export async function checkDestinations(
  env: Env,
  urls: readonly string[],
  now: number,
  { ignoresBreaker = false } = {},
): Promise<Verdict[]> {
  const lists = await currentLists(env, now);
  const listed = urls.map((url) => verdictByLists(lists, url));
  const unlisted = urls.filter((_, index) => listed[index] !== 'unsafe');
  const ofService = await checkWithService(env, unlisted, now, ignoresBreaker);
  return urls.map((url, index) => takeWorse(listed[index] ?? 'unknown', ofService.get(url) ?? 'safe'));
}

/** Returns the worse of two verdicts. */
const takeWorse = (one: Verdict, other: Verdict): Verdict =>
  (['unsafe', 'unknown', 'unjudgeable', 'safe'] as const).find((verdict) => verdict === one || verdict === other) ??
  'unknown';

type Lists = { readonly denylist: Denylist; readonly imported: ImportedList | null };

/** Loads the lists in KV: the denylist, which holds the operator's blocked hosts, and the imported list. */
async function currentLists(env: Env, now: number): Promise<Lists> {
  const [denylist, imported] = await Promise.all([getDenylist(env, now), importedList(env, now)]);
  return { denylist, imported };
}

/** Returns the verdict of all lists on an address; unknown if the imported list could not be read. */
function verdictByLists({ denylist, imported }: Lists, url: string): Verdict {
  const { hostname, href } = new URL(url);
  if (deniesHost(denylist, hostname)) return 'unsafe';
  const canonical = canonicalizeUrl(href);
  if (canonical === null) return 'unknown';
  const expressions = listExpressions(canonical);
  if (expressions.some((expression) => TEST_EXPRESSIONS.has(expression))) return 'unsafe';
  if (imported === null) return 'unknown';
  return imported.holdsAny([EXACT_HOST_MARK + canonical.host, ...expressions]) ? 'unsafe' : 'safe';
}

/** The time limit of all calls of the service for one request, even for a batch (specification 6.4). */
const BUDGET_MS = 1_500;

/** What an isolate keeps between calls of the service. */
type Memory = { readonly cache: VerdictCache; readonly breaker: Breaker };
const memoryOf = perIsolate<Env, Memory>(() => ({ cache: new VerdictCache(), breaker: new Breaker() }));

/**
 * Returns the service that `THREATS` names; null for `list`, which calls no service. Safe Browsing is imported only if
 * it is named, because its protobuf reader is large.
 */
export async function chooseService({ service, endpoint }: ThreatsConfig): Promise<ThreatService | null> {
  if (service === 'list') return null;
  if (service === 'webrisk') return webRisk(endpoint);
  const { safeBrowsing } = await import('./safe-browsing');
  return safeBrowsing(endpoint);
}

/** Returns the verdicts of the service by address, from the cache where it has them. */
async function checkWithService(
  env: Env,
  urls: readonly string[],
  now: number,
  ignoresBreaker: boolean,
): Promise<Map<string, Verdict>> {
  const service = await chooseService(parseConfig(env).threats);
  if (service === null) return new Map();
  const { cache, breaker } = memoryOf(env);
  const timedVerdicts = new Map(urls.map((url) => [url, cache.get(url, now) ?? UNKNOWN]));
  const uncached = [...timedVerdicts].filter(([, { verdict }]) => verdict === 'unknown').map(([url]) => url);
  if (uncached.length > 0 && (ignoresBreaker || breaker.admits(now))) {
    const results = await service.check(uncached, now, AbortSignal.timeout(BUDGET_MS));
    // The breaker counts a failure only if all verdicts are unknown, because a large batch may reach the time limit
    // before its last addresses. An unjudgeable address neither proves nor disproves that the service works.
    const checked = results.filter(({ verdict }) => verdict !== 'unjudgeable');
    if (checked.length > 0) {
      breaker.record(
        checked.every(({ verdict }) => verdict === 'unknown'),
        now,
      );
    }
    for (const [index, url] of uncached.entries()) {
      const timed = results[index] ?? UNKNOWN;
      cache.set(url, timed, now);
      timedVerdicts.set(url, timed);
    }
  }
  return new Map([...timedVerdicts].map(([url, { verdict }]) => [url, verdict]));
}

const MAX_VERDICTS = 5_000;

/**
 * Returns the key of an address: the hash of its most exact expression. A hash takes little memory, even if the address
 * is long.
 */
const cacheKey = (url: string): string => base64(sha256(hashExpressions(url)[0] ?? new URL(url).href));

/** The bounded cache of an isolate. It stores only the verdicts safe and unsafe. */
export class VerdictCache {
  readonly #verdicts = makeBoundedCache<TimedVerdict>(MAX_VERDICTS);

  get(url: string, now: number): TimedVerdict | null {
    const key = cacheKey(url);
    const timed = this.#verdicts.get(key);
    if (timed === undefined) return null;
    if (now < timed.goodUntil) return timed;
    this.#verdicts.delete(key);
    return null;
  }

  set(url: string, timed: TimedVerdict, now: number): void {
    if (timed.verdict === 'unknown' || timed.verdict === 'unjudgeable' || timed.goodUntil <= now) return;
    this.#verdicts.set(cacheKey(url), timed);
  }
}

const MAX_FAILURES = 3;
const OPEN_MS = 30_000;

/** A circuit breaker. After some failures in a row it admits no call of the threat service for half a minute. */
export class Breaker {
  #failures = 0;
  #openUntil = 0;

  /** Returns whether a request may call the service. After the half minute one request may, to test the service. */
  admits(now: number): boolean {
    if (this.#failures < MAX_FAILURES) return true;
    if (now < this.#openUntil) return false;
    // The testing request may end without recording a result. Then another one may test the service half a minute
    // later.
    this.#openUntil = now + OPEN_MS;
    return true;
  }

  /** Records the result of a call, even of one that was made while the breaker was open. */
  record(hasFailed: boolean, now: number): void {
    this.#failures = hasFailed ? this.#failures + 1 : 0;
    if (this.#failures >= MAX_FAILURES) this.#openUntil = now + OPEN_MS;
  }
}
