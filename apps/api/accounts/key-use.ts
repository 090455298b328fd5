/** The use of an account's keys, for the console. Each key costs one call of its object. */

import type { Env } from '#api/platform/env';
import type { KeyUse } from '#domain/admission';
import { logFault } from '#store/log-fault';
import { callObject } from '#store/object-call';
import type { Key } from './keys';

/** The most objects that are read for one page: the most active keys that any plan has by default. */
const MAX_KEYS_READ = 20;

export type UsedKey = Key & {
  /** Null where the object was not read, or did not respond. */ readonly use: KeyUse | null;
};

/**
 * Reads the use of the first MAX_KEYS_READ keys, and returns all keys in the same order. Faults are logged, not thrown.
 */
export const withUse = (env: Env, keys: readonly Key[]): Promise<UsedKey[]> =>
  Promise.all(
    keys.map(async (key, index) => ({ ...key, use: index < MAX_KEYS_READ ? await useOf(env, key.id) : null })),
  );

/** Reads the use of one key from its object; null, and a line in the log, where the object does not respond. */
export async function useOf(env: Env, keyId: string): Promise<KeyUse | null> {
  try {
    return await callObject(
      () => env.KEYS.getByName(keyId),
      async (meter) => await meter.use(keyId),
      { repeatable: true },
    );
  } catch (error) {
    logFault(error, { doing: 'read use', key: keyId });
    return null;
  }
}
