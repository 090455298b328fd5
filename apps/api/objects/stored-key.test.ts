/** Tests how records of keys are read from D1, in particular the stale ones, which their objects lack. */
import { env } from 'cloudflare:workers';
import { beforeEach, expect, it } from 'vitest';
import { createAccount } from '#api/accounts/accounts';
import type { Env } from '#api/platform/env';
import { NOON } from '#testkit/clock';
import { createWorld } from '#testkit/world';
import { readStaleInAccount, readStaleSince, readStoredKey } from './stored-key';

const api = createWorld().env as Env;
const MANY = 100_000;

/** Makes keys of a new account. The objects of the first `current` keys have the newest record. */
async function makeKeys(count: number, current = 0): Promise<{ accountId: string; ids: string[] }> {
  const { id: accountId } = await createAccount(api, 'Acme', 'HOBBY', NOON);
  const ids = Array.from({ length: count }, (_, n) => `${accountId}-${n}`);
  const insert =
    env.DB.prepare(`INSERT INTO keys (last_four, made_by, account_id, id, name, digest, created_at, version, pushed_version)
    VALUES ('abcd', 'operator', ?1, ?2, 'a key', ?2, 0, 2, ?3)`);
  await env.DB.batch(ids.map((id, n) => insert.bind(accountId, id, n < current ? 2 : 1)));
  return { accountId, ids };
}
const listIds = async (found: Promise<readonly { id: string }[]>) => (await found).map(({ id }) => id);

beforeEach(async () => void (await env.DB.prepare('UPDATE keys SET pushed_version = version').run()));

it('a key has its own plan, or else the plan of its account', async () => {
  const { ids } = await makeKeys(1);
  expect((await readStoredKey(env.DB, ids[0] ?? ''))?.plan).toBe('HOBBY');
  await env.DB.prepare("UPDATE keys SET plan = 'PRO' WHERE id = ?1").bind(ids[0]).run();
  expect((await readStoredKey(env.DB, ids[0] ?? ''))?.plan).toBe('PRO');
  expect(await readStoredKey(env.DB, 'no such key')).toBeNull();
});

it('the stale records of an account are read in portions, each after the last id of the previous portion', async () => {
  const [{ accountId, ids }] = [await makeKeys(4, 1), await makeKeys(1)];
  expect(await listIds(readStaleInAccount(env.DB, accountId, '', MANY))).toEqual(ids.slice(1));
  expect(await listIds(readStaleInAccount(env.DB, accountId, ids[1] ?? '', MANY))).toEqual(ids.slice(2));
  expect(await listIds(readStaleInAccount(env.DB, accountId, '', 2))).toEqual(ids.slice(1, 3));
});

it('the stale records of all accounts are read from one account on, and then from the first account', async () => {
  const two = [await makeKeys(1), await makeKeys(1)].sort((a, b) => (a.accountId < b.accountId ? -1 : 1));
  const [first, second] = two.flatMap(({ ids }) => ids);
  const from = two[1]?.accountId ?? '';
  expect(await listIds(readStaleSince(env.DB, from, MANY))).toEqual([second, first]);
  expect(await listIds(readStaleSince(env.DB, '', MANY))).toEqual([first, second]);
  expect(await listIds(readStaleSince(env.DB, from, 1))).toEqual([second]);
});
