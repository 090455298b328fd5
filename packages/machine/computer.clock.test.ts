/** Each jump of the clock, forwards or back, is reported once. */
import { expect, it } from 'vitest';
import { ClockWatch } from './computer';

const NOON = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;

it('a clock that is set an hour forwards and later back is reported at each of the two jumps, and not in between', () => {
  const watch = new ClockWatch(NOON, 1_000);
  const reports = [0, HOUR, HOUR, 0, 0].map((ahead, i) => watch.check(NOON + ahead + 5_000 * i, 1_000 + 5_000 * i));
  expect(reports).toEqual([
    undefined,
    'The clock has gone forwards by 3,600 s: what was to end meanwhile has ended.',
    undefined,
    'The clock has gone back by 3,600 s: limits that were reached stay reached until it has caught up.',
    undefined,
  ]);
});

it('small corrections of the clock are reported only once they add up to ten seconds', () => {
  const watch = new ClockWatch(NOON, 0);
  const reports = Array.from({ length: 11 }, (_, i) => watch.check(NOON - 1_000 * i, 0));
  expect(reports.slice(0, 10)).toEqual(new Array(10).fill(undefined));
  expect(reports[10]).toMatch(/gone back by 10 s/);
});
