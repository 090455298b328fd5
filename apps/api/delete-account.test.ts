/** Deletions that cannot finish, and what comes in while an account is being deleted. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NOON, turnedClock } from '#testkit/clock';
import { countedBindings } from '#testkit/counting';
import { type Fault, failing, pass, Tap, tappedD1, tappedObjects } from '#testkit/faults';
import { createWorld, freshAlias } from '#testkit/world';
import { deleteAccount } from './delete-account';
import type { KeyRecord } from './key-record';

const MINUTE = 60_000;
const world = createWorld();
const turnTo = turnedClock();

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await env.DB.batch([
    env.DB.prepare('DELETE FROM deletions'),
    env.DB.prepare('UPDATE keys SET told_version = version'),
  ]);
  turnTo(NOON);
});
afterEach(() => void vi.restoreAllMocks());

const dueAt = (accountId: string) =>
  env.DB.prepare('SELECT due_at FROM deletions WHERE account_id = ?1').bind(accountId).first<number>('due_at');

/** A fault for the objects of one account's keys. They are told by their records. */
const onlyOf =
  (accountId: string, fault: Fault): Fault =>
  (call, what, nth, first) =>
    (first as KeyRecord).accountId === accountId ? fault(call, what, nth, first) : call();

async function cronAt(at: number, here = world): Promise<void> {
  turnTo(at);
  await here.cron();
}

describe('of two deletions', () => {
  it('one that cannot finish delays itself alone, ever longer, and is done when it can', async () => {
    const [stuck, other] = await Promise.all([world.newKey(), world.newKey()]);
    const tap = new Tap(onlyOf(stuck.accountId, failing()));
    const broken = createWorld({ KEYS: tappedObjects(env.KEYS, tap) });
    await deleteAccount(broken.env, stuck.accountId, NOON);
    await deleteAccount(broken.env, other.accountId, NOON + 1);
    await cronAt(NOON + MINUTE, broken);
    for (const minute of [11, 12]) await cronAt(NOON + minute * MINUTE, broken);
    expect(await dueAt(other.accountId)).toBeNull();
    expect(await dueAt(stuck.accountId)).toBe(NOON + 22 * MINUTE);
    await cronAt(NOON + 300 * MINUTE, broken);
    expect(await dueAt(stuck.accountId)).toBe(NOON + 360 * MINUTE);
    tap.fault = pass;
    await cronAt(NOON + 360 * MINUTE, broken);
    expect(await dueAt(stuck.accountId)).toBeNull();
  });

  it('one whose statement fails keeps the other’s links not alive', async () => {
    const [stuck, other] = await Promise.all([world.newKey(), world.newKey()]);
    const alias = freshAlias('other');
    await world.shorten(other.key, { url: 'https://example.com/', alias });
    await deleteAccount(world.env, stuck.accountId, NOON);
    await deleteAccount(world.env, other.accountId, NOON + 1);
    let failed = 0;
    const firstBurial: Fault = async (call, what) => {
      if (what.includes("gone = 'DELETED'") && failed++ === 0) throw new Error('D1_ERROR: overloaded');
      return call();
    };
    await cronAt(NOON + MINUTE, createWorld({ DB: tappedD1(env.DB, new Tap(firstBurial)) }));
    expect(failed).toBeGreaterThan(1);
    const row = await env.DB.prepare('SELECT gone, url FROM links WHERE code = ?1').bind(alias).first();
    expect(row).toEqual({ gone: 'DELETED', url: 'https://deleted.invalid/' });
  });
});

it('erases the name of 1,000 revoked keys from their objects, over several runs of few statements', async () => {
  const { accountId } = await world.newKey();
  const ids = Array.from({ length: 1_000 }, (_, i) => `${accountId}-${String(i).padStart(4, '0')}`);
  const insert = `INSERT INTO keys (account_id, id, name, digest, status, created_at)
    SELECT ?2, value, 'a personal name', value, 'revoked', 0 FROM json_each(?1)`;
  await env.DB.prepare(insert).bind(JSON.stringify(ids), accountId).run();
  const { bindings, takeCost } = countedBindings();
  const counted = createWorld(bindings);
  await deleteAccount(counted.env, accountId, NOON);
  for (let minute = 11; (await dueAt(accountId)) !== null && minute < 30; minute++) {
    const { d1, kv, objects } = takeCost();
    const statements = d1.flatMap((sql) => sql.split('; ')).length;
    expect(statements).toBeLessThanOrEqual(50);
    expect(statements + kv.length + 2 * objects.length).toBeLessThanOrEqual(1_000);
    await cronAt(NOON + minute * MINUTE, counted);
  }
  expect(await dueAt(accountId)).toBeNull();
  for (const id of [ids[0], ids[299], ids[300], ids[999]] as string[]) {
    const record = await runInDurableObject(env.KEYS.getByName(id), (_, { storage }) =>
      storage.kv.get<KeyRecord>('record'),
    );
    expect(record).toMatchObject({ name: 'deleted', status: 'revoked' });
  }
}, 60_000);

it('buries a link too that already led where tombstones lead', async () => {
  const { accountId, key } = await world.newKey();
  const alias = freshAlias('nowhere');
  await world.shorten(key, { url: 'https://deleted.invalid/', alias, password: 'secret words' });
  await deleteAccount(world.env, accountId, NOON);
  await cronAt(NOON + MINUTE);
  const row = await env.DB.prepare('SELECT gone, password FROM links WHERE code = ?1').bind(alias).first();
  expect(row).toEqual({ gone: 'DELETED', password: null });
});
