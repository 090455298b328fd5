/** Tests the statistics of an account in a backup: its parts, and a part that is stored twice. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import type { DayRow, StatisticsStart, TotalsRow } from '#domain/object-state';
import { readStatisticsPart, storeStatistics } from './statistics-parts';
import { StatisticsStore } from './statistics-store';

const makeTotals = (link: string): TotalsRow => ({
  link,
  code: 'code',
  clicks: 3,
  scans: 2,
  robots: 1,
  visitors: 4,
  last_at: 5,
});
const LONG = 'x'.repeat(2_000);

/** Stores rows, and returns the links of every part. */
const readParts = (totals: readonly TotalsRow[], days: readonly DayRow[]) =>
  runInDurableObject(env.STATISTICS.getByName(crypto.randomUUID()), (_, { storage }) => {
    new StatisticsStore(storage);
    for (let times = 0; times < 2; times++) storeStatistics(storage, { top: [], totals, days });
    const parts: { totals: TotalsRow[]; days: DayRow[] }[] = [];
    let start: StatisticsStart | null = null;
    do {
      const { state, next }: ReturnType<typeof readStatisticsPart> = readStatisticsPart(storage.sql, [], start);
      parts.push({ totals: [...state.totals], days: [...state.days] });
      start = next;
    } while (start !== null);
    return parts;
  });

it('parts have every row once, the totals before the days, also where a link has days in two parts', async () => {
  const totals = Array.from({ length: 200 }, (_, n) => makeTotals(`${LONG}${String(n).padStart(3, '0')}`));
  const days = ['a', 'b'].flatMap((link) =>
    Array.from({ length: 100 }, (_, day): DayRow => {
      const counts = JSON.stringify([1, 3, LONG]);
      return { link, day, counts, profiles: day % 2 ? null : LONG };
    }),
  );
  const parts = await readParts(totals, days);
  expect(parts).toHaveLength(4);
  expect(parts.flatMap((part) => part.totals)).toEqual(totals);
  expect(parts.flatMap((part) => part.days)).toEqual(days);
});

it('an account without clicks is one empty part', async () => {
  expect(await readParts([], [])).toEqual([{ totals: [], days: [] }]);
});
