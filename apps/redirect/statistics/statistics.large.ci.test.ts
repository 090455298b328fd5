/** A statistics object with as many pending clicks and links as it can have. `npm run test:ci` runs this file. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { encodeClicks, makeBatchId } from '#domain/click-batch';
import { fakeClock, NOON } from '#testkit/clock';
import { PROFILE } from '#testkit/profile';

const turnTo = fakeClock();

const newObject = () => env.STATISTICS.getByName(`${crypto.randomUUID()}:0`);

/** Adds a batch with one click of each link. */
const addClicks = (object: ReturnType<typeof newObject>, linkIds: readonly string[]) =>
  object.add([
    {
      id: makeBatchId(Date.now(), crypto.randomUUID()),
      clicks: encodeClicks(
        linkIds.map((linkId) => ({
          linkId,
          code: `code-${linkId}`,
          at: NOON,
          kind: 'click',
          profile: PROFILE,
          visitor: null,
        })),
      ),
      visitors: [],
    },
  ]);

const pendingIn = (object: ReturnType<typeof newObject>) =>
  runInDurableObject(
    object,
    (_, { storage }) => storage.sql.exec('SELECT * FROM arrivals WHERE clicks IS NOT NULL').toArray().length,
  );

it('batches are rolled up without the alarm if more than four million characters are pending', async () => {
  turnTo(NOON);
  const object = newObject();
  const linkIds = Array.from({ length: 7_000 }, (_, i) => `link-${'number'.repeat(20)}-${i}`);
  for (let i = 0; i < 8; i++) await addClicks(object, linkIds);
  expect(await pendingIn(object)).toBeLessThan(8);
  expect((await object.readAccount(null, 0)).totals.clicks).toBe(56_000);
});

it('a roll-up of tens of thousands of links counts every click, and leaves no batch pending', async () => {
  turnTo(NOON);
  const object = newObject();
  for (let batch = 0; batch < 20; batch++)
    await addClicks(
      object,
      Array.from({ length: 2_500 }, (_, i) => `link-of-a-length-${batch}-${i % 2_000}`),
    );
  const { totals, topLinks } = await object.readAccount(null, 100);
  expect(totals.clicks).toBe(50_000);
  expect(topLinks.map(({ clicks }) => clicks)).toEqual(Array(100).fill(2));
  expect((await object.readLink('link-of-a-length-19-1999', null)).totals.clicks).toBe(1);
  expect(await pendingIn(object)).toBe(0);
});
