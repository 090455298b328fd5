/** The days that a daily average counts. */
import { expect, it } from 'vitest';
import { parseDay } from '#domain/breakdown';
import { computeAverage, daysSince, findFirstClick } from './period';

const day = (value: string): number => parseDay(value) ?? 0;
const makePeriod = (...counts: number[]) => ({
  clicks: counts.reduce((sum, one) => sum + one, 0),
  days: counts.map((clicks, n) => ({ value: `2026-11-${10 + n}`, clicks })),
});

it('the average begins with the day of the creation', () => {
  const period = makePeriod(0, 0, 0, 6);
  expect(computeAverage(period, day('2026-11-12'))).toEqual({ clicks: 3, since: day('2026-11-12') });
  for (const begin of [null, day('2026-11-10'), day('2026-11-01'), day('2026-12-01')])
    expect(computeAverage(period, begin)).toEqual({ clicks: 1.5, since: null });
});

it('clicks before the creation, of a former link with the alias, count with their days', () => {
  expect(computeAverage(makePeriod(0, 3, 0, 3), day('2026-11-13'))).toEqual({ clicks: 2, since: day('2026-11-11') });
});

it('the first click is known where all clicks are in the range', () => {
  expect(findFirstClick(makePeriod(0, 2, 1), 3)).toBe(day('2026-11-11'));
  expect(findFirstClick(makePeriod(0, 2, 1), 4)).toBeNull();
  expect(findFirstClick(makePeriod(0, 0), 0)).toBeNull();
});

it('a chart begins with the first day that counts, with the same days of the period before, and has a week at least', () => {
  const { days } = makePeriod(0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8);
  const before = days.map(({ clicks }) => ({ value: 'earlier', clicks: 10 * clicks }));
  const shown = daysSince({ days, before }, day('2026-11-14'));
  expect([shown.days[0], shown.before?.[0]?.clicks]).toEqual([{ value: '2026-11-14', clicks: 1 }, 10]);
  expect(daysSince({ days, before: null }, day('2026-11-20'))).toEqual({ days: days.slice(-7), before: null });
  expect(daysSince({ days, before: null }, null).days).toEqual(days);
});
