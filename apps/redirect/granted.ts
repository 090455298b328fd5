/** Turns a counter's result into a refusal, or lets the visit go on. */
import { Refusal } from '#domain/refusal';
import type { Taken } from './click-counter';
import { deleteEntry } from './entry-cache';
import type { Env } from './env';

/** @throws Refusal unless the click was granted; a refused one deletes the cached entry */
export function assertGranted(taken: Taken, code: string, env: Env): void {
  if (taken === 'outdated') throw new Refusal('OVERLOADED', { retryAfter: 1 }); // edited once more since D1 was read
  if (taken === 'granted') return;
  deleteEntry(env, code);
  throw new Refusal('LINK_GONE', { goneReason: 'CLICKS' });
}
