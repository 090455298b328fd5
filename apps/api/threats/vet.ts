/** What a judgement means for a link that is being made. */
import { configOf } from '#api/platform/config';
import type { Env } from '#api/platform/env';
import { acceptedOf, isRefused, type Outcome } from '#domain/outcome';
import { Refusal } from '#domain/refusal';
import { checkDestinations } from './check';
import type { Status } from './verdict';

const RETRY_AFTER_SECONDS = 30;

/** pending: it is accepted, and looked at again within a minute. */
export type Threat = 'pending' | null;

/**
 * Judges the destinations of new links, side by side within one budget of time.
 * @returns each with its judgement, or the refusal URL_UNSAFE, with the same words whatever flagged it; where the operator
 * wants no link unjudged, THREATS_UNAVAILABLE, or URL_INVALID of an address that the service refuses
 */
export async function vetDestinations<T extends { readonly url: string }>(
  env: Env,
  requests: readonly T[],
  now: number,
): Promise<Outcome<T & { readonly threat: Threat }>[]> {
  const urls = requests.map(({ url }) => url);
  const statuses = await checkDestinations(env, urls, now);
  const { refusesOnFailure } = configOf(env).threats;
  return requests.map((request, index) => {
    const threat = threatOf(statuses[index] ?? 'unknown', refusesOnFailure);
    return isRefused(threat) ? threat : { ...request, threat };
  });
}

/** Judges one destination. @throws Refusal, as above */
export async function vetDestination(env: Env, url: string, now: number): Promise<Threat> {
  const [outcome] = await vetDestinations(env, [{ url }], now);
  return acceptedOf(outcome as Outcome<{ threat: Threat }>).threat;
}

function threatOf(status: Status, refusesOnFailure: boolean): Outcome<Threat> {
  if (status === 'unsafe') return new Refusal('URL_UNSAFE');
  if (status === 'safe') return null;
  // Trying again would come to the same, so 503 would be a lie.
  if (refusesOnFailure && status === 'unjudgeable') return new Refusal('URL_INVALID');
  if (refusesOnFailure) return new Refusal('THREATS_UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS });
  return 'pending';
}
