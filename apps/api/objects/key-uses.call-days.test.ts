/** The days of a key's calls in its object: what is counted and stored, and when it is erased. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { utcDayAt } from '#domain/daily-counts';
import type { Count } from '#domain/meter';
import { newDeveloper } from '#testkit/browser';
import { fakeClock, NOON } from '#testkit/clock';
import { FULL_MONTH, setCount } from '#testkit/used-up';
import { createWorld, type NewKey } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();
const DAY = 86_400_000;
const TODAY = utcDayAt(NOON);

const call = async ({ key }: NewKey, times = 1) => {
  for (let i = 0; i < times; i++) await world.v2(key, 'GET', '/key');
};
const getMeter = ({ id }: Pick<NewKey, 'id'>) => env.KEYS.getByName(id);
const readDays = async (key: NewKey) => (await getMeter(key).use(key.id))?.days;

it('calls are counted by day as let in or refused, and the calls that are refused are not let in', async () => {
  turnTo(NOON);
  const key = await world.newKey('FREE');
  await call(key, 63);
  expect(await readDays(key)).toEqual([{ day: TODAY, admitted: 60, window: 3, month: 0 }]);
  await setCount(key.id, FULL_MONTH);
  turnTo(NOON + DAY);
  await call(key, 2);
  expect((await readDays(key))?.at(-1)).toEqual({ day: TODAY + 1, admitted: 0, window: 0, month: 2 });
});

it('a day is stored with its end, and thirty days are shown', async () => {
  const key = await world.newKey();
  for (const day of [0, 1, 29, 30]) {
    turnTo(NOON + day * DAY);
    await call(key, day + 1);
    await evictDurableObject(getMeter(key));
  }
  expect((await readDays(key))?.map(({ day, admitted }) => [day - TODAY, admitted])).toEqual([
    [1, 2],
    [29, 30],
    [30, 31],
  ]);
  turnTo(NOON + 59 * DAY);
  expect((await readDays(key))?.map(({ day }) => day - TODAY)).toEqual([30]);
});

it('a flood of refusals writes few times, and the next call that is let in stores all of them', async () => {
  turnTo(NOON);
  const key = await world.newKey('FREE');
  await call(key, 67);
  const stored = () =>
    runInDurableObject(getMeter(key), (_, { storage }) => storage.kv.get<Count>('count')?.today?.window);
  expect(await stored()).toBe(4);
  turnTo(NOON + 60_000);
  await call(key);
  expect(await stored()).toBe(7);
});

it('the page of a key shows its days, and they are erased with the account', async () => {
  turnTo(NOON - DAY);
  const { accountId, browser } = await newDeveloper(world);
  const key = await world.newKey('PRO', { accountId });
  await call(key, 2);
  turnTo(NOON);
  await call(key, 3);
  const page = (await browser.text(`/keys/${key.id}`)).replace(/<[^>]*>/g, '');
  expect(page).toContain('30 days: 5 accepted');
  expect(page).toContain('Rejected calls0');
  expect(page.split('As a table')[0]).not.toContain('over the per-minute limit');
  await browser.post('/account/delete', { confirmation: 'delete' });
  await world.cron();
  await expect.poll(() => readDays(key)).toEqual([]);
});
