/** The clicks of links by day, and the overview of an account. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, it } from 'vitest';
import { encodeClicks, makeBatchId } from '#domain/click-batch';
import { utcDayAt } from '#domain/daily-counts';
import { fakeClock, NOON } from '#testkit/clock';
import { PROFILE } from '#testkit/profile';

const turnTo = fakeClock();
const DAY = 86_400_000;
const TODAY = utcDayAt(NOON);
beforeEach(() => turnTo(NOON));

const newObject = () => env.STATISTICS.getByName(`${crypto.randomUUID()}:0`);
type Object = ReturnType<typeof newObject>;

/** Counts `times` clicks of a link, some days ago. */
async function click(object: Object, linkId: string, times: number, daysAgo = 0) {
  const at = NOON - daysAgo * DAY;
  const one = { linkId, code: `code-${linkId}`, at, kind: 'click' as const, profile: PROFILE, visitor: null };
  const clicks = encodeClicks(Array.from({ length: times }, () => one));
  await object.add([{ id: makeBatchId(Date.now(), crypto.randomUUID()), clicks, visitors: [] }]);
}

const LAST_THREE = { start: TODAY - 2, end: TODAY };

it('the clicks of links come by day, in the order of the request, beside those of all time', async () => {
  const object = newObject();
  await click(object, 'a', 2);
  await click(object, 'a', 3, 2);
  await click(object, 'a', 4, 3);
  await click(object, 'b', 1, 1);
  expect(await object.readRecentClicks(['b', 'none', 'a'], LAST_THREE)).toEqual({
    clicks: [1, 0, 9],
    lastAt: [NOON - DAY, 0, NOON],
    start: TODAY - 2,
    days: [
      [0, 1, 0],
      [0, 0, 0],
      [3, 0, 2],
    ],
  });
  expect((await object.readRecentClicks([], LAST_THREE)).days).toEqual([]);
});

it('days that are no longer stored are left out of a range', async () => {
  const object = newObject();
  await click(object, 'a', 2, 399);
  const { start, days } = await object.readRecentClicks(['a'], { start: TODAY - 500, end: TODAY });
  expect([start, days[0]?.length, days[0]?.[0]]).toEqual([TODAY - 399, 400, 2]);
});

it('the overview has the clicks of the account by day, and the most clicked links of the later range', async () => {
  const object = newObject();
  await click(object, 'once-famous', 9, 5);
  await click(object, 'a', 1);
  await click(object, 'b', 2, 1);
  await click(object, 'c', 1);
  const { totals, ...overview } = await object.readOverview({ start: TODAY - 5, end: TODAY }, LAST_THREE, 2);
  expect(totals.clicks).toBe(13);
  expect(overview).toEqual({
    start: TODAY - 5,
    days: [9, 0, 0, 0, 2, 2],
    top: [
      { linkId: 'b', code: 'code-b', clicks: 2, days: [0, 2, 0] },
      { linkId: 'a', code: 'code-a', clicks: 1, days: [0, 0, 1] },
    ],
    isTopOfAllTime: false,
  });
});

it('the report of an account names the most clicked links of a range, and counts all that were clicked in it', async () => {
  const object = newObject();
  await click(object, 'once-famous', 9, 5);
  await click(object, 'a', 1);
  await click(object, 'b', 2, 1);
  await click(object, 'c', 1, 2);
  const report = await object.readAccount(null, 2, LAST_THREE);
  expect(report.topLinks.map(({ linkId }) => linkId)).toEqual(['once-famous', 'b']);
  expect(report.topOfRange).toEqual({
    links: [
      { linkId: 'b', code: 'code-b', clicks: 2 },
      { linkId: 'a', code: 'code-a', clicks: 1 },
    ],
    clicked: 3,
  });
  const none = { start: TODAY - 4, end: TODAY - 3 };
  expect((await object.readAccount(null, 2, none)).topOfRange).toEqual({ links: [], clicked: 0 });
  expect((await object.readAccount(null, 2)).topOfRange).toBeNull();
});

it('with too many days of links the most clicked are those of all time', async () => {
  const object = newObject();
  await click(object, 'famous', 9, 20);
  await click(object, 'a', 1);
  await object.readOverview(LAST_THREE, LAST_THREE, 2);
  await runInDurableObject(object, (_, { storage }) =>
    storage.sql.exec(
      `INSERT INTO days SELECT 'many-' || value, ?, '[1,1,0,0,0,0]', NULL FROM json_each(?)`,
      TODAY,
      JSON.stringify(Array.from({ length: 10_000 }, (_, n) => n)),
    ),
  );
  const { top, isTopOfAllTime } = await object.readOverview(LAST_THREE, LAST_THREE, 2);
  expect(isTopOfAllTime).toBe(true);
  expect(top).toEqual([
    { linkId: 'famous', code: 'code-famous', clicks: 9, days: [0, 0, 0] },
    { linkId: 'a', code: 'code-a', clicks: 1, days: [0, 0, 1] },
  ]);
  expect((await object.readAccount(null, 2, LAST_THREE)).topOfRange).toBeNull();
});
