import { expect, it } from 'vitest';
import { PROFILE } from '#testkit/profile';
import { addClick, type CountedDay, dayStartsAt, joinDays, makeCounts, OTHER, sumDays } from './daily-counts';

/** The counts of a day with `clicks` clicks from each of these hosts. */
function dayWith(day: number, hosts: readonly string[], clicks = 1): CountedDay {
  const counts = makeCounts();
  for (const referrer of hosts) {
    for (let i = 0; i < clicks; i++) addClick(counts, dayStartsAt(day), false, { ...PROFILE, referrer });
  }
  return { day, counts };
}

const hosts = (count: number, from: number) => Array.from({ length: count }, (_, i) => `h${from + i}.example`);

it('a value has a count of its own, although earlier days had many other values', () => {
  const days = [dayWith(1, hosts(900, 0)), dayWith(2, hosts(900, 900)), dayWith(3, ['late.example'], 50)];
  const { referrer } = sumDays(days, { start: 1, end: 3 }, 1).sum.by;
  expect([referrer.size, referrer.get('late.example'), referrer.get(OTHER)]).toEqual([1_801, 50, undefined]);
});

it('a sum has twenty thousand values of a dimension at most, and counts all further ones as Other', () => {
  const days = Array.from({ length: 25 }, (_, day) => dayWith(day, hosts(1_000, 1_000 * day)));
  const { referrer } = sumDays(days, { start: 0, end: 24 }, 0).sum.by;
  expect([referrer.size, referrer.get(OTHER)]).toEqual([20_001, 5_000]);
});

it('a sum counts only the days of the range, and the quarters also include the days beside it', () => {
  const days = [1, 2, 3, 4].map((day) => dayWith(day, ['host.example']));
  const { sum, quarters } = sumDays(days, { start: 2, end: 3 }, 2);
  expect(sum.clicks).toBe(2);
  expect(quarters.map(({ day }) => day)).toEqual([1, 2, 3, 4]);
});

it('the visitors of a range are the sum over its days, links and parts, without the days beside it', () => {
  const makeDay = (day: number, visitors: number): CountedDay => ({ day, counts: { ...makeCounts(), visitors } });
  const parts = [
    [makeDay(1, 9), makeDay(2, 1), makeDay(4, 2)],
    [makeDay(2, 4), makeDay(6, 9)],
  ].map((days) => sumDays(days, { start: 2, end: 5 }, 2));
  expect(joinDays(parts)).toMatchObject({ sum: { visitors: 7 }, from: 2 });
});
