/** The edge entries an isolate has just read: hot codes need not ask KV again. */
import type { EdgeEntry, LiveEntry } from '#domain/edge-entry';
import { hasExpired } from '#domain/link';
import type { Env } from './env';

/** How long a change may go unseen by an isolate that has the old entry (specification 8.8). */
const TTL_MS = 10_000;
const MAX_ENTRIES = 5_000;
/** Characters of their destinations, as many bytes: links of 0.10.0 may have 73,504 each, and an isolate has 128 MB. */
const MAX_CHARACTERS = 8_000_000;

type Cached = { readonly entry: LiveEntry; readonly readAt: number };
/** Two generations: when the younger has half of what there may be, the older is dropped whole, at no cost. */
type Cache = readonly [younger: Map<string, Cached>, older: Map<string, Cached>, charactersOfYounger: number];
const caches = new WeakMap<Env, Cache>();

const cacheOf = (env: Env): Cache => caches.get(env) ?? [new Map(), new Map(), 0];

const charactersOf = ({ target }: LiveEntry): number => (target === 'protected' ? 0 : target.location.length);

/** An entry that was read at most ten seconds ago, or null. */
export function getEntry(env: Env, code: string, now: number): LiveEntry | null {
  const [younger, older] = cacheOf(env);
  const cached = younger.get(code) ?? older.get(code);
  if (cached === undefined || now < cached.readAt || now - cached.readAt >= TTL_MS) return null;
  return hasExpired(cached.entry.expiresAt, now) ? null : cached.entry;
}

/** Deletes a code's entry, because its counter has just said that its clicks are used up. */
export function deleteEntry(env: Env, code: string): void {
  const [younger, older] = cacheOf(env);
  younger.delete(code);
  older.delete(code);
}

/** Caches a live entry; a dead one deletes it. Misses and dead codes are never cached: either may come to life at any moment. */
export function setEntry(env: Env, code: string, entry: EdgeEntry, now: number): void {
  if (entry.state !== 'live') {
    deleteEntry(env, code);
    return;
  }
  const [younger, older, characters] = cacheOf(env);
  const isFull = younger.size >= MAX_ENTRIES / 2 || characters >= MAX_CHARACTERS / 2;
  const [first, second, before] = isFull ? [new Map(), younger, 0] : [younger, older, characters];
  first.set(code, { entry, readAt: now });
  caches.set(env, [first, second, before + charactersOf(entry)]);
}
