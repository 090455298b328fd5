/** What a visit comes to by the edge entry, before any counter is asked. */
import { type Denylist, deniesHost, hostOfHref } from './denylist';
import type { EdgeEntry, LiveEntry } from './edge-entry';
import { type GoneReason, hasExpired } from './link';

export type Evaluation =
  | { readonly outcome: 'live'; readonly entry: LiveEntry }
  | { readonly outcome: 'gone'; readonly reason: GoneReason }
  | { readonly outcome: 'blocked' };

/** Evaluates an edge entry at `now`. Expiry is decided here by the clock, never by KV's own expiration. */
export function evaluate(entry: EdgeEntry, denylist: Denylist, now: number): Evaluation {
  if (entry.state === 'blocked') return { outcome: 'blocked' };
  if (entry.state === 'gone') return { outcome: 'gone', reason: entry.reason };
  if (isDenied(entry, denylist)) return { outcome: 'blocked' };
  return hasExpired(entry.expiresAt, now) ? { outcome: 'gone', reason: 'TIME' } : { outcome: 'live', entry };
}

/** The destination of a protected link is not in its entry: whoever unlocks it evaluates its host. */
const isDenied = ({ accountId, target }: LiveEntry, denylist: Denylist): boolean =>
  denylist.accounts.has(accountId) || (target !== 'protected' && deniesHost(denylist, hostOfHref(target.location)));
