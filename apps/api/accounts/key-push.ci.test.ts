/**
 * Pushes of keys' records from D1 to their objects. Calls and the cron push them in portions, until each object has its
 * newest record.
 */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readStaleInAccount, readStaleSince, type StoredKey } from '#api/objects/stored-key';
import { countedBindings } from '#testkit/counting';
import { d1Where, type Fault, failing, pass, Tap, tappedObjects } from '#testkit/faults';
import { createWorld } from '#testkit/world';

/** The limits of an invocation: D1 statements on the free plan, and calls to objects, KV and D1 on any plan. */
const STATEMENTS = 50;
const OPERATIONS = 1_000;

const world = createWorld();

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  // Other tests leave stale keys behind.
  await env.DB.prepare('UPDATE keys SET pushed_version = version').run();
});
afterEach(() => void vi.restoreAllMocks());

/** Creates an account with this many inactive keys. Accounts from before the cap may have more than it allows. */
async function accountWith(keys: number): Promise<string> {
  const { id } = await (await world.admin('POST', '/accounts', { name: 'many keys' })).json<{ id: string }>();
  const ids = Array.from({ length: keys }, (_, i) => `${id}-${String(i).padStart(4, '0')}`);
  const insert = `INSERT INTO keys (last_four, made_by, account_id, id, name, digest, status, created_at)
    SELECT 'abcd', 'operator', ?2, value, 'one of many', value, 'inactive', 0 FROM json_each(?1)`;
  await env.DB.prepare(insert).bind(JSON.stringify(ids), id).run();
  return id;
}

const stale = async (accountId: string): Promise<number> =>
  (await env.DB.prepare('SELECT count(*) AS n FROM keys WHERE account_id = ?1 AND version > pushed_version')
    .bind(accountId)
    .first<number>('n')) ?? 0;

const readRecord = (keyId: string) =>
  runInDurableObject(env.KEYS.getByName(keyId), (_, { storage }) => storage.kv.get<StoredKey>('record'));

/**
 * Returns a fault that affects only the objects of some keys. `isMeant` chooses them by the pushed record: in this file
 * its digest is the key's id.
 */
const onlyFor =
  (isMeant: (record: StoredKey) => boolean, fault: Fault): Fault =>
  (call, what, nth, first) =>
    isMeant(first as StoredKey) ? fault(call, what, nth, first) : call();

const statementsIn = (d1: readonly string[]) => d1.flatMap((sql) => sql.split('; ')).length;

it('a suspension of an account with 1,000 keys takes four calls, each within the limits of an invocation', async () => {
  const accountId = await accountWith(1_000);
  const { bindings, takeCost } = countedBindings();
  const counted = createWorld(bindings);
  const left: number[] = [];
  for (let status = 503; status !== 200 && left.length < 10; ) {
    const response = await counted.admin('POST', `/accounts/${accountId}/suspend`);
    status = response.status;
    const { d1, kv, objects } = takeCost();
    expect(statementsIn(d1)).toBeLessThanOrEqual(STATEMENTS);
    expect(statementsIn(d1) + kv.length + 2 * objects.length).toBeLessThanOrEqual(OPERATIONS);
    if (status !== 200) expect([status, response.headers.get('Retry-After')]).toEqual([503, '1']);
    left.push(await stale(accountId));
  }
  expect(left).toEqual([700, 400, 100, 0]);
  for (const index of ['0000', '0299', '0300', '0999'])
    expect(await readRecord(`${accountId}-${index}`)).toMatchObject({ suspended: true, version: 2 });
});

it('a suspension pushes the hundred keys that an account may have in one call, and reads them by one statement', async () => {
  const accountId = await accountWith(100);
  const { bindings, takeCost } = countedBindings();
  expect((await createWorld(bindings).admin('POST', `/accounts/${accountId}/suspend`)).status).toBe(200);
  const { d1, objects } = takeCost();
  expect(objects).toEqual(Array(100).fill('KEYS.adopt'));
  expect(d1.filter((sql) => /^SELECT.* FROM keys/s.test(sql))).toHaveLength(1);
  expect(await stale(accountId)).toBe(0);
});

it('the cron finishes a suspension whose call was not repeated', async () => {
  const accountId = await accountWith(330);
  expect((await world.admin('POST', `/accounts/${accountId}/suspend`)).status).toBe(503);
  expect(await stale(accountId)).toBe(30);
  await world.cron();
  expect(await stale(accountId)).toBe(0);
  expect(await readRecord(`${accountId}-0329`)).toMatchObject({ suspended: true });
});

