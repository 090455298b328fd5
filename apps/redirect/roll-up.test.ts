/** Tests what a roll-up adds to the rows of links and days: sums, many links in one call, and large rows. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { BatchedClick, ClickKind } from '#domain/click-batch';
import { dayOf } from '#domain/daily-counts';
import { NOON } from '#testkit/clock';
import { PROFILE } from '#testkit/profile';
import { countWrittenRows } from '#testkit/written-rows';
import { type CountsByLink, countClick } from './link-counts';
import { addToRows } from './roll-up';
import { StatisticsStore } from './statistics-store';

const DAY = 86_400_000;
const TODAY = dayOf(NOON);

const onStore = (act: (store: StatisticsStore, rollUp: (...clicks: Click[]) => void, written: () => number) => void) =>
  runInDurableObject(env.STATISTICS.getByName(crypto.randomUUID()), (_, { storage }) => {
    const counted = countWrittenRows(storage);
    const store = new StatisticsStore(counted.storage);
    const rollUp = (...clicks: Click[]) => {
      const counts: CountsByLink = new Map();
      for (const { hash = null, ...click } of clicks) countClick(counts, { ...CLICK, ...click }, hash);
      for (const [linkId, link] of counts) addToRows(counted.storage.sql, store, linkId, link, TODAY);
    };
    act(store, rollUp, counted.take);
  });

type Click = Partial<BatchedClick> & { readonly hash?: number };
const CLICK: BatchedClick = { linkId: 'a', code: 'a', at: NOON, kind: 'click', profile: PROFILE, visitor: null };

const daysOf = (store: StatisticsStore, linkId: string) =>
  [...store.daysOf(linkId, 0, TODAY)].map(({ day, counts }) => [day - TODAY, counts.clicks, counts.visitors]);

describe('a roll-up', () => {
  it('adds to the totals and days of each link and of the account', () =>
    onStore((store, rollUp) => {
      const kinds: ClickKind[] = ['click', 'scan', 'robot'];
      for (const at of [NOON, NOON - 1, NOON - DAY])
        rollUp(...kinds.map((kind) => ({ at, kind, hash: at })), { linkId: 'b', at: NOON - DAY, hash: 1 });
      const sums = { scans: 3, robots: 3, lastAt: NOON };
      expect(store.totalsOf('a')).toEqual({ ...sums, clicks: 6, visitors: 3 });
      expect(store.totalsOf('b')).toEqual({ clicks: 3, scans: 0, robots: 0, visitors: 1, lastAt: NOON - DAY });
      expect(store.totalsOf('')).toEqual({ ...sums, clicks: 9, visitors: 4 });
      expect(daysOf(store, 'a')).toEqual([
        [-1, 2, 0],
        [0, 4, 3],
      ]);
      expect(daysOf(store, 'b')).toEqual([
        [-1, 3, 0],
        [0, 0, 1],
      ]);
    }));

  it('stores the code of a link with its first click or robot, and none of the account', () =>
    onStore((store, rollUp) => {
      rollUp({}, { linkId: 'robbed', code: 'first', kind: 'robot' });
      rollUp({ linkId: 'robbed', code: 'second' });
      expect(store.orders.open('clicks', 9, NOON)).toMatchObject({
        links: [
          { linkId: 'a', code: 'a' },
          { linkId: 'robbed', code: 'first' },
        ],
      });
    }));

  it('writes three rows for each link whose day is known', () =>
    onStore((store, rollUp, written) => {
      const clicks = Array.from({ length: 1_234 }, (_, n) => ({ linkId: `link-${n}`, hash: n }));
      rollUp(...clicks);
      written();
      rollUp(...clicks.map((click) => ({ ...click, hash: click.hash + 1 })));
      expect(written()).toBe(3 * 1_235);
      for (const n of [0, 99, 100, 101, 1_233]) {
        expect(store.totalsOf(`link-${n}`)).toMatchObject({ clicks: 2, visitors: 2 });
        expect(daysOf(store, `link-${n}`)).toEqual([[0, 2, 2]]);
      }
      expect(store.totalsOf('')).toMatchObject({ clicks: 2_468, visitors: 1_235 });
    }));
});
