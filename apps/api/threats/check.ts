/** Whether a link may lead somewhere: the lists, then the service (specification 6.3). */
import { configOf, type ThreatsConfig } from '#api/platform/config';
import type { Env } from '#api/platform/env';
import { Breaker } from './breaker';
import { currentLists, judgedByLists } from './lists';
import { type Status, type ThreatService, UNKNOWN } from './verdict';
import { VerdictCache } from './verdict-cache';
import { webRisk } from './web-risk';

/** All look-ups of a request, a batch's too, share this much time. */
const BUDGET_MS = 1_500;

/** What an isolate knows of the service. */
type Memory = { readonly cache: VerdictCache; readonly breaker: Breaker };
const memories = new WeakMap<Env, Memory>();

function memoryOf(env: Env): Memory {
  const memory = memories.get(env) ?? { cache: new VerdictCache(), breaker: new Breaker() };
  memories.set(env, memory);
  return memory;
}

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

/**
 * Judges destinations, in their order. Nothing is fetched from any of them, and what a list holds is told to nobody.
 * @param isPatient the minute's second look: it asks even while the breaker spares creations
 */
export async function checkDestinations(
  env: Env,
  urls: readonly string[],
  now: number,
  { isPatient = false } = {},
): Promise<Status[]> {
  const lists = await currentLists(env, now);
  const listed = urls.map((url) => judgedByLists(lists, url));
  const unlisted = urls.filter((_, index) => listed[index] !== 'unsafe');
  const asked = await askService(env, unlisted, now, isPatient);
  return urls.map((url, index) => worse(listed[index] ?? 'unknown', asked.get(url) ?? 'safe'));
}

const worse = (one: Status, other: Status): Status =>
  (['unsafe', 'unknown', 'unjudgeable', 'safe'] as const).find((status) => status === one || status === other) ??
  'unknown';

async function askService(
  env: Env,
  urls: readonly string[],
  now: number,
  isPatient: boolean,
): Promise<Map<string, Status>> {
  const service = await serviceOf(configOf(env).threats);
  if (service === null) return new Map();
  const { cache, breaker } = memoryOf(env);
  const verdicts = new Map(urls.map((url) => [url, cache.find(url, now) ?? UNKNOWN]));
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
      cache.keep(url, verdict, now);
      verdicts.set(url, verdict);
    }
  }
  return new Map([...verdicts].map(([url, { status }]) => [url, status]));
}
