/** A location of the edge: an isolate, and a KV that caches reads for a minute, misses included. */
import { env } from 'cloudflare:workers';
import { wrap } from '../faults';
import { createWorld, type World } from '../world';
import type { RandomFaults } from './random-faults';

/** How long a location may return an old value (developers.cloudflare.com/kv/concepts/how-kv-works/). */
const CACHED_MS = 60_000;

type Read = { readonly value: Promise<unknown>; readonly at: number };

/** The KV of one location. Its cache uses the tests' clock. */
function cachingKv(kv: KVNamespace): KVNamespace {
  const reads = new Map<string, Read>();
  const get = (key: string, options: KVNamespaceGetOptions<'text'>) => {
    const known = reads.get(key);
    const now = Date.now();
    if (known !== undefined && now - known.at < CACHED_MS) return known.value;
    const value = kv.get(key, options);
    reads.set(key, { value, at: now });
    return value;
  };
  return wrap(kv, { get });
}

/** Creates the world of one location. @param variables override those of the tests */
export const createLocation = (faults: RandomFaults, variables: Record<string, string> = {}): World =>
  createWorld({ ...faults.bindings(cachingKv(env.ROUTES)), ...variables });
