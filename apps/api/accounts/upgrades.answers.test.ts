/** An upgrade request that was granted or declined stays so. */
import { expect, it } from 'vitest';
import { createWorld } from '#testkit/world';
import { askForUpgrade, latestUpgrade } from './upgrades';

const world = createWorld();

async function asked() {
  const { accountId, key } = await world.newKey('FREE');
  await askForUpgrade(world.env, accountId, 'PRO', Date.now());
  const id = (await latestUpgrade(world.env, accountId))?.id ?? '';
  const limit = async () => (await world.v2(key, 'GET', '/usage')).headers.get('X-RateLimit-Limit');
  return { id, limit, stateOf: async () => (await latestUpgrade(world.env, accountId))?.state };
}

it('a declined request cannot be granted', async () => {
  const { id, limit, stateOf } = await asked();
  expect((await world.admin('POST', `/upgrades/${id}/decline`, { message: 'Not yet' })).status).toBe(200);
  expect((await world.admin('POST', `/upgrades/${id}/grant`)).status).toBe(409);
  expect([await limit(), await stateOf()]).toEqual(['60', 'declined']);
});

it('a declined request cannot be declined again with another message', async () => {
  const { id } = await asked();
  await world.admin('POST', `/upgrades/${id}/decline`, { message: 'Not yet' });
  expect((await world.admin('POST', `/upgrades/${id}/decline`, { message: 'Never' })).status).toBe(409);
});
