/** Accounts in the operator’s API: the caps of their keys, and the effect of a suspension on keys and links. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { Plan } from '#domain/plans';
import { fakeClock, NOON } from '#testkit/clock';
import { countedBindings } from '#testkit/counting';
import { createWorld, type NewKey } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();
const statusOfCall = async (key: string) => (await world.v2(key, 'DELETE', '/links/no-such-code')).status;

const activeKeys = (accountId: string) =>
  env.DB.prepare("SELECT count(*) AS n FROM keys WHERE account_id = ?1 AND status = 'active'")
    .bind(accountId)
    .first('n');

async function newAccount(plan: Plan): Promise<string> {
  return (await (await world.admin('POST', '/accounts', { name: 'an account', plan })).json<{ id: string }>()).id;
}
const addKey = (accountId: string) => world.admin('POST', '/keys', { name: 'a key', accountId });

describe('the cap of active keys', () => {
  it.each([
    ['FREE', 5],
    ['HOBBY', 20],
    ['INDIE', 20],
    ['PRO', 20],
  ] as const)('on %s is %i, even if 40 creations run at once', async (plan, most) => {
    const accountId = await newAccount(plan);
    const responses = await Promise.all(Array.from({ length: 40 }, () => addKey(accountId)));
    expect(responses.filter((one) => one.status === 201)).toHaveLength(most);
    const refused = responses.filter((one) => one.status === 409);
    expect(refused).toHaveLength(40 - most);
    expect(await refused[0]?.json()).toMatchObject({ errorType: 'ACTIVE_KEYS_REACHED', error: 'Conflict' });
    expect(await activeKeys(accountId)).toBe(most);
  });

  it('holds while reactivations and creations run at once', async () => {
    const accountId = await newAccount('FREE');
    const made = await Promise.all(Array.from({ length: 5 }, async () => (await addKey(accountId)).json<NewKey>()));
    for (const { id } of made) await world.admin('PATCH', `/keys/${id}`, { status: 'inactive' });
    for (let i = 0; i < 3; i++) await addKey(accountId);
    const responses = await Promise.all([
      ...made.map(({ id }) => world.admin('PATCH', `/keys/${id}`, { status: 'active' })),
      ...made.map(() => addKey(accountId)),
    ]);
    expect(responses.filter((one) => one.ok)).toHaveLength(2);
    expect(await activeKeys(accountId)).toBe(5);
    const statuses = await Promise.all(made.map(({ key }) => statusOfCall(key)));
    const active = responses.slice(0, 5).map((one) => (one.ok ? 404 : 401));
    expect(statuses).toEqual(active);
  });

  it('allows another key after a revocation, and after a change to a higher plan', async () => {
    const accountId = await newAccount('FREE');
    const made = await Promise.all(Array.from({ length: 5 }, async () => (await addKey(accountId)).json<NewKey>()));
    expect((await addKey(accountId)).status).toBe(409);
    await world.admin('DELETE', `/keys/${made[0]?.id}`);
    expect((await addKey(accountId)).status).toBe(201);
    expect((await addKey(accountId)).status).toBe(409);
    await world.admin('PATCH', `/accounts/${accountId}`, { plan: 'HOBBY' });
    expect((await addKey(accountId)).status).toBe(201);
  });

  it('allows a change of an active key while the account is at the cap', async () => {
    const accountId = await newAccount('FREE');
    const made = await Promise.all(Array.from({ length: 5 }, async () => (await addKey(accountId)).json<NewKey>()));
    const change = await world.admin('PATCH', `/keys/${made[0]?.id}`, { status: 'active', name: 'renamed' });
    expect(await change.json()).toMatchObject({ name: 'renamed', status: 'active' });
  });
});

describe('the cap of all keys that are not revoked', () => {
  const switchOff = (accountId: string) =>
    env.DB.prepare("UPDATE keys SET status = 'inactive' WHERE account_id = ?1 AND status = 'active'")
      .bind(accountId)
      .run();

  /** Creates an account on FREE with this many inactive keys. */
  async function accountWith(keys: number): Promise<string> {
    const accountId = await newAccount('FREE');
    const ids = JSON.stringify(Array.from({ length: keys }, (_, i) => `${accountId}-${i}`));
    const insert = `INSERT INTO keys (last_four, made_by, account_id, id, name, digest, status, created_at)
      SELECT 'abcd', 'operator', ?2, value, 'off', value, 'inactive', 0 FROM json_each(?1)`;
    await env.DB.prepare(insert).bind(ids, accountId).run();
    return accountId;
  }

  it('is 100, even if creations run at once, and the refusal contains the number', async () => {
    const accountId = await accountWith(97);
    const responses = await Promise.all(Array.from({ length: 20 }, () => addKey(accountId)));
    expect(responses.filter((one) => one.status === 201)).toHaveLength(3);
    expect(await responses.find((one) => one.status === 409)?.json()).toMatchObject({
      errorType: 'KEYS_REACHED',
      message: 'The account already has 100 keys. Revoke one that is not used any more',
    });
  });

  it('counts inactive keys, and allows another key after a revocation', async () => {
    const accountId = await accountWith(100);
    await switchOff(accountId);
    expect((await addKey(accountId)).status).toBe(409);
    await world.admin('DELETE', `/keys/${accountId}-7`);
    expect((await addKey(accountId)).status).toBe(201);
  });

  it('lets an account above the cap activate and rotate its keys', async () => {
    const accountId = await accountWith(130);
    expect((await addKey(accountId)).status).toBe(409);
    expect((await world.admin('PATCH', `/keys/${accountId}-0`, { status: 'active' })).status).toBe(200);
    expect((await world.admin('POST', `/keys/${accountId}-0/rotate`)).status).toBe(200);
  });

  it('equals the cap of active keys if that cap is higher than 100', async () => {
    const accountId = await accountWith(119);
    const here = createWorld({ ACTIVE_KEYS: 'FREE=120' });
    const make = () => here.admin('POST', '/keys', { name: 'a key', accountId });
    expect((await make()).status).toBe(201);
    expect(await (await make()).json()).toMatchObject({
      errorType: 'KEYS_REACHED',
      message: expect.stringContaining('120 keys'),
    });
  });

  it('needs few row reads, even if the account has 400 revoked keys', async () => {
    const accountId = await accountWith(400);
    await env.DB.prepare("UPDATE keys SET status = 'revoked' WHERE account_id = ?1").bind(accountId).run();
    const { bindings, takeCost } = countedBindings();
    const counted = createWorld(bindings);
    await counted.admin('POST', '/keys', { name: 'a key', accountId });
    expect(takeCost().rowsRead).toBeLessThan(30);
  });
});

