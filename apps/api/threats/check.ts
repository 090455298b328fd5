/** Whether a link may lead somewhere: the lists, then the service (specification 6.3). */
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

/** pending: the link is created, and its destination checked again within a minute. */
export type Threat = 'pending' | null;

/**
 * Checks the destination of a link that is created or edited.
 * @throws Refusal URL_UNSAFE, with the same words whatever flagged it; where the operator wants no link unchecked,
 * THREATS_UNAVAILABLE, or URL_INVALID of an address that the service refuses
 */
export async function checkNewDestination(env: Env, url: string, now: number): Promise<Threat> {
  const [status] = await checkDestinations(env, [url], now);
  return acceptedOf(threatOf(status, configOf(env).threats));
}

/** Checks those of several links, side by side within one budget of time. @returns each with its threat, or its refusal */
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
  // Trying again would come to the same, so 503 would be a lie.
  if (refusesOnFailure && status === 'unjudgeable') return new Refusal('URL_INVALID');
  if (refusesOnFailure) return new Refusal('THREATS_UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS });
  return 'pending';
}

/**
 * Checks destinations, in their order. Nothing is fetched from any of them, and what a list holds is told to nobody.
 * @param isPatient a re-scan of the minute: it asks even while the breaker spares creations
 */
export async function checkDestinations(
  env: Env,
  urls: readonly string[],
  now: number,
  { isPatient = false } = {},
): Promise<Status[]> {
  const lists = await currentLists(env, now);
  const listed = urls.map((url) => statusByLists(lists, url));
  const unlisted = urls.filter((_, index) => listed[index] !== 'unsafe');
  const asked = await askService(env, unlisted, now, isPatient);
  return urls.map((url, index) => worse(listed[index] ?? 'unknown', asked.get(url) ?? 'safe'));
}

const worse = (one: Status, other: Status): Status =>
  (['unsafe', 'unknown', 'unjudgeable', 'safe'] as const).find((status) => status === one || status === other) ??
  'unknown';

type Lists = { readonly denylist: Denylist; readonly imported: ImportedList | null };

/** The lists of the house: the operator's blocked hosts, the embedded list and the imported one. */
async function currentLists(env: Env, now: number): Promise<Lists> {
  const [denylist, imported] = await Promise.all([currentDenylist(env, now), importedList(env, now)]);
  return { denylist, imported };
}

/** What the lists say of an address; unknown where the imported one could not be read. */
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

/** All look-ups of a request, a batch's too, share this much time. */
const BUDGET_MS = 1_500;

/** What an isolate knows of the service. */
type Memory = { readonly cache: VerdictCache; readonly breaker: Breaker };
const memoryOf = perIsolate<Env, Memory>(() => ({ cache: new VerdictCache(), breaker: new Breaker() }));

/**
 * The service that a deployment names; null for one that goes by its lists alone and sends nothing anywhere. What reads
 * protobuf is loaded where it is named only.
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
  isPatient: boolean,
): Promise<Map<string, Status>> {
  const service = await serviceOf(configOf(env).threats);
  if (service === null) return new Map();
  const { cache, breaker } = memoryOf(env);
  const verdicts = new Map(urls.map((url) => [url, cache.get(url, now) ?? UNKNOWN]));
  const open = [...verdicts].filter(([, verdict]) => verdict.status === 'unknown').map(([url]) => url);
  if (open.length > 0 && (isPatient || breaker.admits(now))) {
    const answers = await service.check(open, now, AbortSignal.timeout(BUDGET_MS));
    // A no about an address says nothing of the service. Of a batch that was too much for the budget the last ones are
    // unknown: slow is not broken.
    const told = answers.filter(({ status }) => status !== 'unjudgeable');
    if (told.length > 0) {
      breaker.record(
        told.every(({ status }) => status === 'unknown'),
        now,
      );
    }
    for (const [index, url] of open.entries()) {
      const verdict = answers[index] ?? UNKNOWN;
      cache.set(url, verdict, now);
      verdicts.set(url, verdict);
    }
  }
  return new Map([...verdicts].map(([url, { status }]) => [url, status]));
}
