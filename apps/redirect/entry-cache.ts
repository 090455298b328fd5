/** The cache of an isolate for edge entries, so that visits to a popular code do not read KV. */
import type { EdgeEntry, LiveEntry } from '#domain/edge-entry';
import { hasExpired } from '#domain/link';
import { type BoundedCache, boundedCache } from '#store/bounded-cache';
import { perIsolate } from '#store/per-isolate';
import type { Env } from './env';

/** How long an isolate uses a cached entry, even if the link has changed (specification 8.8). */
const TTL_MS = 10_000;
const MAX_ENTRIES = 5_000;
/**
 * How many characters all cached destinations may have, a byte each. Five thousand of the longest would take 41 of
 * the 128 MB of an isolate.
 */
const MAX_CHARACTERS = 8_000_000;

type Cached = { readonly entry: LiveEntry; readonly readAt: number };
const charactersOf = ({ entry: { target } }: Cached): number => (target === 'protected' ? 0 : target.location.length);

const cacheOf = perIsolate<Env, BoundedCache<Cached>>(() => boundedCache(MAX_ENTRIES, MAX_CHARACTERS, charactersOf));

/** Returns the cached entry of a code; null if there is none, if it is ten seconds old, or if its link has expired. */
export function getEntry(env: Env, code: string, now: number): LiveEntry | null {
  const cached = cacheOf(env).get(code);
  if (cached === undefined || now < cached.readAt || now - cached.readAt >= TTL_MS) return null;
  return hasExpired(cached.entry.expiresAt, now) ? null : cached.entry;
}

/** Deletes the cached entry of a code. Callers do so once the link is gone or its counter has refused a click. */
export const deleteEntry = (env: Env, code: string): void => cacheOf(env).delete(code);

/**
 * Caches a live entry; any other entry deletes the cached one. Misses and dead entries are not cached, because a link
 * may be created under such a code at any moment.
 */
export function setEntry(env: Env, code: string, entry: EdgeEntry, now: number): void {
  if (entry.state !== 'live') {
    deleteEntry(env, code);
    return;
  }
  cacheOf(env).set(code, { entry, readAt: now });
}
