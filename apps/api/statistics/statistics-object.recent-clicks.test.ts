/** Tests the clicks of links and of an account by day. */
import { env } from 'cloudflare:workers';
import { beforeEach, expect, it } from 'vitest';
import { isUnavailable } from '#store/faults';
import { fakeClock, NOON } from '#testkit/clock';
import { failing, OVERLOADED, Tap, tappedObjects } from '#testkit/faults';
import { createWorld, freshAlias, type World } from '#testkit/world';
import { clicksOverview, RECENT_DAYS, readRecentClicks } from './statistics-object';

const turnTo = fakeClock();
const DAY_MS = 86_400_000;
beforeEach(() => turnTo(NOON));

/** Makes two links of a new account, and visits the first of them: once 31 days ago, and twice now. */
async function clickedLinks(world: World) {
  turnTo(NOON - 31 * DAY_MS);
  const { key, accountId } = await world.newKey();
  const codes = [freshAlias('many'), freshAlias('many')];
  for (const alias of codes) await world.shorten(key, { url: 'https://example.com/', alias });
  await world.visit(codes[0] as string);
  turnTo(NOON);
  for (let n = 0; n < 2; n++) await world.visit(codes[0] as string);
  const { results } = await env.DB.prepare('SELECT id FROM links WHERE account_id = ? ORDER BY code = ? DESC')
    .bind(accountId, codes[0])
    .all<{ id: string }>();
  return { accountId, linkIds: results.map(({ id }) => id) as [string, string] };
}

it('a page of links has its clicks of all time, of thirty days and of each day with one call', async () => {
  const world = createWorld();
  const { accountId, linkIds } = await clickedLinks(world);
  const tap = new Tap();
  const tapped = { ...world.env, STATISTICS: tappedObjects(world.env.STATISTICS, tap) };
  const none = Array(RECENT_DAYS).fill(0);
  expect(await readRecentClicks(tapped, accountId, linkIds, NOON)).toEqual(
    new Map([
      [linkIds[0], { total: 3, clicks: 2, days: [...none.slice(1), 2] }],
      [linkIds[1], { total: 0, clicks: 0, days: none }],
    ]),
  );
  expect(await readRecentClicks(tapped, accountId, [], NOON)).toEqual(new Map());
  expect(tap.calls).toEqual(['readRecentClicks']);
});

it('an account has its clicks of thirty days and of those before, unless not all of those are stored', async () => {
  const world = createWorld();
  const { accountId } = await clickedLinks(world);
  expect(await clicksOverview(world.env, accountId, 5, NOON)).toMatchObject({ total: 3, clicks: 2, before: 1 });
  const part = { totals: { clicks: 3 }, start: NOON / DAY_MS - 40, days: [1, 2], top: [], isTopOfAllTime: false };
  const shorter = {
    ...world.env,
    STATISTICS: new Proxy(env.STATISTICS, { get: () => () => ({ readOverview: () => part }) }),
  };
  expect(await clicksOverview(shorter, accountId, 5, NOON)).toMatchObject({ before: null });
});

it.each([OVERLOADED, failing()])('an object that does not respond throws ObjectUnreachable', async (fault) => {
  const world = createWorld();
  const down = { ...world.env, STATISTICS: tappedObjects(world.env.STATISTICS, new Tap(fault)) };
  const error = await readRecentClicks(down, 'account', ['one'], NOON).catch((thrown: unknown) => thrown);
  expect(isUnavailable(error)).toBe(true);
});
