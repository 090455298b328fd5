/**
 * Names that an isolate remembers until they expire, so that it saves their lookups: refused networks, valid sessions.
 * A lost name only costs another lookup.
 */
import { boundedCache } from './bounded-cache';
import { perIsolate } from './per-isolate';

/** How many names an isolate remembers at most. For a forgotten one it calls the limiter or does the lookup again. */
const MAX_NAMES = 1_000;

type ExpiringNames = {
  /** When a name expires, epoch milliseconds; null for an unknown or expired name. */
  readonly get: (env: object, name: string, now: number) => number | null;
  readonly set: (env: object, name: string, until: number) => void;
  readonly delete: (env: object, name: string) => void;
};

/** Makes the set of names, one per isolate. */
export function expiringNames(): ExpiringNames {
  const cacheOf = perIsolate(() => boundedCache<number>(MAX_NAMES));
  return {
    get(env, name, now) {
      const until = cacheOf(env).get(name) ?? 0;
      return now < until ? until : null;
    },
    set: (env, name, until) => cacheOf(env).set(name, until),
    delete: (env, name) => cacheOf(env).delete(name),
  };
}
