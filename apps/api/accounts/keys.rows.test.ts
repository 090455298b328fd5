/** Rows of keys: the caps on new ones, the account that owns them, and the changes they allow. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { Env } from '#api/platform/env';
import { NOON } from '#testkit/clock';
import { createWorld } from '#testkit/world';
import { createAccount } from './accounts';
import { changeKey, createKey, keyOf, listKeys, listKeysOf, ownKey, revokeKey } from './keys';

const api = createWorld().env as Env;

/** A new account on FREE, which may have five active keys. */
const newAccount = async () => (await createAccount(api, 'Acme', 'FREE', NOON)).id;
const newKey = async (accountId: string, now = NOON) =>
  (await createKey(api, { name: 'a key', accountId }, now)).key.id;
const newKeys = async (accountId: string, count: number) => {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) ids.push(await newKey(accountId, NOON + i));
  return ids;
};
/** Inserts inactive keys by SQL, past the caps. */
const insertInactive = (accountId: string, count: number) =>
  env.DB.prepare(
    `INSERT INTO keys (account_id, id, name, digest, status, created_at)
     SELECT ?1, ?1 || '-' || value, 'old', ?1 || '-' || value, 'inactive', 0 FROM json_each(?2)`,
  )
    .bind(accountId, JSON.stringify(Array.from({ length: count }, (_, n) => n)))
    .run();

describe('room for an active key', () => {
  it('counts the account’s own active keys only', async () => {
    const [mine, other] = [await newAccount(), await newAccount()];
    await newKeys(other, 5);
    const [first = '', second = ''] = await newKeys(mine, 5);
    await expect(newKey(mine)).rejects.toMatchObject({ code: 'ACTIVE_KEYS_REACHED' });
    await changeKey(api, first, { status: 'inactive' }, NOON);
    await revokeKey(api, second);
    await newKeys(mine, 2);
    await expect(changeKey(api, first, { status: 'active' }, NOON)).rejects.toMatchObject({
      code: 'ACTIVE_KEYS_REACHED',
    });
    expect((await changeKey(api, first, { name: 'renamed' }, NOON)).name).toBe('renamed');
  });

  it('is not needed to change a key that is active', async () => {
    const [first = ''] = await newKeys(await newAccount(), 5);
    expect((await changeKey(api, first, { status: 'active', name: 'renamed' }, NOON)).name).toBe('renamed');
  });

  it('does not exist in a deleted account', async () => {
    const id = await newAccount();
    const row = await keyOf(api, await newKey(id));
    await env.DB.prepare('UPDATE accounts SET deleted_at = 1 WHERE id = ?1').bind(id).run();
    await expect(newKey(id)).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
    expect((await listKeysOf(api, id)).map((key) => key.id)).toEqual([row.id]);
  });
});

describe('a draw', () => {
  it('makes its key once', async () => {
    const accountId = await newAccount();
    const draw = { id: crypto.randomUUID(), secret: 'x'.repeat(32) };
    const make = () => createKey(api, { name: 'a key', accountId }, NOON, draw);
    expect(await make()).toEqual(await make());
    expect(await listKeysOf(api, accountId)).toHaveLength(1);
  });

  it('of an id that has another text makes no key', async () => {
    const accountId = await newAccount();
    const id = crypto.randomUUID();
    const make = (secret: string) => createKey(api, { name: 'a key', accountId }, NOON, { id, secret });
    const { key } = await make('x'.repeat(32));
    await expect(make('y'.repeat(32))).rejects.toMatchObject({ code: 'ACTIVE_KEYS_REACHED' });
    expect(await keyOf(api, id)).toEqual(key);
  });
});

describe('the keys of an account', () => {
  it('are its own, the newest first, and the revoked ones last', async () => {
    const [mine, other] = [await newAccount(), await newAccount()];
    const [foreign = ''] = await newKeys(other, 1);
    const [first = '', second = '', third = ''] = await newKeys(mine, 3);
    await revokeKey(api, third);
    expect((await listKeysOf(api, mine)).map(({ id }) => id)).toEqual([second, first, third]);
    expect((await listKeys(api, { cursor: '', limit: 100 }, mine)).map(({ id }) => id)).toEqual(
      [first, second, third].sort(),
    );
    await expect(ownKey(api, mine, foreign)).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' });
    expect((await ownKey(api, other, foreign)).id).toBe(foreign);
  });

  it('are listed in pages', async () => {
    const mine = await newAccount();
    const ids = (await newKeys(mine, 4)).sort();
    const page = await listKeys(api, { cursor: ids[0] ?? '', limit: 2 }, mine);
    expect(page.map(({ id }) => id)).toEqual(ids.slice(1, 3));
  });
});

describe('a change of a key', () => {
  it('is a new version, and gives it a plan or takes it away', async () => {
    const id = await newKey(await newAccount());
    const { version } = await keyOf(api, id);
    expect(await changeKey(api, id, { plan: 'PRO' }, NOON)).toMatchObject({ plan: 'PRO', version: version + 1 });
    expect(await changeKey(api, id, { name: 'renamed' }, NOON)).toMatchObject({ plan: 'PRO', version: version + 2 });
    expect(await changeKey(api, id, { plan: null }, NOON)).toMatchObject({ plan: null, version: version + 3 });
  });

  it('that revokes is final, and may be repeated', async () => {
    const id = await newKey(await newAccount());
    for (let times = 0; times < 2; times++)
      expect((await changeKey(api, id, { status: 'revoked' }, NOON)).status).toBe('revoked');
    for (const change of [{ status: 'active' }, { status: 'inactive' }, { name: 'renamed' }] as const)
      await expect(changeKey(api, id, change, NOON)).rejects.toMatchObject({ code: 'KEY_REVOKED' });
  });
});

it('an account has at most a hundred keys that are not revoked', async () => {
  const id = await newAccount();
  await insertInactive(id, 99);
  await newKey(id);
  await expect(newKey(id)).rejects.toMatchObject({ code: 'KEYS_REACHED' });
});
