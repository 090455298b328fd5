/** The rows of accounts and their keys in D1: what a change writes, and what a deletion hides. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { Env } from '#api/platform/env';
import { NOON } from '#testkit/clock';
import { createWorld } from '#testkit/world';
import { accountOf, changeAccount, createAccount, listAccounts, setSuspended } from './accounts';

const world = createWorld();
const api = world.env as Env;

const newAccount = () => createAccount(api, 'Acme', 'FREE', NOON);
const erase = (id: string) =>
  env.DB.prepare('UPDATE accounts SET deleted_at = 1 WHERE id = ?1 RETURNING *').bind(id).first();
const rowOf = (id: string) => env.DB.prepare('SELECT * FROM accounts WHERE id = ?1').bind(id).first();

describe('a deleted account', () => {
  it('is not listed, not found and not changed', async () => {
    const { id } = await newAccount();
    const row = await erase(id);
    expect((await listAccounts(api, { cursor: '', limit: 100_000 })).map((one) => one.id)).not.toContain(id);
    await expect(accountOf(api, id)).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
    await expect(changeAccount(api, id, { name: 'Other' })).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
    expect(await rowOf(id)).toEqual(row);
  });
});

it('a page of accounts begins after its cursor, and lists accounts in the order of their ids', async () => {
  for (let i = 0; i < 3; i++) await newAccount();
  const ids = (await listAccounts(api, { cursor: '', limit: 100_000 })).map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted());
  const page = await listAccounts(api, { cursor: ids[0] ?? '', limit: 2 });
  expect(page.map(({ id }) => id)).toEqual(ids.slice(1, 3));
});

describe('a change of an account', () => {
  /**
   * Makes an account with an active and a revoked key, and another account with a key. `grown` returns by how much the
   * versions of these three keys have grown, in this order.
   */
  async function keysAround() {
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
    const grown = async () => (await versions()).map((version, index) => (version ?? 0) - (before[index] ?? 0));
    return { accountId: mine.accountId, otherId: other.accountId, grown };
  }

  it.each([
    ['its plan', { plan: 'PRO' }],
    ['its override', { reservedOverride: true }],
  ] as const)('that alters %s gives each of its keys, except revoked ones, one new version', async (_, change) => {
    const { accountId, otherId, grown } = await keysAround();
    const other = await rowOf(otherId);
    await changeAccount(api, accountId, change);
    expect(await grown()).toEqual([1, 0, 0]);
    await changeAccount(api, accountId, change); // A repetition alters nothing.
    expect(await grown()).toEqual([1, 0, 0]);
    expect(await rowOf(otherId)).toEqual(other);
  });

  it('that alters its name gives no key a new version', async () => {
    const { accountId, grown } = await keysAround();
    expect((await changeAccount(api, accountId, { name: 'Other' })).name).toBe('Other');
    expect(await grown()).toEqual([0, 0, 0]);
  });

  it('that suspends or resumes it gives each of its keys one new version, and a repetition gives none', async () => {
    const { accountId, grown } = await keysAround();
    for (const [isSuspended, versions] of [
      [true, 1],
      [true, 1],
      [false, 2],
    ] as const) {
      expect((await setSuspended(api, accountId, isSuspended, NOON)).suspended).toBe(isSuspended);
      expect(await grown()).toEqual([versions, 0, 0]);
    }
  });
});
