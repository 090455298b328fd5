/** What a visit to a route comes to, before any counter is asked. */
import { hasExpired } from './link';
import type { LiveRoute, Route } from './route';

export type Judgement =
  | { readonly verdict: 'live'; readonly route: LiveRoute }
  | { readonly verdict: 'gone' }
  | { readonly verdict: 'blocked' };

/** Judges a route at `now`. Expiry is decided here by the clock, never by KV's own expiration. */
export function judge(route: Route, now: number): Judgement {
  switch (route.state) {
    case 'blocked':
      return { verdict: 'blocked' };
    case 'gone':
      return { verdict: 'gone' };
    case 'live':
      return hasExpired(route.expiresAt, now) ? { verdict: 'gone' } : { verdict: 'live', route };
  }
}
