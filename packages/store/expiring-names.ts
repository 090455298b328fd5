/**
 * Names that an isolate remembers for a while, so that it need not look them up again: networks that were refused,
 * sessions that were valid. A name that is lost only costs another look-up.
 */
import { boundedCache } from './bounded-cache';
import { perIsolate } from './per-isolate';

/** The most names of an isolate. A client who can make up more meets the limiter or the look-up itself. */
const MAX_NAMES = 1_000;

type ExpiringNames = {
  /** When a name expires, epoch milliseconds; null where it is not there. */
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
