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

const onStore = (
  act: (
    store: StatisticsStore,
    rollUp: (...clicks: Click[]) => ReturnType<typeof addToRows>,
    written: () => number,
  ) => void,
) =>
  runInDurableObject(env.STATISTICS.getByName(crypto.randomUUID()), (_, { storage }) => {
    const counted = countWrittenRows(storage);
    const store = new StatisticsStore(counted.storage);
    const rollUp = (...clicks: Click[]) => {
      const counts: CountsByLink = new Map();
      for (const { hash = null, ...click } of clicks) countClick(counts, { ...CLICK, ...click }, hash);
      return addToRows(counted.storage.sql, counts, TODAY);
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

  it('tells the clicks of each link, and whether it had none before', () =>
    onStore((_, rollUp) => {
      const toldOf = (...clicks: Click[]) =>
        Object.fromEntries(rollUp(...clicks).map(({ linkId, clicks: all, isFirst }) => [linkId, [all, isFirst]]));
      expect(toldOf({}, { linkId: 'robbed', kind: 'robot' })).toEqual({
        a: [1, true],
        robbed: [0, true],
        '': [1, true],
      });
      expect(toldOf({}, { linkId: 'robbed' }, { linkId: 'new' })).toEqual({
        a: [2, false],
        robbed: [1, false],
        new: [1, true],
        '': [4, false],
      });
    }));

  it('adds to any number of links, and writes three rows for each whose day is known', () =>
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

  it('adds to rows that together are larger than a parameter', () =>
    onStore((store, rollUp) => {
      const clicks = ['a', 'b', 'c', 'd', 'e'].flatMap((linkId) =>
        Array.from({ length: 1_000 }, (_, n) => ({
          linkId,
          profile: { ...PROFILE, referrer: `${'€'.repeat(60)}${n}`, city: `${'€'.repeat(60)}${n}` },
          hash: n,
        })),
      );
      for (let times = 0; times < 2; times++) rollUp(...clicks);
      for (const linkId of ['a', 'e']) expect(daysOf(store, linkId)).toEqual([[0, 2_000, 1_000]]);
      const [day] = store.daysOf('c', TODAY, TODAY);
      expect([...(day?.counts.by.referrer.values() ?? [])]).toEqual(Array(1_000).fill(2));
    }));

  it('adds to sketches that together are larger than a parameter', () =>
    onStore((store, rollUp) => {
      const clicks = Array.from({ length: 30 }, (_, link) =>
        Array.from({ length: 9_000 }, (__, n) => ({ linkId: `link-${link}`, profile: null, hash: link * 9_000 + n })),
      );
      for (const from of [0, 10, 20, 0]) rollUp(...clicks.slice(from, from + 10).flat());
      for (let link = 0; link < 30; link++) expect(store.totalsOf(`link-${link}`).visitors).toBe(9_000);
    }));
});
