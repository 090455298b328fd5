/** The use of a key that the console shows: only the calls of the current minute and of the current month. */
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { fakeClock } from '#testkit/clock';
import { createWorld } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();
const USED_AT = Date.UTC(2031, 5, 30, 23, 59, 30, 457);
const JULY = Date.UTC(2031, 6, 1);

it('the use of a key counts the calls of the current minute and month, and starts at 0 in the next ones', async () => {
  turnTo(USED_AT);
  const { id, key } = await world.newKey('FREE');
  for (let i = 0; i < 3; i++) await world.v2(key, 'GET', '/usage');
  const use = async () => await env.KEYS.getByName(id).use(id);
  expect(await use()).toMatchObject({ lastUsedAt: USED_AT, reading: { remaining: 57, quotaRemaining: 1_997 } });
  turnTo(JULY);
  expect(await use()).toMatchObject({ lastUsedAt: USED_AT, reading: { remaining: 57, quotaRemaining: 2_000 } });
  turnTo(USED_AT + 60_000);
  expect(await use()).toMatchObject({ lastUsedAt: USED_AT, reading: { remaining: 60, quotaRemaining: 2_000 } });
});
