/** Throws a refusal unless the link's counter has granted the click. */
import { overloaded, Refusal } from '#domain/refusal';
import type { TakeResult } from './click-counter';
import { deleteEntry } from './entry-cache';
import type { Env } from './env';

/** Deletes the cached entry if the click was refused. @throws Refusal unless the click was granted */
export function assertGranted(taken: TakeResult, code: string, env: Env): void {
  // The visit has read D1 already, so the link was edited once more since then.
  if (taken === 'outdated') throw overloaded(1);
  if (taken === 'granted') return;
  deleteEntry(env, code);
  throw new Refusal('LINK_GONE', { goneReason: 'CLICKS' });
}
