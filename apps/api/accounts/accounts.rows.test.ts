/** The rows of accounts and keys in D1: a change writes only the account's rows, and a deletion hides them. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { Env } from '#api/platform/env';
import { NOON } from '#testkit/clock';
import { createWorld } from '#testkit/world';
import { changeAccount, createAccount, findAccount, listAccounts, setSuspended } from './accounts';

const world = createWorld();
const apiEnv = world.env as Env;

const newAccount = () => createAccount(apiEnv, 'Acme', 'FREE', NOON);
const markDeleted = (id: string) =>
  env.DB.prepare('UPDATE accounts SET deleted_at = 1 WHERE id = ?1 RETURNING *').bind(id).first();
const readRow = (id: string) => env.DB.prepare('SELECT * FROM accounts WHERE id = ?1').bind(id).first();

describe('a deleted account', () => {
  it('is not listed, not found and not changed', async () => {
    const { id } = await newAccount();
    const row = await markDeleted(id);
    expect((await listAccounts(apiEnv, { cursor: '', limit: 100_000 })).rows.map((one) => one.id)).not.toContain(id);
    await expect(findAccount(apiEnv, id)).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
    await expect(changeAccount(apiEnv, id, { name: 'Other' })).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
    expect(await readRow(id)).toEqual(row);
  });
});

it('a page of accounts begins after its cursor, and lists accounts in the order of their ids', async () => {
  for (let i = 0; i < 3; i++) await newAccount();
  const ids = (await listAccounts(apiEnv, { cursor: '', limit: 100_000 })).rows.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted());
  const { rows } = await listAccounts(apiEnv, { cursor: ids[0] ?? '', limit: 2 });
  expect(rows.map(({ id }) => id)).toEqual(ids.slice(1, 3));
});

describe('a change of an account', () => {
  /**
   * Makes an account with an active and a revoked key, and another account with a key. `versionIncreases` returns how
   * far the versions of these three keys have risen since, in this order.
   */
  async function makeThreeKeys() {
    const [mine, other] = [await world.newKey('HOBBY'), await world.newKey('HOBBY')];
    const revoked = await world.newKey('HOBBY', { accountId: mine.accountId });
    await world.admin('DELETE', `/keys/${revoked.id}`);
    const versions = () =>
      Promise.all(
        [mine, revoked, other].map(({ id }) =>
          env.DB.prepare('SELECT version FROM keys WHERE id = ?1').bind(id).first<number>('version'),
        ),
      );
    const before = await versions();
    const versionIncreases = async () =>
      (await versions()).map((version, index) => (version ?? 0) - (before[index] ?? 0));
    return { accountId: mine.accountId, otherId: other.accountId, versionIncreases };
  }

  it.each([
    ['the plan', { plan: 'PRO' }],
    ['the override of reserved aliases', { reservedOverride: true }],
  ] as const)('to %s raises the version of each of its keys once, except of revoked keys', async (_, change) => {
    const { accountId, otherId, versionIncreases } = await makeThreeKeys();
    const other = await readRow(otherId);
    await changeAccount(apiEnv, accountId, change);
    expect(await versionIncreases()).toEqual([1, 0, 0]);
    await changeAccount(apiEnv, accountId, change); // The repeated change alters nothing.
    expect(await versionIncreases()).toEqual([1, 0, 0]);
    expect(await readRow(otherId)).toEqual(other);
  });

  it('to its name raises the version of no key', async () => {
    const { accountId, versionIncreases } = await makeThreeKeys();
    expect((await changeAccount(apiEnv, accountId, { name: 'Other' })).name).toBe('Other');
    expect(await versionIncreases()).toEqual([0, 0, 0]);
  });

  it('to suspended or back raises the version of each of its keys once, and a repeated call raises none', async () => {
    const { accountId, versionIncreases } = await makeThreeKeys();
    for (const [isSuspended, versions] of [
      [true, 1],
      [true, 1],
      [false, 2],
    ] as const) {
      expect((await setSuspended(apiEnv, accountId, isSuspended, NOON)).suspended).toBe(isSuspended);
      expect(await versionIncreases()).toEqual([versions, 0, 0]);
    }
  });
});
