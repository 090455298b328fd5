/** The view that the address of a page of statistics names. */
import { describe, expect, it } from 'vitest';
import { formatDay } from '#domain/breakdown';
import { readView, viewAddress } from './statistics-view';

const NOW = Date.UTC(2031, 5, 15, 23, 59, 59, 999);
const read = (query: Record<string, string>, zone = 'UTC') => readView(query, '/console/statistics', zone, 'PRO', NOW);
const formatDays = ({ start, end }: { start: number; end: number }) => [formatDay(start), formatDay(end)];

describe('the range of a view', () => {
  it.each(['7', '30', '90', '365'])('of %s days ends today and has this number of days', (range) => {
    const { start, end, range: shown } = read({ days: range });
    expect([formatDay(end), end - start + 1, shown]).toEqual(['2031-06-15', Number(range), range]);
  });

  it.each([
    ['today', '2031-06-15', '2031-06-15'],
    ['yesterday', '2031-06-14', '2031-06-14'],
    ['month', '2031-06-01', '2031-06-15'],
  ])('named %s is from %s to %s', (days, first, last) => {
    expect([...formatDays(read({ days })), read({ days }).range]).toEqual([first, last, days]);
  });

  it('named today is the present day of the zone', () => {
    expect(formatDays(read({ days: 'today' }, 'Asia/Tokyo'))).toEqual(['2031-06-16', '2031-06-16']);
  });

  it.each([undefined, '', '0', '8', '07', '7.0', ' 7', '1e9'])('is thirty days for the parameter %j', (days) => {
    expect(read(days === undefined ? {} : { days }).range).toBe('30');
  });

  it('ends with the present day of the zone', () => {
    expect(formatDays(read({ days: '7' }, 'Asia/Tokyo'))).toEqual(['2031-06-10', '2031-06-16']);
  });

  it.each([
    ['2031-01-05', '2031-02-03', '2031-01-05', '2031-02-03'],
    ['2031-06-10', '', '2031-06-10', '2031-06-15'],
    ['', '2031-06-10', '2031-06-10', '2031-06-10'],
    ['2031-06-10', '2031-07-01', '2031-06-10', '2031-06-15'], // no day after today
  ])('from %j to %j is %s to %s', (start, end, first, last) => {
    const view = read({ days: '7', start, end });
    expect([...formatDays(view), view.range, view.errors]).toEqual([first, last, null, {}]);
  });

  it.each([
    [{ start: 'x' }, 'start'],
    [{ end: '2031-02-30' }, 'end'],
    [{ start: '2031-06-16' }, 'start'],
    [{ start: '2031-06-10', end: '2031-06-09' }, 'end'],
    [{ start: '2028-06-10' }, 'start'],
  ])('for the days %j is that of the parameter days, with a message at %s', (typed, field) => {
    const view = read({ days: '90', ...typed } as Record<string, string>);
    expect([view.range, Object.keys(view.errors)]).toEqual(['90', [field]]);
  });
});

it('an address keeps the days and the tabs that it does not change', () => {
  const view = read({ start: '2031-01-05', end: '2031-02-03', places: 'city', technology: 'nonsense' });
  expect(viewAddress(view, { technology: 'os' })).toBe(
    '/console/statistics?start=2031-01-05&end=2031-02-03&places=city&technology=os',
  );
  expect(viewAddress(view, { days: '7' })).toBe('/console/statistics?places=city&days=7');
  expect(viewAddress(view, { grouping: 'day' }, '/csv')).toContain('/console/statistics/csv?start=2031-01-05');
});