describe('a suspended account', () => {
  it('gets 401 at once for each of its keys, and its keys work again after the account is resumed', async () => {
    const { accountId, key } = await world.newKey();
    const second = await world.newKey('PRO', { accountId });
    await Promise.all([statusOfCall(key), statusOfCall(second.key)]);
    const suspended = await world.admin('POST', `/accounts/${accountId}/suspend`);
    expect(await suspended.json()).toMatchObject({ id: accountId, suspended: true });
    expect([await statusOfCall(key), await statusOfCall(second.key)]).toEqual([401, 401]);
    await world.admin('POST', `/accounts/${accountId}/resume`);
    expect([await statusOfCall(key), await statusOfCall(second.key)]).toEqual([404, 404]);
  });

  it('gets 401 for every call that it sends after the response to the suspension', async () => {
    const { accountId, key } = await world.newKey();
    const before = Array.from({ length: 20 }, () => statusOfCall(key));
    const suspended = world.admin('POST', `/accounts/${accountId}/suspend`);
    const after = suspended.then(() => Promise.all(Array.from({ length: 20 }, () => statusOfCall(key))));
    expect(new Set(await after)).toEqual(new Set([401]));
    await Promise.all(before);
  });

  it('gets 401 for a key that is created later, and for an older key that is used for the first time', async () => {
    const { accountId, key } = await world.newKey();
    await world.admin('POST', `/accounts/${accountId}/suspend`);
    const late = await world.newKey('PRO', { accountId });
    expect([await statusOfCall(key), await statusOfCall(late.key)]).toEqual([401, 401]);
  });

  it('stays suspended when the operator activates its key', async () => {
    const { id, accountId, key } = await world.newKey();
    await world.admin('PATCH', `/keys/${id}`, { status: 'inactive' });
    await world.admin('POST', `/accounts/${accountId}/suspend`);
    await world.admin('PATCH', `/keys/${id}`, { status: 'active' });
    expect(await statusOfCall(key)).toBe(401);
    await world.admin('POST', `/accounts/${accountId}/resume`);
    expect(await statusOfCall(key)).toBe(404);
  });

  it.each(['plain', 'limited'])(
    'has %s links that respond 410 BLOCKED after 20 s, and redirect again 20 s after the account is resumed',
    async (kind) => {
      const { accountId, key } = await world.newKey();
      turnTo(NOON);
      const options = kind === 'limited' ? { maxClicks: 9 } : {};
      const made = await world.shorten(key, { url: 'https://example.com/x', ...options });
      const { shortCode } = await made.json<{ shortCode: string }>();
      expect((await world.visit(shortCode)).status).toBe(302); // Now this isolate has a copy of the denylist.
      await world.admin('POST', `/accounts/${accountId}/suspend`);
      turnTo(NOON + 20_000);
      const blocked = await world.visit(shortCode);
      expect(blocked.status).toBe(410);
      expect(await blocked.json()).toMatchObject({ errorType: 'BLOCKED', error: 'Gone' });
      expect((await world.visit(shortCode, { method: 'HEAD' })).status).toBe(410);
      await world.admin('POST', `/accounts/${accountId}/resume`);
      turnTo(NOON + 40_000);
      expect((await world.visit(shortCode)).status).toBe(302);
    },
  );
});

it.each([
  ['limt=1', 'limt is not a parameter here'],
  ['limit=0', 'limit must be a whole number from 1 to 1000'],
  [`cursor=${'x'.repeat(65)}`, 'cursor is not one of ours'],
])('each list of the operator refuses ?%s with 400', async (query, message) => {
  for (const path of ['/accounts', '/keys', '/upgrades']) {
    const response = await world.admin('GET', `${path}?${query}`);
    expect([response.status, (await response.json<{ message: string }>()).message]).toEqual([400, message]);
  }
});
