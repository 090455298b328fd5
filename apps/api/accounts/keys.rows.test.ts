/** Rows of keys in D1: the caps of an account’s keys, the account that owns a key, and changes of a key. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { Env } from '#api/platform/env';
import { OPERATOR } from '#domain/account-events';
import { NOON } from '#testkit/clock';
import { d1Where } from '#testkit/faults';
import { createWorld } from '#testkit/world';
import { createAccount } from './accounts';
import { changeKey, createKey, findKey, KeyChanged, listAccountKeys, listKeys, ownKey, revokeKey } from './keys';

const apiEnv = createWorld().env as Env;

/** Creates an account on FREE. It may have five active keys. */
const newAccount = async () => (await createAccount(apiEnv, 'Acme', 'FREE', NOON)).id;
const newKey = async (accountId: string, now = NOON) =>
  (await createKey(apiEnv, { name: 'a key', accountId, madeBy: 'operator' }, OPERATOR, now)).key.id;
const newKeys = async (accountId: string, count: number) => {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) ids.push(await newKey(accountId, NOON + i));
  return ids;
};
/** Inserts inactive keys by SQL, which no cap limits. */
const insertInactive = (accountId: string, count: number) =>
  env.DB.prepare(
    `INSERT INTO keys (last_four, made_by, account_id, id, name, digest, status, created_at)
     SELECT 'abcd', 'operator', ?1, ?1 || '-' || value, 'old', ?1 || '-' || value, 'inactive', 0 FROM json_each(?2)`,
  )
    .bind(accountId, JSON.stringify(Array.from({ length: count }, (_, n) => n)))
    .run();

it('a change that relies on a version of the key is refused once the key has another version', async () => {
  const id = await newKey(await newAccount());
  const { version } = await changeKey(apiEnv, id, { name: 'one' }, OPERATOR, NOON, 1);
  expect(version).toBe(2);
  await expect(changeKey(apiEnv, id, { name: 'two' }, OPERATOR, NOON, 1)).rejects.toBeInstanceOf(KeyChanged);
  expect((await findKey(apiEnv, id)).name).toBe('one');
});

describe('the cap of active keys', () => {
  it('counts only the account’s own active keys', async () => {
    const [mine, other] = [await newAccount(), await newAccount()];
    await newKeys(other, 5);
    const [first = '', second = ''] = await newKeys(mine, 5);
    await expect(newKey(mine)).rejects.toMatchObject({ code: 'ACTIVE_KEYS_REACHED' });
    await changeKey(apiEnv, first, { status: 'inactive' }, OPERATOR, NOON);
    await revokeKey(apiEnv, second, OPERATOR, NOON);
    await newKeys(mine, 2);
    await expect(changeKey(apiEnv, first, { status: 'active' }, OPERATOR, NOON)).rejects.toMatchObject({
      code: 'ACTIVE_KEYS_REACHED',
    });
    expect((await changeKey(apiEnv, first, { name: 'renamed' }, OPERATOR, NOON)).name).toBe('renamed');
  });

  it('allows a change of a key that is active already', async () => {
    const [first = ''] = await newKeys(await newAccount(), 5);
    expect((await changeKey(apiEnv, first, { status: 'active', name: 'renamed' }, OPERATOR, NOON)).name).toBe(
      'renamed',
    );
  });

  it('is not the reason why a deleted account gets no key: the account is not found', async () => {
    const id = await newAccount();
    const row = await findKey(apiEnv, await newKey(id));
    await env.DB.prepare('UPDATE accounts SET deleted_at = 1 WHERE id = ?1').bind(id).run();
    await expect(newKey(id)).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
    expect((await listAccountKeys(apiEnv, id)).map((key) => key.id)).toEqual([row.id]);
  });
});

it('an account that is deleted during the creation of a key gets no key', async () => {
  const accountId = await newAccount();
  const deleteFirst = async (call: () => Promise<unknown>) => {
    await env.DB.prepare('UPDATE accounts SET deleted_at = 1 WHERE id = ?1').bind(accountId).run();
    return call();
  };
  const racing = createWorld({ DB: d1Where(/^batch$/, deleteFirst) }).env as Env;
  await expect(
    createKey(racing, { name: 'a key', accountId, madeBy: 'operator' }, OPERATOR, NOON),
  ).rejects.toMatchObject({
    code: 'ACCOUNT_NOT_FOUND',
  });
  expect(await listAccountKeys(apiEnv, accountId)).toEqual([]);
});

