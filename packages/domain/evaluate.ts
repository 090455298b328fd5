/** Evaluates a visit by its edge entry. The redirect worker calls the counter of a limited link afterwards. */
import { type Denylist, deniesHost, hostOfHref } from './denylist';
import type { EdgeEntry, LiveEntry } from './edge-entry';
import { type GoneReason, hasExpired } from './link';

type Evaluation =
  | { readonly outcome: 'live'; readonly entry: LiveEntry }
  | { readonly outcome: 'gone'; readonly reason: GoneReason }
  | { readonly outcome: 'blocked' };

/**
 * Evaluates an edge entry at `now`, epoch milliseconds. The clock decides here whether a link has expired, never the
 * expiration of the KV value.
 */
export function evaluate(entry: EdgeEntry, denylist: Denylist, now: number): Evaluation {
  if (entry.state === 'blocked') return { outcome: 'blocked' };
  if (entry.state === 'gone') return { outcome: 'gone', reason: entry.reason };
  if (isDenied(entry, denylist)) return { outcome: 'blocked' };
  return hasExpired(entry.expiresAt, now) ? { outcome: 'gone', reason: 'TIME' } : { outcome: 'live', entry };
}

/** The entry of a protected link has no destination. unlock.ts checks its host after it has read D1. */
const isDenied = ({ accountId, target }: LiveEntry, denylist: Denylist): boolean =>
  denylist.accounts.has(accountId) ||
  (denylist.hosts.size > 0 && target !== 'protected' && deniesHost(denylist, hostOfHref(target.location)));