it('a change skips an unreachable object and pushes the others, and the cron retries the object', async () => {
  const accountId = await accountWith(110);
  const tap = new Tap(onlyFor(({ digest }) => digest === `${accountId}-0003`, failing()));
  const broken = createWorld({ KEYS: tappedObjects(env.KEYS, tap) });
  expect((await broken.admin('PATCH', `/accounts/${accountId}`, { plan: 'PRO' })).status).toBe(503);
  expect(await stale(accountId)).toBe(1);
  await broken.cron();
  expect(await stale(accountId)).toBe(1);
  tap.fault = pass;
  await broken.cron();
  expect(await stale(accountId)).toBe(0);
  expect(await readRecord(`${accountId}-0003`)).toMatchObject({ plan: 'PRO' });
});

it('the cron pushes a revocation whose call failed and was not repeated', async () => {
  const { id, key } = await world.newKey();
  expect((await world.v2(key, 'GET', '/usage')).status).toBe(200);
  const broken = createWorld({ KEYS: tappedObjects(env.KEYS, new Tap(failing())) });
  expect((await broken.admin('DELETE', `/keys/${id}`)).status).toBe(503);
  await world.cron();
  expect((await world.v2(key, 'GET', '/usage')).status).toBe(401);
});

it('a push that is recorded after a newer push leaves nothing for the cron', async () => {
  const { accountId, id } = await world.newKey();
  const suspendFirst = async (call: () => Promise<unknown>) => {
    await world.admin('POST', `/accounts/${accountId}/suspend`);
    return call();
  };
  const racing = createWorld({ DB: d1Where(/^update "keys" set "pushed_version"/, suspendFirst) });
  expect((await racing.admin('PATCH', `/keys/${id}`, { name: 'renamed' })).status).toBe(200);
  expect(await readRecord(id)).toMatchObject({ name: 'renamed', suspended: true, version: 3 });
  expect(await stale(accountId)).toBe(0);
});

it('a new key is not pushed, because its object loads the record at the first call', async () => {
  const tap = new Tap();
  const tapped = createWorld({ KEYS: tappedObjects(env.KEYS, tap) });
  await tapped.newKey();
  await tapped.cron();
  expect(tap.calls).toEqual([]);
});

it('a change of an account causes no push if it alters nothing, or only the name, which no record holds', async () => {
  const { accountId } = await world.newKey();
  const tap = new Tap();
  const tapped = createWorld({ KEYS: tappedObjects(env.KEYS, tap) });
  await tapped.admin('PATCH', `/accounts/${accountId}`, { name: 'another name', plan: 'PRO' });
  await tapped.admin('POST', `/accounts/${accountId}/resume`);
  expect(tap.calls).toEqual([]);
  tap.fault = failing();
  expect((await tapped.admin('PATCH', `/accounts/${accountId}`, { reservedOverride: true })).status).toBe(503);
  expect((await tapped.admin('PATCH', `/accounts/${accountId}`, { name: 'a third name' })).status).toBe(200);
  tap.fault = pass;
  tap.calls.length = 0;
  await tapped.admin('PATCH', `/accounts/${accountId}`, { reservedOverride: true });
  expect(tap.calls).toEqual(['adopt']);
});

it('the statements that find stale keys read no pushed or revoked keys', async () => {
  const { bindings, takeCost } = countedBindings();
  const accountId = await accountWith(500);
  await env.DB.prepare("UPDATE keys SET status = 'revoked' WHERE account_id = ?1").bind(accountId).run();
  const counted = createWorld(bindings);
  await counted.cron();
  // The filter leaves out the statements about deletions, which look for deleted accounts with stale keys.
  const searches = takeCost().d1.filter((sql) => sql.includes('pushed_version') && !sql.includes('deletions'));
  expect(searches).toHaveLength(1);
  await Promise.all([readStaleSince(bindings.DB, accountId, 100), readStaleInAccount(bindings.DB, accountId, '', 100)]);
  expect(takeCost().rowsRead).toBeLessThan(10);
  await counted.admin('PATCH', `/accounts/${accountId}`, { plan: 'PRO' });
  expect(takeCost().rowsRead).toBeLessThan(10);
});
