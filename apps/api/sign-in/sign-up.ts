/** People who register themselves: an account and the passkey that opens it. */
import { insertAccount, newAccount } from '#api/accounts/accounts';
import { databaseOf } from '#api/database/database';
import type { Env } from '#api/platform/env';
import { insertPasskey, type NewPasskey } from './passkeys';

/** Makes an account on FREE and its passkey: both or neither. Its id is the one that the passkey was made for. */
export async function signUp(env: Env, name: string, passkey: NewPasskey, now: number): Promise<void> {
  const account = { ...newAccount(name, 'FREE', now), id: passkey.accountId };
  await databaseOf(env.DB).batch([insertAccount(env, account), insertPasskey(env, passkey, now)]);
}
