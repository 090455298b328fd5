/** Where a code leads: memory, then KV, then D1. */

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

/** Edge locations look at KV again after this long: how fast a block or a deletion travels (30 is KV's least). */
const KV_CACHE_SECONDS = 30;
/** KV that takes longer is a miss: D1 answers faster than a visitor leaves. */
const KV_LIMIT_MS = 250;
const D1_LIMIT_MS = 5_000;
const MISSES_RETRY_SECONDS = 60;

/**
 * The entry of a code; null for a code that no link ever had.
 * @throws Refusal for a client that asks for too many codes that are not found; what D1 throws, when KV does not have the entry and D1 is away
 */
export async function findEntry(code: string, one: Visit, env: Env, ctx: ExecutionContext): Promise<EdgeEntry | null> {
  const known = getEntry(env, code, one.now);
  if (known !== null) return known;
  return cached(code, one, env, (await readKv(code, env)) ?? (await readD1(code, one, env, ctx)));
}

/** The entry of a code as D1 has it now, for a visit that came with an old one. */
export async function newestEntry(code: string, one: Visit, env: Env): Promise<EdgeEntry | null> {
  const link = await readLink(code, env);
  return cached(code, one, env, link && entryOfLink(link));
}

function cached(code: string, { now }: Visit, env: Env, entry: EdgeEntry | null): EdgeEntry | null {
  if (entry !== null) setEntry(env, code, entry, now);
  return entry;
}

/** An error of KV is a miss: D1 still knows the link. So is a value that this version cannot read. */
async function readKv(code: string, env: Env): Promise<EdgeEntry | null> {
  const read = env.ROUTES.get(entryKey(code), { type: 'text', cacheTtl: KV_CACHE_SECONDS });
  const text = await withinMs(KV_LIMIT_MS, read).catch(() => null);
  return text === null ? null : decodeEntry(text);
}

/** KV remembers misses, and a code may have been probed before it was made. What KV lacks is put there after the answer. */
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

/** The link of a code as the primary of D1 has it, unless that takes too long. */
export const readLink = (code: string, env: Env): Promise<Link | null> => withinMs(D1_LIMIT_MS, findLink(env, code));
