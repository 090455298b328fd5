/** What a judgement means for a link that is being made. */
import { Refusal } from '#domain/refusal';
import { configOf } from '../config';
import type { Env } from '../env';
import { checkDestinations } from './check';
import type { Status } from './verdict';

const RETRY_AFTER_SECONDS = 30;

/** pending: it is accepted, and looked at again within a minute. */
export type Threat = 'pending' | null;

/**
 * Judges the destination of a new link.
 * @throws Refusal URL_UNSAFE, with the same words whatever flagged it; THREATS_UNAVAILABLE where that is wished
 */
export async function vetDestination(env: Env, url: string, now: number): Promise<Threat> {
  const [status] = await checkDestinations(env, [url], now);
  return threatOf(status ?? 'unknown', configOf(env).threats.refusesOnFailure);
}

function threatOf(status: Status, refusesOnFailure: boolean): Threat {
  if (status === 'unsafe') throw new Refusal('URL_UNSAFE');
  if (status === 'safe') return null;
  if (refusesOnFailure) throw new Refusal('THREATS_UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS });
  return 'pending';
}
