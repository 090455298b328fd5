/** Rows of passkeys: a credential belongs to one account. */
import { expect, it } from 'vitest';
import { createAccount } from '#api/accounts/accounts';
import type { Env } from '#api/platform/env';
import { NOON } from '#testkit/clock';
import { createWorld } from '#testkit/world';
import { findPasskey, insertPasskey, listPasskeys } from './passkeys';

const api = createWorld().env as Env;

it('a credential stays with the account that registered it first', async () => {
  const [owner, other] = [
    await createAccount(api, 'Acme', 'PRO', NOON),
    await createAccount(api, 'Other', 'PRO', NOON),
  ];
  const passkey = { id: crypto.randomUUID(), name: 'a device', publicKey: 'none', counter: 7, transports: [] };
  const insert = ({ id: accountId }: { id: string }) => insertPasskey(api, { ...passkey, accountId }, NOON).run();
  expect((await insert(owner)).meta.changes).toBeGreaterThan(0);
  expect((await insert(other)).meta.changes).toBe(0);
  expect(await findPasskey(api, passkey.id)).toMatchObject({ accountId: owner.id, counter: 7 });
  expect(await listPasskeys(api, other.id)).toEqual([]);
});
