/** An isolate's copy of the denylist. */
import { DENYLIST_KEY, type Denylist, decodeDenylist, EMPTY_DENYLIST } from '#domain/denylist';
import { readDenylist } from './denylist';
import type { LinkStore } from './link-store';
import { withinMs } from './time-limit';

/** A copy older than this is read again before an answer (specification 11.12). */
const COPY_LASTS_MS = 20_000;
const KV_CACHE_SECONDS = 30;
const KV_LIMIT_MS = 250;
const D1_LIMIT_MS = 5_000;

type Copy = { readonly denylist: Denylist; readonly readAt: number };
const copies = new WeakMap<LinkStore, Copy>();

/**
 * The denylist, asked for at most 20 s ago by this isolate; KV may have remembered it for half a minute before. Where KV
 * does not answer, the last copy stays; an isolate that never had one asks D1.
 * @throws what D1 throws, when nothing else knows
 */
export async function currentDenylist(env: LinkStore, now: number): Promise<Denylist> {
  const copy = copies.get(env);
  if (copy !== undefined && now - copy.readAt < COPY_LASTS_MS && now >= copy.readAt) return copy.denylist;
  const denylist = (await readKv(env)) ?? copy?.denylist ?? (await withinMs(D1_LIMIT_MS, readDenylist(env.DB)));
  copies.set(env, { denylist, readAt: now });
  return denylist;
}

/** Forgets this isolate's copy, because it has just been changed here. */
export const forgetDenylist = (env: LinkStore): void => void copies.delete(env);

/** Null when KV fails or holds a text of no format of ours; a key that was never written is an empty list. */
async function readKv(env: LinkStore): Promise<Denylist | null> {
  try {
    const read = env.ROUTES.get(DENYLIST_KEY, { type: 'text', cacheTtl: KV_CACHE_SECONDS });
    const text = await withinMs(KV_LIMIT_MS, read);
    return text === null ? EMPTY_DENYLIST : decodeDenylist(text);
  } catch {
    return null;
  }
}
