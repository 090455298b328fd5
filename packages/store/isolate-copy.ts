/** An isolate's copy of a stored value. It is valid for a time to live, and longer while the store fails. */
import { perIsolate } from './per-isolate';
import { withinMs } from './time-limit';

type CopyOptions<Env, T> = {
  /** How long a value is valid after it was read. */
  readonly ttlMs: number;
  /** How long the last value is valid after a failed read, so that requests do not all wait for a failing store. */
  readonly retryAfterMs: number;
  /** The time limit of a read. A longer read counts as failed. */
  readonly limitMs: number;
  readonly read: (env: Env) => Promise<T>;
  /** Returns the value where a read fails and the isolate has no copy. It may throw. */
  readonly fallback: (env: Env) => T | Promise<T>;
  readonly onFault?: (fault: unknown) => void;
};

/** `copy` is undefined before the first read; `read` is undefined while no read is running. */
type State<T> = {
  copy?: { readonly value: T; readonly readAt: number; readonly validUntil: number } | undefined;
  read?: Promise<T> | undefined;
};

type IsolateCopy<Env, T> = {
  /**
   * Returns the value, at once if a valid copy is in memory. It is at most `ttlMs` old while its store works.
   * @throws what the fallback throws
   */
  readonly get: (env: Env, now: number) => T | Promise<T>;
  /** Sets a value that was just written, or read elsewhere. */
  readonly set: (env: Env, value: T, now: number) => void;
  /** Deletes the copy, because this isolate has just changed the stored value. */
  readonly delete: (env: Env) => void;
};

/**
 * Makes one copy per isolate. The first call that finds its copy too old reads the store, and later calls wait for the
 * same read.
 */
export function isolateCopy<Env extends object, T>(options: CopyOptions<Env, T>): IsolateCopy<Env, T> {
  const stateOf = perIsolate<Env, State<T>>(() => ({}));

  function set(env: Env, value: T, now: number, validMs = options.ttlMs): T {
    stateOf(env).copy = { value, readAt: now, validUntil: now + validMs };
    return value;
  }

  function get(env: Env, now: number): T | Promise<T> {
    const state = stateOf(env);
    const { copy } = state;
    return copy && now >= copy.readAt && now < copy.validUntil ? copy.value : readAgain(env, state, now);
  }

  async function readAgain(env: Env, state: State<T>, now: number): Promise<T> {
    const { copy } = state;
    state.read ??= options.read(env);
    const { read } = state;
    try {
      const value = await withinMs(options.limitMs, read);
      // A read that began before the copy was deleted may hold the old value, so it is returned and not stored.
      return state.read === read ? set(env, value, now) : value;
    } catch (fault) {
      options.onFault?.(fault);
      return set(env, copy ? copy.value : await options.fallback(env), now, options.retryAfterMs);
    } finally {
      // A read that hangs is dropped too. It ends with the request that began it, so it never settles.
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
