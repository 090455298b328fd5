/**
 * Names that an isolate keeps for a while and need not ask about again: networks that were refused, sessions that were
 * good. Nothing but cost depends on them.
 */
import { boundedCache } from './bounded-cache';
import { perIsolate } from './per-isolate';

/** Who can make more has to be refused, or looked up, by those who count and know. */
const MAX_NAMES = 1_000;

export type ExpiringNames = {
  /** Until when a name is kept, epoch milliseconds; null where it is not. */
  readonly get: (env: object, name: string, now: number) => number | null;
  readonly set: (env: object, name: string, until: number) => void;
  readonly delete: (env: object, name: string) => void;
};

/** The names of every isolate. */
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
