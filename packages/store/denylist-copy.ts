/** An isolate's copy of the denylist. */
import { DENYLIST_KEY, type Denylist, decodeDenylist, EMPTY_DENYLIST } from '#domain/denylist';
import { readDenylist } from './denylist';
import { isolateCopy } from './isolate-copy';
import type { LinkStore } from './link-store';
import { withinMs } from './time-limit';

/** A copy older than this is read again before an answer (specification 11.12). */
const TTL_MS = 20_000;
const KV_CACHE_SECONDS = 30;
const KV_LIMIT_MS = 250;
const D1_LIMIT_MS = 5_000;

const copy = isolateCopy<LinkStore, Denylist>({
  ttlMs: TTL_MS,
  retryAfterMs: TTL_MS,
  limitMs: KV_LIMIT_MS,
  read: readKv,
  fallback: ({ DB }) => withinMs(D1_LIMIT_MS, readDenylist(DB)),
});

/**
 * The denylist, asked for at most 20 s ago by this isolate; KV may have remembered it for half a minute before. Where KV
 * does not answer, the last copy stays; an isolate that never had one asks D1.
 * @throws what D1 throws, when nothing else knows
 */
export const currentDenylist = (env: LinkStore, now: number): Promise<Denylist> => copy.get(env, now);

/** Deletes this isolate's copy, because the denylist has just been changed here. */
export const deleteDenylistCopy = (env: LinkStore): void => copy.delete(env);

/** A key that was never written is an empty list. @throws for a text of no format of ours */
async function readKv(env: LinkStore): Promise<Denylist> {
  const text = await env.ROUTES.get(DENYLIST_KEY, { type: 'text', cacheTtl: KV_CACHE_SECONDS });
  const denylist = text === null ? EMPTY_DENYLIST : decodeDenylist(text);
  if (denylist === null) throw new Error('No denylist of ours');
  return denylist;
}
