/** Bringing a key's object up to date. An operator's call answers only after D1 and the object have the change. */
import { callObject } from '#store/object-call';
import type { Env } from './env';
import { readKeyRecord } from './key-record';

/**
 * Hands a key's record, as D1 has it now, to its object. The version in it makes the order of several pushes irrelevant.
 * @throws ObjectUnreachable
 */
export async function pushKey(env: Env, keyId: string): Promise<void> {
  const record = await readKeyRecord(env.DB, keyId);
  if (record === null) return;
  await callObject(
    () => env.KEYS.getByName(keyId),
    async (meter) => await meter.adopt(record),
    { repeatable: true },
  );
}

/** The same for every key of an account that can still be used or switched on. */
export async function pushKeysOf(env: Env, accountId: string): Promise<void> {
  const { results } = await env.DB.prepare("SELECT id FROM keys WHERE account_id = ?1 AND status <> 'revoked'")
    .bind(accountId)
    .all<{ id: string }>();
  await Promise.all(results.map(({ id }) => pushKey(env, id)));
}
