/** Looks up the edge entry of a code: in memory, then in KV, then in D1. */
import { decodeEntry, type EdgeEntry, type LiveEntry, makeEntryKey } from '#domain/edge-entry';
import { hasExpired, type Link } from '#domain/link';
import { Refusal } from '#domain/refusal';
import { toNetworks } from '#secrets/client-address';
import { D1_LIMIT_MS, KV_LIMIT_MS, withinMs } from '#store/faults';
import { type BoundedCache, makeBoundedCache, perIsolate } from '#store/isolate';
import { findLink, linkToEntry } from '#store/link-row';
import { KV_CACHE_SECONDS, repairEntry } from '#store/publish';
import { runInTurn } from '#store/turns';
import { ENTRY_IN_MEMORY_MS } from '../config';
import type { Env } from '../env';
import { notFoundLimiter } from './limiters';
import type { Visit } from './request';

const MISSES_RETRY_SECONDS = 60;

/**
 * Returns the entry of a code; null for a code that no link ever had.
 * @throws Refusal for a client that has requested too many unknown codes; the error of D1 if KV lacks the entry and D1
 * fails
 */
export async function findEntry(
  code: string,
  visit: Visit,
  env: Env,
  ctx: ExecutionContext,
): Promise<EdgeEntry | null> {
  const cached = getEntry(env, code, visit.now);
  if (cached !== null) return cached;
  return cacheEntry(code, visit, env, (await readKv(code, env)) ?? (await readD1(code, visit, env, ctx)));
}

/** Reads the entry of a code from D1 and caches it, for a visit whose entry was outdated. */
export async function readNewestEntry(code: string, visit: Visit, env: Env): Promise<EdgeEntry | null> {
  const link = await readLink(code, env);
  return cacheEntry(code, visit, env, link && linkToEntry(link));
}

function cacheEntry(code: string, { now }: Visit, env: Env, entry: EdgeEntry | null): EdgeEntry | null {
  if (entry !== null) setEntry(env, code, entry, now);
  return entry;
}

/**
 * Reads the entry from KV. An error and a value that this version cannot decode count as misses, because D1 still has
 * the link.
 */
async function readKv(code: string, env: Env): Promise<EdgeEntry | null> {
  const read = env.ROUTES.get(makeEntryKey(code), { type: 'text', cacheTtl: KV_CACHE_SECONDS });
  const text = await withinMs(KV_LIMIT_MS, read).catch(() => null);
  return text === null ? null : decodeEntry(text);
}

/**
 * Reads the entry from D1. A miss in KV does not prove that the code is unknown, because KV caches misses, and a code
 * may have been requested before its link was created. The function puts the entry into KV after the response.
 */
async function readD1(
  code: string,
  { request, now }: Visit,
  env: Env,
  ctx: ExecutionContext,
): Promise<EdgeEntry | null> {
  const refusal = () => new Refusal('WINDOW_EXCEEDED', { retryAfter: MISSES_RETRY_SECONDS });
  const networks = toNetworks(request.headers.get('CF-Connecting-IP') ?? '');
  // The charge follows the read, because a code that exists must not use up its network's misses. A read of a burst
  // waits until the earlier ones are charged.
  const link = await runInTurn(env, ctx, networks, async () => {
    if (notFoundLimiter.isRefused(request, env, now)) throw refusal();
    const found = await readLink(code, env);
    if (found === null && !(await notFoundLimiter.allows(request, env, now))) throw refusal();
    return found;
  });
  if (link === null) return null;
  ctx.waitUntil(repairEntry(env, code, now).catch(() => undefined)); // the next miss tries again
  return linkToEntry(link);
}

/** Reads the link of a code from the primary of D1. @throws TimedOut after five seconds */
export const readLink = (code: string, env: Env): Promise<Link | null> => withinMs(D1_LIMIT_MS, findLink(env, code));

const MAX_ENTRIES = 5_000;
/**
 * How many characters all cached destinations may have, a byte each. Five thousand of the longest would take 41 of
 * the 128 MB of an isolate.
 */
const MAX_CHARACTERS = 8_000_000;

type Cached = { readonly entry: LiveEntry; readonly readAt: number };
const countCharacters = ({ entry: { target } }: Cached): number =>
  target === 'protected' ? 0 : target.location.length;

/** The edge entries in memory, so that visits to a popular code do not read KV. */
const cacheOf = perIsolate<Env, BoundedCache<Cached>>(() =>
  makeBoundedCache(MAX_ENTRIES, MAX_CHARACTERS, countCharacters),
);

/** Returns the cached entry of a code; null if there is none, if it is too old, or if its link has expired. */
export function getEntry(env: Env, code: string, now: number): LiveEntry | null {
  const cached = cacheOf(env).get(code);
  if (cached === undefined || now < cached.readAt || now - cached.readAt >= ENTRY_IN_MEMORY_MS) return null;
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
