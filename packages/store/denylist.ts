/** Reads the denylist: an isolate's copy of KV, and D1. */
import { DENYLIST_KEY, type Denylist, decodeDenylist } from '#domain/denylist';
import { D1_LIMIT_MS, KV_LIMIT_MS, withinMs } from './faults';
import { makeIsolateCopy } from './isolate';
import type { LinkStore } from './link-row';
import { KV_CACHE_SECONDS } from './publish';

/** A copy older than this is read again before the response (specification 11.12). */
const TTL_MS = 20_000;

const copy = makeIsolateCopy<LinkStore, Denylist>({
  ttlMs: TTL_MS,
  retryAfterMs: TTL_MS,
  limitMs: KV_LIMIT_MS,
  read: readKv,
  fallback: ({ DB }) => withinMs(D1_LIMIT_MS, readDenylist(DB)),
});

/**
 * Returns the denylist as this isolate read it at most 20 s ago. KV may have cached that value for 30 s before. While
 * KV fails, the last copy stays valid; an isolate without a copy reads D1.
 * @throws the error of D1, if the isolate has no copy
 */
export const getDenylist = (env: LinkStore, now: number): Denylist | Promise<Denylist> => copy.get(env, now);

/** Deletes this isolate's copy. The caller has just changed the denylist. */
export const deleteDenylistCopy = (env: LinkStore): void => copy.delete(env);

/**
 * Reads the denylist from KV. The cron publishes it where KV lacks it, so a missing key means that KV was emptied.
 * @throws Error for a missing key, and for a text of an unknown format
 */
async function readKv(env: LinkStore): Promise<Denylist> {
  const text = await env.ROUTES.get(DENYLIST_KEY, { type: 'text', cacheTtl: KV_CACHE_SECONDS });
  const denylist = text === null ? null : decodeDenylist(text);
  if (denylist === null) throw new Error('No denylist of ours');
  return denylist;
}

/** Returns the suspended accounts and the blocked hosts, as the primary has them. */
export async function readDenylist(db: D1Database): Promise<Denylist> {
  const primary = db.withSession('first-primary');
  const [accounts, hosts] = await primary.batch<{ name: string }>([
    primary.prepare('SELECT id AS name FROM accounts WHERE suspended = 1'),
    primary.prepare('SELECT host AS name FROM blocked_hosts'),
  ]);
  const names = (result?: D1Result<{ name: string }>) => new Set(result?.results.map(({ name }) => name));
  return { accounts: names(accounts), hosts: names(hosts) };
}
