/** What an isolate keeps in memory: copies of stored values, bounded caches, and names that expire. */
import { withinMs } from './faults';

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
 * Makes one copy of a stored value per isolate, valid for a time to live, and longer while the store fails. The first
 * call that finds its copy too old reads the store, and later calls wait for the same read.
 */
export function makeIsolateCopy<Env extends object, T>(options: CopyOptions<Env, T>): IsolateCopy<Env, T> {
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

/**
 * Keeps one value per environment. The value is made at its first use. An isolate has one environment, so the value
 * ends with its isolate. Tests have one environment for each isolate that they simulate. Variables of a module would be
 * shared by those isolates.
 */
export function perIsolate<Env extends object, T>(make: (env: Env) => T): (env: Env) => T {
  const values = new WeakMap<Env, T>();
  return (env) => {
    const known = values.get(env);
    if (known !== undefined) return known;
    const value = make(env);
    values.set(env, value);
    return value;
  };
}

export type BoundedCache<V> = {
  readonly get: (key: string) => V | undefined;
  readonly set: (key: string, value: V) => void;
  readonly delete: (key: string) => void;
};

/**
 * Makes a cache with a limit of entries and of their total weight, in two generations. Once the younger one reaches
 * half of a limit, it becomes the older one, and the former older one is dropped. So the newest half stays. quick-lru
 * 7.3.0 has no weights, and takes 3,387 bytes minified; this cache takes 245.
 * @param weightOf the weight of a value, in the unit of `maxWeight`
 */
export function makeBoundedCache<V>(
  maxEntries: number,
  maxWeight = Number.POSITIVE_INFINITY,
  weightOf: (value: V) => number = () => 0,
): BoundedCache<V> {
  let younger = new Map<string, V>();
  let older = new Map<string, V>();
  let weight = 0; // of the younger generation
  return {
    get: (key) => younger.get(key) ?? older.get(key),
    set(key, value) {
      if (younger.size >= maxEntries / 2 || weight >= maxWeight / 2) {
        older = younger;
        younger = new Map();
        weight = 0;
      }
      younger.set(key, value);
      weight += weightOf(value);
    },
    delete(key) {
      younger.delete(key);
      older.delete(key);
    },
  };
}

/** How many names an isolate remembers at most. For a forgotten one it calls the limiter or does the lookup again. */
const MAX_NAMES = 1_000;

type ExpiringNames = {
  /** When a name expires, epoch milliseconds; null for an unknown or expired name. */
  readonly get: (env: object, name: string, now: number) => number | null;
  readonly set: (env: object, name: string, until: number) => void;
  readonly delete: (env: object, name: string) => void;
};

/**
 * Makes a set of names per isolate, which saves their lookups until they expire: refused networks, valid sessions. A
 * lost name only costs another lookup.
 */
export function makeExpiringNames(): ExpiringNames {
  const cacheOf = perIsolate(() => makeBoundedCache<number>(MAX_NAMES));
  return {
    get(env, name, now) {
      const until = cacheOf(env).get(name) ?? 0;
      return now < until ? until : null;
    },
    set: (env, name, until) => cacheOf(env).set(name, until),
    delete: (env, name) => cacheOf(env).delete(name),
  };
}
