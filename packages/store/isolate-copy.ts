/** What an isolate keeps of a stored value: for a time to live, and beyond it where the store does not answer. */
import { perIsolate } from './per-isolate';
import { withinMs } from './time-limit';

type Rules<Env, T> = {
  /** How long a value that was read is the answer. */
  readonly ttlMs: number;
  /** How long the last one is after a read has failed, so that an absent store is not asked by every request. */
  readonly retryAfterMs: number;
  /** A read that takes longer has failed. */
  readonly limitMs: number;
  readonly read: (env: Env) => Promise<T>;
  /** The value of an isolate that never read one. May throw. */
  readonly fallback: (env: Env) => T | Promise<T>;
  readonly onFault?: (fault: unknown) => void;
};

/** `copy` is undefined before the first read, `read` where none is under way. */
type State<T> = {
  copy?: { readonly value: T; readonly readAt: number; readonly goodUntil: number } | undefined;
  read?: Promise<T> | undefined;
};

export type IsolateCopy<Env, T> = {
  /** The value, at most as old as the rules say while its store answers. Throws what the fallback throws. */
  readonly get: (env: Env, now: number) => Promise<T>;
  /** Sets the value that has just been written or read elsewhere. */
  readonly set: (env: Env, value: T, now: number) => void;
  /** Deletes the copy, because what it was read from has just been changed here. */
  readonly delete: (env: Env) => void;
};

/** A copy in every isolate. Whoever finds it old reads it for everybody who comes meanwhile. */
export function isolateCopy<Env extends object, T>(rules: Rules<Env, T>): IsolateCopy<Env, T> {
  const stateOf = perIsolate<Env, State<T>>(() => ({}));

  function set(env: Env, value: T, now: number, lastsMs = rules.ttlMs): T {
    stateOf(env).copy = { value, readAt: now, goodUntil: now + lastsMs };
    return value;
  }

  async function get(env: Env, now: number): Promise<T> {
    const state = stateOf(env);
    const { copy } = state;
    if (copy && now >= copy.readAt && now < copy.goodUntil) return copy.value;
    state.read ??= rules.read(env);
    const { read } = state;
    try {
      const value = await withinMs(rules.limitMs, read);
      // Where the copy was deleted meanwhile, this may be what was to be deleted.
      return state.read === read ? set(env, value, now) : value;
    } catch (fault) {
      rules.onFault?.(fault);
      return set(env, copy ? copy.value : await rules.fallback(env), now, rules.retryAfterMs);
    } finally {
      // Also when it hangs: a read dies with the request that began it.
      if (state.read === read) state.read = undefined;
    }
  }

  return {
    get,
    set,
    delete(env) {
      const state = stateOf(env);
      state.copy = undefined;
      state.read = undefined;
    },
  };
}