describe('the creation of a key with given random values', () => {
  it('makes one key, even if it is repeated', async () => {
    const accountId = await newAccount();
    const randomValues = { id: crypto.randomUUID(), secret: 'x'.repeat(32) };
    const make = () =>
      createKey(apiEnv, { name: 'a key', accountId, madeBy: 'operator' }, OPERATOR, NOON, randomValues);
    expect(await make()).toEqual(await make());
    expect(await listAccountKeys(apiEnv, accountId)).toHaveLength(1);
  });

  it('makes no key if the id has another text already', async () => {
    const accountId = await newAccount();
    const id = crypto.randomUUID();
    const make = (secret: string) =>
      createKey(apiEnv, { name: 'a key', accountId, madeBy: 'operator' }, OPERATOR, NOON, { id, secret });
    const { key } = await make('x'.repeat(32));
    await expect(make('y'.repeat(32))).rejects.toMatchObject({ code: 'ACTIVE_KEYS_REACHED' });
    expect(await findKey(apiEnv, id)).toEqual(key);
  });
});

describe('the keys of an account', () => {
  it('are listed newest first with revoked keys last, and include no key of another account', async () => {
    const [mine, other] = [await newAccount(), await newAccount()];
    const [foreign = ''] = await newKeys(other, 1);
    const [first = '', second = '', third = ''] = await newKeys(mine, 3);
    await revokeKey(apiEnv, third, OPERATOR, NOON);
    expect((await listAccountKeys(apiEnv, mine)).map(({ id }) => id)).toEqual([second, first, third]);
    expect((await listKeys(apiEnv, { cursor: '', limit: 100 }, mine)).rows.map(({ id }) => id)).toEqual(
      [first, second, third].sort(),
    );
    await expect(ownKey(apiEnv, mine, foreign)).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' });
    expect((await ownKey(apiEnv, other, foreign)).id).toBe(foreign);
  });

  it('are listed in pages for the operator', async () => {
    const mine = await newAccount();
    const ids = (await newKeys(mine, 4)).sort();
    const { rows } = await listKeys(apiEnv, { cursor: ids[0] ?? '', limit: 2 }, mine);
    expect(rows.map(({ id }) => id)).toEqual(ids.slice(1, 3));
  });
});

it('a revocation reaches the object of a key in use', async () => {
  const world = createWorld();
  const { id, key } = await world.newKey();
  expect((await world.v2(key, 'GET', '/usage')).status).toBe(200);
  await revokeKey(apiEnv, id, OPERATOR, NOON);
  expect((await world.v2(key, 'GET', '/usage')).status).toBe(401);
});

describe('a change of a key', () => {
  it('raises the version of the key, and may set or remove its plan', async () => {
    const id = await newKey(await newAccount());
    const { version } = await findKey(apiEnv, id);
    expect(await changeKey(apiEnv, id, { plan: 'PRO' }, OPERATOR, NOON)).toMatchObject({
      plan: 'PRO',
      version: version + 1,
    });
    expect(await changeKey(apiEnv, id, { name: 'renamed' }, OPERATOR, NOON)).toMatchObject({
      plan: 'PRO',
      version: version + 2,
    });
    expect(await changeKey(apiEnv, id, { plan: null }, OPERATOR, NOON)).toMatchObject({
      plan: null,
      version: version + 3,
    });
  });

  it('to revoked is final, and may be repeated', async () => {
    const id = await newKey(await newAccount());
    for (let times = 0; times < 2; times++)
      expect((await changeKey(apiEnv, id, { status: 'revoked' }, OPERATOR, NOON)).status).toBe('revoked');
    for (const change of [{ status: 'active' }, { status: 'inactive' }, { name: 'renamed' }] as const)
      await expect(changeKey(apiEnv, id, change, OPERATOR, NOON)).rejects.toMatchObject({ code: 'KEY_REVOKED' });
  });
});

it('an account has at most a hundred keys that are not revoked', async () => {
  const id = await newAccount();
  await insertInactive(id, 99);
  await newKey(id);
  await expect(newKey(id)).rejects.toMatchObject({ code: 'KEYS_REACHED' });
});
