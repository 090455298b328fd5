/** Tests the stored hour of the last use of each text of a key. It is written once an hour, after the response. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { deleteAccount } from '#api/accounts/delete-account';
import { ownKey } from '#api/accounts/keys';
import { readTexts } from '#api/accounts/rotation';
import { hashText } from '#secrets/digest';
import { fakeClock } from '#testkit/clock';
import { fullWindow, setCount } from '#testkit/used-up';
import { createWorld, type NewKey } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();
/** The beginning of an hour. Times of use are rounded down to it. */
const NOON = Date.UTC(2031, 5, 15, 12);
const HOUR_MS = 3_600_000;

const getMeter = (id: string) => env.KEYS.getByName(id);
const call = async (key: string) => (await world.v2(key, 'DELETE', '/links/no-such-code')).status;
const rotate = async (id: string): Promise<string> =>
  (await (await world.admin('POST', `/keys/${id}/rotate`)).json<NewKey>()).key;

/** Returns the stored value, after the object's work that follows the response. */
const written = (id: string) =>
  runInDurableObject(getMeter(id), async (_, { storage }) => {
    await scheduler.wait(0);
    return storage.kv.get('usedAt');
  });

async function shown({ accountId, id }: NewKey) {
  const key = await ownKey(world.env, accountId, id);
  const { current, previous } = readTexts(key, Date.now(), await getMeter(id).use(id));
  return [current.lastUsedAt, previous?.lastUsedAt];
}

it('the last use of a text is null before its first use, and then the hour of its last use', async () => {
  const made = await world.newKey();
  turnTo(NOON + 1);
  expect(await shown(made)).toEqual([null, undefined]);
  await call(made.key);
  expect(await shown(made)).toEqual([NOON, undefined]);
  turnTo(NOON + 3 * HOUR_MS - 1);
  await call(made.key);
  expect(await shown(made)).toEqual([NOON + 2 * HOUR_MS, undefined]);
});

it('the last use of a text stays that of the same text after a rotation, and survives an eviction', async () => {
  const made = await world.newKey();
  turnTo(NOON);
  await call(made.key);
  const next = await rotate(made.id);
  expect(await shown(made)).toEqual([null, NOON]);
  turnTo(NOON + HOUR_MS);
  await call(next);
  expect(await shown(made)).toEqual([NOON + HOUR_MS, NOON]);
  await written(made.id);
  await evictDurableObject(getMeter(made.id));
  expect(await shown(made)).toEqual([NOON + HOUR_MS, NOON]);
});

it('the last use is written after the response, once an hour', async () => {
  const { id, key } = await world.newKey();
  turnTo(NOON);
  const digest = await hashText(key);
  const atTheAnswer = await runInDurableObject(getMeter(id), async (meter, { storage }) => {
    const { outcome } = await meter.admit(id, digest);
    return [outcome, storage.kv.get('usedAt')];
  });
  expect(atTheAnswer).toEqual(['admitted', undefined]);
  expect(await written(id)).toEqual({ [digest]: NOON });

  await runInDurableObject(getMeter(id), (_, { storage }) => void storage.kv.delete('usedAt'));
  turnTo(NOON + HOUR_MS - 1);
  await call(key);
  expect(await written(id)).toBeUndefined();
  turnTo(NOON + HOUR_MS);
  await call(key);
  expect(await written(id)).toEqual({ [digest]: NOON + HOUR_MS });
});

it('the last use is changed neither by a refused call nor by a clock that steps back', async () => {
  const { id, key } = await world.newKey('FREE');
  turnTo(NOON);
  await call(key);
  const next = await rotate(id);
  await world.admin('DELETE', `/keys/${id}/previous-text`);
  turnTo(NOON + HOUR_MS);
  expect(await call(key)).toBe(401);
  await setCount(id, fullWindow());
  expect(await call(next)).toBe(429);
  expect(await written(id)).toEqual({});

  turnTo(NOON + 2 * HOUR_MS);
  expect(await call(next)).toBe(404);
  turnTo(NOON);
  expect(await call(next)).toBe(404);
  expect(await written(id)).toEqual({ [await hashText(next)]: NOON + 2 * HOUR_MS });
});

it('the last use of a text is deleted when the text is ended or the account deleted', async () => {
  const { id, key, accountId } = await world.newKey();
  turnTo(NOON);
  await call(key);
  const next = await rotate(id);
  await call(next);
  expect(Object.keys((await written(id)) ?? {})).toHaveLength(2);
  await world.admin('DELETE', `/keys/${id}/previous-text`);
  expect(await written(id)).toEqual({ [await hashText(next)]: NOON });
  await deleteAccount(world.env, accountId, NOON);
  expect(await written(id)).toEqual({});
});
