/** Signing up: a new account with its first passkey (specification 14.2). */
import { insertAccount, newAccount } from '#api/accounts/accounts';
import { databaseOf } from '#api/database/database';
import { logEvent, withLog } from '#api/database/events';
import type { Env } from '#api/platform/env';
import { insertPasskey, type NewPasskey } from './passkeys';

/** Stores an account on FREE and its passkey in one batch. The account gets the id for which the passkey was made. */
export async function signUp(env: Env, name: string, passkey: NewPasskey, now: number): Promise<void> {
  const account = { ...newAccount(name, 'FREE', now), id: passkey.accountId };
  const event = {
    accountId: account.id,
    kind: 'account.registered',
    actor: { kind: 'owner' },
    name: passkey.name,
  } as const;
  await withLog(logEvent(env, event, now), (log) =>
    databaseOf(env.DB).batch([insertAccount(env, account), insertPasskey(env, passkey, now), ...log]),
  );
}
