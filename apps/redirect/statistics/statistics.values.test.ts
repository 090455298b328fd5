/** Tests which values a statistics object counts separately if visitors invent more than it can store. */
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { type Batch, type BatchedClick, encodeClicks, makeBatchId } from '#domain/click-batch';
import { OTHER, utcDayAt } from '#domain/daily-counts';
import { fakeClock, NOON } from '#testkit/clock';
import { PROFILE } from '#testkit/profile';

const turnTo = fakeClock();
const TODAY = { start: utcDayAt(NOON), end: utcDayAt(NOON) };

const newObject = () => env.STATISTICS.get(env.STATISTICS.newUniqueId());

const clickFrom = (referrer: string, linkId = 'one'): BatchedClick => ({
  linkId,
  code: `code-${linkId}`,
  at: NOON,
  kind: 'click',
  profile: { ...PROFILE, referrer },
  visitor: null,
});

const makeBatch = (clicks: readonly BatchedClick[]): Batch => ({
  id: makeBatchId(Date.now(), crypto.randomUUID()),
  clicks: encodeClicks(clicks),
  visitors: [],
});

const hosts = (count: number, from: number) => Array.from({ length: count }, (_, i) => `h${from + i}.example`);

it('a value with a count of its own keeps it, even if visitors invent thousands of other values', async () => {
  turnTo(NOON);
  const object = newObject();
  const referrers = async () => (await object.readLink('one', TODAY)).counted?.sum.by.referrer;
  await object.add([makeBatch([...Array(500).fill('news.example'), ...hosts(900, 0)].map((host) => clickFrom(host)))]);
  expect((await referrers())?.get('news.example')).toBe(500);
  await object.add([makeBatch(hosts(1_000, 1_000).map((host) => clickFrom(host)))]);
  await referrers();
  await object.add([makeBatch(hosts(1_000, 2_000).map((host) => clickFrom(host)))]);
  const after = await referrers();
  expect(after?.get('news.example')).toBe(500);
  expect([after?.size, after?.get(OTHER)]).toEqual([1_001, 1_901]);
});
