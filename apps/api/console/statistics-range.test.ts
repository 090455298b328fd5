import { expect, it } from 'vitest';
import { dayOf } from '#domain/daily-counts';
import { queryOf, RANGES, rangeOf } from './statistics-range';

it.each(RANGES)('a range of %i days ends today and has this number of days', (range) => {
  const now = Date.UTC(2031, 5, 15, 23, 59, 59, 999);
  const { start, end } = queryOf(range, now);
  expect([end, end - start + 1]).toEqual([dayOf(now), range]);
});

it.each([undefined, '', '0', '8', '07', '7.0', ' 7', '1e9'])(
  'the range is thirty days for the parameter %j',
  (text) => {
    expect(rangeOf(text)).toBe(30);
  },
);
