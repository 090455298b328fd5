/** The operator cannot decide a declined upgrade request again. */
import { expect, it } from 'vitest';
import { OPERATOR } from '#domain/account-events';
import { createWorld } from '#testkit/world';
import { askForUpgrade, latestUpgrade } from './upgrades';

const world = createWorld();

async function newRequest() {
  const { accountId, key } = await world.newKey('FREE');
  await askForUpgrade(world.env, accountId, { plan: 'PRO' }, OPERATOR, Date.now());
  const id = (await latestUpgrade(world.env, accountId))?.id ?? '';
  const limit = async () => (await world.v2(key, 'GET', '/usage')).headers.get('X-RateLimit-Limit');
  return { id, limit, stateOf: async () => (await latestUpgrade(world.env, accountId))?.state };
}

it('the operator cannot grant a declined upgrade request', async () => {
  const { id, limit, stateOf } = await newRequest();
  expect((await world.admin('POST', `/upgrades/${id}/decline`, { message: 'Not yet' })).status).toBe(200);
  expect((await world.admin('POST', `/upgrades/${id}/grant`)).status).toBe(409);
  expect([await limit(), await stateOf()]).toEqual(['60', 'declined']);
});

it('the operator cannot decline an upgrade request a second time with another message', async () => {
  const { id } = await newRequest();
  await world.admin('POST', `/upgrades/${id}/decline`, { message: 'Not yet' });
  expect((await world.admin('POST', `/upgrades/${id}/decline`, { message: 'Never' })).status).toBe(409);
});
