/** What the keys of an account have used: one call to the object of each key that is shown. */

import type { Env } from '#api/platform/env';
import type { KeyUse } from '#domain/admission';
import { logFault } from '#store/log-fault';
import { callObject } from '#store/object-call';
import type { Key } from './keys';

/** As many as an account has active keys on any plan by default. */
export const MAX_KEYS_READ = 20;

export type UsedKey = Key & {
  /** Null where the object did not answer, or was not asked. */ readonly use: KeyUse | null;
};

/** Keys with their use, in the same order. An object that is away leaves its key without, never the page. */
export const withUse = (env: Env, keys: readonly Key[]): Promise<UsedKey[]> =>
  Promise.all(
    keys.map(async (key, index) => ({ ...key, use: index < MAX_KEYS_READ ? await useOf(env, key.id) : null })),
  );

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
