/** The edge entries an isolate has just read: hot codes need not ask KV again. */
import type { EdgeEntry, LiveEntry } from '#domain/edge-entry';
import { hasExpired } from '#domain/link';
import { type BoundedCache, boundedCache } from '#store/bounded-cache';
import { perIsolate } from '#store/per-isolate';
import type { Env } from './env';

/** How long a change may go unseen by an isolate that has the old entry (specification 8.8). */
const TTL_MS = 10_000;
const MAX_ENTRIES = 5_000;
/** Characters of their destinations, as many bytes: links of 0.10.0 may have 73,504 each, and an isolate has 128 MB. */
const MAX_CHARACTERS = 8_000_000;

type Cached = { readonly entry: LiveEntry; readonly readAt: number };
const charactersOf = ({ entry: { target } }: Cached): number => (target === 'protected' ? 0 : target.location.length);

const cacheOf = perIsolate<Env, BoundedCache<Cached>>(() => boundedCache(MAX_ENTRIES, MAX_CHARACTERS, charactersOf));

/** An entry that was read at most ten seconds ago, or null. */
export function getEntry(env: Env, code: string, now: number): LiveEntry | null {
  const cached = cacheOf(env).get(code);
  if (cached === undefined || now < cached.readAt || now - cached.readAt >= TTL_MS) return null;
  return hasExpired(cached.entry.expiresAt, now) ? null : cached.entry;
}

/** Deletes a code's entry, because its counter has just said that its clicks are used up. */
export const deleteEntry = (env: Env, code: string): void => cacheOf(env).delete(code);

/** Caches a live entry; a dead one deletes it. Misses and dead codes are never cached: either may come to life at any moment. */
export function setEntry(env: Env, code: string, entry: EdgeEntry, now: number): void {
  if (entry.state !== 'live') {
    deleteEntry(env, code);
    return;
  }
  cacheOf(env).set(code, { entry, readAt: now });
}
