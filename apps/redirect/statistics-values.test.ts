/** Tests which values a statistics object counts separately if visitors invent more than it can store. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { type Batch, type BatchedClick, batchId, encodeClicks } from '#domain/click-batch';
import { dayOf, OTHER } from '#domain/daily-counts';
import { fakeClock, NOON } from '#testkit/clock';

const turnTo = fakeClock();
const TODAY = { start: dayOf(NOON), end: dayOf(NOON) };

const newObject = () => env.STATISTICS.get(env.STATISTICS.newUniqueId());

const PROFILE = {
  country: 'DE',
  city: 'Köln, DE',
  device: 'Desktop',
  browser: 'Chrome',
  os: 'Mac OS',
  referrer: 'Direct',
  language: 'de',
};

const clickFrom = (referrer: string, linkId = 'one'): BatchedClick => ({
  linkId,
  code: `code-${linkId}`,
  at: NOON,
  kind: 'click',
  profile: { ...PROFILE, referrer },
  visitor: null,
});

const batchOf = (clicks: readonly BatchedClick[]): Batch => ({
  id: batchId(Date.now(), crypto.randomUUID()),
  clicks: encodeClicks(clicks),
  visitors: [],
});

const hosts = (count: number, from: number) => Array.from({ length: count }, (_, i) => `h${from + i}.example`);

it('a value with a count of its own keeps it, even if visitors invent thousands of other values', async () => {
  turnTo(NOON);
  const object = newObject();
  const referrers = async () => (await object.link('one', TODAY)).counted?.sum.by.referrer;
  await object.add([batchOf([...Array(500).fill('news.example'), ...hosts(900, 0)].map((host) => clickFrom(host)))]);
  expect((await referrers())?.get('news.example')).toBe(500);
  await object.add([batchOf(hosts(1_000, 1_000).map((host) => clickFrom(host)))]);
  await referrers();
  await object.add([batchOf(hosts(1_000, 2_000).map((host) => clickFrom(host)))]);
  const after = await referrers();
  expect(after?.get('news.example')).toBe(500);
  expect([after?.size, after?.get(OTHER)]).toEqual([1_001, 1_901]);
});

it('a roll-up of tens of thousands of links counts every click, and leaves no batch pending', async () => {
  turnTo(NOON);
  const object = newObject();
  for (let batch = 0; batch < 20; batch++) {
    const clicks = Array.from({ length: 2_500 }, (_, i) =>
      clickFrom('Direct', `link-of-a-length-${batch}-${i % 2_000}`),
    );
    await object.add([batchOf(clicks)]);
  }
  const { totals, topLinks } = await object.account(null, 100);
  expect(totals.clicks).toBe(50_000);
  expect(topLinks.map(({ clicks }) => clicks)).toEqual(Array(100).fill(2));
  expect((await object.link('link-of-a-length-19-1999', null)).totals.clicks).toBe(1);
  const left = await runInDurableObject(object, (_, { storage }) =>
    storage.sql.exec('SELECT * FROM arrivals WHERE clicks IS NOT NULL').toArray(),
  );
  expect(left).toEqual([]);
});
