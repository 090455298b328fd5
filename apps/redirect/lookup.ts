/** Finds the edge entry of a code: in memory, then in KV, then in D1. */

import { decodeEntry, type EdgeEntry, entryKey } from '#domain/edge-entry';
import type { Link } from '#domain/link';
import { Refusal } from '#domain/refusal';
import { findLink } from '#store/find-link';
import { entryOfLink } from '#store/link-row';
import { repairEntry } from '#store/publish';
import { withinMs } from '#store/time-limit';
import { getEntry, setEntry } from './entry-cache';
import type { Env } from './env';
import { notFoundLimiter } from './not-found-limiter';
import type { Visit } from './response';

/**
 * How long a location caches a value of KV, and so how long a block or a deletion takes to arrive. KV accepts no less.
 */
const KV_CACHE_SECONDS = 30;
/** A read of KV that takes longer counts as a miss: D1 responds before a visitor gives up. */
const KV_LIMIT_MS = 250;
const D1_LIMIT_MS = 5_000;
const MISSES_RETRY_SECONDS = 60;

/**
 * Returns the entry of a code; null for a code that no link ever had.
 * @throws Refusal for a client that has requested too many unknown codes; the error of D1 where KV does not have the
 * entry and D1 fails
 */
export async function findEntry(code: string, one: Visit, env: Env, ctx: ExecutionContext): Promise<EdgeEntry | null> {
  const known = getEntry(env, code, one.now);
  if (known !== null) return known;
  return cacheEntry(code, one, env, (await readKv(code, env)) ?? (await readD1(code, one, env, ctx)));
}

/** Reads the entry of a code from D1, for a visit whose entry was outdated, and caches it. */
export async function newestEntry(code: string, one: Visit, env: Env): Promise<EdgeEntry | null> {
  const link = await readLink(code, env);
  return cacheEntry(code, one, env, link && entryOfLink(link));
}

function cacheEntry(code: string, { now }: Visit, env: Env, entry: EdgeEntry | null): EdgeEntry | null {
  if (entry !== null) setEntry(env, code, entry, now);
  return entry;
}

/**
 * Reads the entry from KV. An error counts as a miss, because D1 still has the link. So does a value that this version
 * cannot read.
 */
async function readKv(code: string, env: Env): Promise<EdgeEntry | null> {
  const read = env.ROUTES.get(entryKey(code), { type: 'text', cacheTtl: KV_CACHE_SECONDS });
  const text = await withinMs(KV_LIMIT_MS, read).catch(() => null);
  return text === null ? null : decodeEntry(text);
}

/**
 * Reads the entry from D1, because KV also caches that a code is missing, and the code may have been requested before
 * it was made. An entry that KV lacks is put there, and the response does not wait for that.
 */
async function readD1(
  code: string,
  { request, now }: Visit,
  env: Env,
  ctx: ExecutionContext,
): Promise<EdgeEntry | null> {
  const tooMany = () => new Refusal('WINDOW_EXCEEDED', { retryAfter: MISSES_RETRY_SECONDS });
  if (notFoundLimiter.isRefused(request, env, now)) throw tooMany();
  const link = await readLink(code, env);
  if (link === null) {
    if (!(await notFoundLimiter.allows(request, env, now))) throw tooMany();
    return null;
  }
  ctx.waitUntil(repairEntry(env, code, now).catch(() => undefined)); // the next miss tries again
  return entryOfLink(link);
}

/** Reads the link of a code from the primary of D1. @throws TimedOut after five seconds */
export const readLink = (code: string, env: Env): Promise<Link | null> => withinMs(D1_LIMIT_MS, findLink(env, code));
