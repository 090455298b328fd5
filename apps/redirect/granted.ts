/** What a counter's word means for a visit. */
import { Refusal } from '#domain/refusal';
import type { Taken } from './click-counter';
import { deleteEntry } from './entry-cache';
import type { Env } from './env';

/** @throws Refusal unless the click was granted */
export function assertGranted(taken: Taken, code: string, env: Env): void {
  if (taken === 'outdated') throw new Refusal('OVERLOADED', { retryAfter: 1 }); // edited this very moment
  if (taken === 'granted') return;
  deleteEntry(env, code);
  throw new Refusal('LINK_GONE', { goneReason: 'CLICKS' });
}
