/** Reads the use of an account's keys, for the console. Each key costs one call of its Durable Object. */

import type { Env } from '#api/platform/env';
import type { KeyUse } from '#domain/admission';
import { logFault } from '#store/log-fault';
import { callObject } from '#store/object-call';
import { objectNamed } from '#store/object-named';
import type { Key } from './keys';

/** The most Durable Objects that are read for one page. No plan has more active keys by default. */
const MAX_KEYS_READ = 20;

type Named = { readonly id: string };

export type Used<One extends Named> = One & {
  /** Null if the Durable Object was not read, or did not respond. */
  readonly use: KeyUse | null;
};
export type UsedKey = Used<Key>;

/**
 * Returns all keys in the same order, the first MAX_KEYS_READ of them with their use. Faults are logged, not thrown.
 */
export const withKeyUse = <One extends Named>(env: Env, keys: readonly One[]): Promise<Used<One>[]> =>
  Promise.all(
    keys.map(async (key, index) => ({ ...key, use: index < MAX_KEYS_READ ? await readKeyUse(env, key.id) : null })),
  );

/** Reads the use of one key from its Durable Object. A failed read is logged, and returns null. */
export async function readKeyUse(env: Env, keyId: string): Promise<KeyUse | null> {
  try {
    return await callObject(
      () => objectNamed(env, env.KEYS, keyId),
      async (keyObject) => await keyObject.use(keyId),
      { repeatable: true },
    );
  } catch (error) {
    logFault(error, { doing: 'read use', key: keyId });
    return null;
  }
}
