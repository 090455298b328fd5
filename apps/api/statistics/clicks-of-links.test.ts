/** Tests the clicks of many links, also beside a redirect worker that has no such method. */
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { isUnavailable } from '#store/faults';
import { fakeClock, NOON } from '#testkit/clock';
import { failing, OVERLOADED, Tap, tappedObjects } from '#testkit/faults';
import { createWorld, freshAlias, type World } from '#testkit/world';
import { clicksOfLinks, clicksOfLinksIn } from './clicks-of-links';

const turnTo = fakeClock();
const DAY = Math.floor(NOON / 86_400_000);

/** Makes two links of a new account, and visits the first of them twice. @returns the account, and the links' ids */
async function clickedLinks(world: World) {
  turnTo(NOON);
  const { key, accountId } = await world.newKey();
  const codes = [freshAlias('many'), freshAlias('many')];
  for (const alias of codes) await world.shorten(key, { url: 'https://example.com/', alias });
  for (let n = 0; n < 2; n++) await world.visit(codes[0] as string);
  const { results } = await env.DB.prepare('SELECT id FROM links WHERE account_id = ? ORDER BY code = ? DESC')
    .bind(accountId, codes[0])
    .all<{ id: string }>();
  return { accountId, linkIds: results.map(({ id }) => id) as [string, string] };
}

it('a page of links has its clicks, its last clicks and its clicks of a range of days with one call each', async () => {
  const world = createWorld();
  const { accountId, linkIds } = await clickedLinks(world);
  const tap = new Tap();
  const tapped = { ...world.env, STATISTICS: tappedObjects(world.env.STATISTICS, tap) };
  expect(await clicksOfLinks(tapped, accountId, linkIds)).toEqual(
    new Map([
      [linkIds[0], { clicks: 2, lastAt: NOON }],
      [linkIds[1], { clicks: 0, lastAt: null }],
    ]),
  );
  expect(await clicksOfLinksIn(tapped, accountId, linkIds, { start: DAY, end: DAY })).toEqual(
    new Map([
      [linkIds[0], 2],
      [linkIds[1], 0],
    ]),
  );
  expect(tap.calls).toEqual(['clicksOf', 'clicksOf']);
  expect(await clicksOfLinks(tapped, accountId, [])).toEqual(new Map());
  expect(tap.calls).toHaveLength(2);
});

it('beside a redirect worker without the method there are no clicks, and no fault', async () => {
  const world = createWorld();
  const lacking = failing('The RPC receiver does not implement the method "clicksOf".');
  const older = { ...world.env, STATISTICS: tappedObjects(world.env.STATISTICS, new Tap(lacking)) };
  expect(await clicksOfLinks(older, 'account', ['one'])).toBeNull();
  expect(await clicksOfLinksIn(older, 'account', ['one'], { start: DAY, end: DAY })).toBeNull();
});

it.each([OVERLOADED, failing()])('an object that does not respond throws ObjectUnreachable', async (fault) => {
  const world = createWorld();
  const down = { ...world.env, STATISTICS: tappedObjects(world.env.STATISTICS, new Tap(fault)) };
  const error = await clicksOfLinks(down, 'account', ['one']).catch((thrown: unknown) => thrown);
  expect(isUnavailable(error)).toBe(true);
});
