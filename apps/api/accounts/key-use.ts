/** Reads the use of an account's keys, for the console. Each key costs one call of its Durable Object. */

import type { Env } from '#api/platform/env';
import type { KeyUse } from '#domain/admission';
import { logFault } from '#store/log-fault';
import { callObject } from '#store/object-call';
import { objectNamed } from '#store/object-named';
import type { Key } from './keys';

/** The most Durable Objects that are read for one page. No plan has more active keys by default. */
const MAX_KEYS_READ = 20;

export type UsedKey = Key & {
  /** Null where the Durable Object was not read, or did not respond. */
  readonly use: KeyUse | null;
};

/**
 * Adds the use to the first MAX_KEYS_READ keys. It returns all keys, in the same order. It logs faults, and does not
 * throw them.
 */
export const withUse = (env: Env, keys: readonly Key[]): Promise<UsedKey[]> =>
  Promise.all(
    keys.map(async (key, index) => ({ ...key, use: index < MAX_KEYS_READ ? await useOf(env, key.id) : null })),
  );

/** Reads the use of one key from its Durable Object. Where the read fails it logs the fault, and returns null. */
export async function useOf(env: Env, keyId: string): Promise<KeyUse | null> {
  try {
    return await callObject(
      () => objectNamed(env, env.KEYS, keyId),
      async (meter) => await meter.use(keyId),
      { repeatable: true },
    );
  } catch (error) {
    logFault(error, { doing: 'read use', key: keyId });
    return null;
  }
}
