/** What a visit to a route comes to, before any counter is asked. */
import { type Denylist, deniesHost, hostOfHref } from './denylist';
import { type GoneReason, hasExpired } from './link';
import type { LiveRoute, Route } from './route';

export type Judgement =
  | { readonly outcome: 'live'; readonly route: LiveRoute }
  | { readonly outcome: 'gone'; readonly reason: GoneReason }
  | { readonly outcome: 'blocked' };

/** Judges a route at `now`. Expiry is decided here by the clock, never by KV's own expiration. */
export function judge(route: Route, denylist: Denylist, now: number): Judgement {
  if (route.state === 'blocked') return { outcome: 'blocked' };
  if (route.state === 'gone') return { outcome: 'gone', reason: route.reason };
  if (isDenied(route, denylist)) return { outcome: 'blocked' };
  return hasExpired(route.expiresAt, now) ? { outcome: 'gone', reason: 'TIME' } : { outcome: 'live', route };
}

/** The destination of a protected link is not in its route: whoever unlocks it judges its host. */
const isDenied = ({ accountId, target }: LiveRoute, denylist: Denylist): boolean =>
  denylist.accounts.has(accountId) || (target !== 'protected' && deniesHost(denylist, hostOfHref(target.location)));
