/** Upgrade requests while the account and the operator act at once: an id is granted only with its own plan. */
import { env } from 'cloudflare:workers';
import { expect, it, vi } from 'vitest';
import { OPERATOR } from '#domain/account-events';
import { type Fault, failing, onlyFor, Tap, tappedD1, tappedObjects } from '#testkit/faults';
import { createWorld } from '#testkit/world';
import { deleteAccount } from './delete-account';
import { askForUpgrade, latestUpgrade, type Upgrade } from './upgrades';

const world = createWorld();
let clock = Date.now();

const ask = (accountId: string, plan: 'HOBBY' | 'INDIE' | 'PRO') =>
  askForUpgrade(world.env, accountId, { plan: plan }, OPERATOR, clock++);
const newest = async (accountId: string) => (await latestUpgrade(world.env, accountId)) as Upgrade;
const grant = (id: string, on = world) => on.admin('POST', `/upgrades/${id}/grant`);
const readPlan = (accountId: string) =>
  env.DB.prepare('SELECT plan FROM accounts WHERE id = ?1').bind(accountId).first<string>('plan');

async function asking(plan: 'HOBBY' | 'INDIE' | 'PRO') {
  const { accountId, key } = await world.newKey('FREE');
  await ask(accountId, plan);
  return { accountId, key, id: (await newest(accountId)).id };
}

it('a request for another plan has a new id, and the operator can neither grant nor decline the old id', async () => {
  const { accountId, id } = await asking('HOBBY');
  await ask(accountId, 'PRO');
  const { id: other, ...asked } = await newest(accountId);
  expect(other).not.toBe(id);
  expect(asked).toMatchObject({ plan: 'PRO', state: 'open' });
  for (const response of [grant(id), world.admin('POST', `/upgrades/${id}/decline`, { message: 'no' })])
    expect(await (await response).json()).toMatchObject({ statusCode: 404, errorType: 'UPGRADE_NOT_FOUND' });
  expect(await readPlan(accountId)).toBe('FREE');
  expect(await (await grant(other)).json()).toMatchObject({ id: other, plan: 'PRO', currentPlan: 'PRO' });
});

it('a second request for the same plan changes nothing', async () => {
  const { accountId } = await asking('PRO');
  const before = await newest(accountId);
  await ask(accountId, 'PRO');
  expect(await newest(accountId)).toEqual(before);
});

it('a grant never grants another plan that the account requests during the grant', async () => {
  for (let round = 0; round < 10; round++) {
    const { accountId, id } = await asking('HOBBY');
    const [response] = await Promise.all([grant(id), ask(accountId, 'PRO')]);
    const { status } = response;
    const upgrade = await newest(accountId);
    expect(upgrade).toMatchObject({ plan: 'PRO', state: 'open' });
    expect([status, await readPlan(accountId)]).toEqual(status === 200 ? [200, 'HOBBY'] : [404, 'FREE']);
  }
});

it.each(['before', 'after'])(
  'the response to a grant never shows another plan that the account requests %s the grant’s statement',
  async (moment) => {
    const { accountId, id } = await asking('HOBBY');
    const tap = new Tap();
    const change: Fault = async (call) => {
      tap.fault = (next) => next();
      if (moment === 'before') await ask(accountId, 'PRO');
      const result = await call();
      if (moment === 'after') await ask(accountId, 'PRO');
      return result;
    };
    tap.fault = onlyFor(/batch|^update "upgrade_requests"/, change);
    const response = await grant(id, createWorld({ DB: tappedD1(env.DB, tap) }));
    expect(response.status).toBe(moment === 'before' ? 404 : 200);
    if (moment === 'after') expect(await response.json()).toMatchObject({ plan: 'HOBBY', currentPlan: 'HOBBY' });
    expect(await readPlan(accountId)).toBe(moment === 'before' ? 'FREE' : 'HOBBY');
  },
);

it('a repeated grant pushes the keys after a 503, and changes nothing after a later grant', async () => {
  const { accountId, key, id } = await asking('HOBBY');
  await world.v2(key, 'GET', '/usage');
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const broken = createWorld({ KEYS: tappedObjects(env.KEYS, new Tap(failing())) });
  expect((await grant(id, broken)).status).toBe(503);
  vi.restoreAllMocks();
  expect((await grant(id)).status).toBe(200);
  expect((await world.v2(key, 'GET', '/usage')).headers.get('X-RateLimit-Limit')).toBe('300');
  await ask(accountId, 'PRO');
  await grant((await newest(accountId)).id);
  expect(await (await grant(id)).json()).toMatchObject({ plan: 'HOBBY', state: 'granted', currentPlan: 'PRO' });
  expect(await readPlan(accountId)).toBe('PRO');
});

it('a deleted account gets no request', async () => {
  const { accountId } = await world.newKey('FREE');
  await deleteAccount(world.env, accountId, Date.now());
  await ask(accountId, 'PRO');
  expect(await latestUpgrade(world.env, accountId)).toBeNull();
});
