import { describe, expect, it } from 'vitest';
import { PROFILE } from '#testkit/profile';
import { type BreakdownQuery, findLocalDay, formatDay, groupClicks, isOffUtc, parseDay, toUtcDays } from './breakdown';
import { addClick, type CountedDay, makeCounts, type Profile, sumDays, utcDayAt } from './daily-counts';

/** The counts of each day that has one of these clicks. */
function countDays(...clicks: [iso: string, profile?: Partial<Profile>][]): CountedDay[] {
  const days = new Map<number, CountedDay>();
  for (const [iso, profile] of clicks) {
    const at = Date.parse(iso);
    const day = days.get(utcDayAt(at)) ?? { day: utcDayAt(at), counts: makeCounts() };
    days.set(utcDayAt(at), day);
    addClick(day.counts, at, false, { ...PROFILE, ...profile });
  }
  return [...days.values()].sort((a, b) => a.day - b.day);
}

const day = (name: string): number => parseDay(name) ?? Number.NaN;

function breakdownFor(days: readonly CountedDay[], start: string, end: string, more: Partial<BreakdownQuery> = {}) {
  const query: BreakdownQuery = {
    groupBy: ['day'],
    start: day(start),
    end: day(end),
    timeZone: 'UTC',
    limit: 100,
    ...more,
  };
  const read = days.filter((one) => one.day >= query.start - 1 && one.day <= query.end + 1);
  return groupClicks(sumDays(read, query, query.start), query);
}

describe('a breakdown by day', () => {
  it('has the days of the range that had clicks, in order', () => {
    const days = countDays(
      ['2026-11-18T23:59:59Z'],
      ['2026-11-19T00:00:00Z'],
      ['2026-11-21T12:00:00Z'],
      ['2026-11-22T00:00:00Z'],
    );
    expect(breakdownFor(days, '2026-11-19', '2026-11-21').day).toEqual([
      { value: '2026-11-19', clicks: 1 },
      { value: '2026-11-21', clicks: 1 },
    ]);
  });

  it.each([
    ['Pacific/Kiritimati', '2026-11-21T10:00:00Z', '2026-11-22'], // +14
    ['Pacific/Kiritimati', '2026-11-21T09:59:59Z', '2026-11-21'],
    ['Etc/GMT+12', '2026-11-21T11:59:59Z', '2026-11-20'], // -12
    ['Asia/Kathmandu', '2026-11-21T18:15:00Z', '2026-11-22'], // +5:45
    ['Asia/Kathmandu', '2026-11-21T18:14:59Z', '2026-11-21'],
    ['America/St_Johns', '2026-11-21T03:29:59Z', '2026-11-20'], // -3:30
    ['America/St_Johns', '2026-11-21T03:30:00Z', '2026-11-21'],
    // Clocks in Berlin go back in the night of 2026-10-25. That day begins at 22:00Z, and the next one at 23:00Z.
    ['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25'],
    ['Europe/Berlin', '2026-10-25T22:59:59Z', '2026-10-25'],
    ['Europe/Berlin', '2026-10-25T23:00:00Z', '2026-10-26'],
  ])('counts a click by the calendar of %s: the click at %s is on %s', (timeZone, iso, name) => {
    expect(breakdownFor(countDays([iso]), name, name, { timeZone }).day).toEqual([{ value: name, clicks: 1 }]);
    expect(formatDay(findLocalDay(Date.parse(iso), timeZone))).toBe(name);
  });

  it('counts every click of a year on exactly one day, in a zone that changes its clocks', () => {
    const clicks = Array.from({ length: 365 * 8 }, (_, i): [string] => [
      new Date(Date.UTC(2026, 0, 1, 3 * i)).toISOString(),
    ]);
    const groups =
      breakdownFor(countDays(...clicks), '2025-12-30', '2027-01-02', { timeZone: 'America/New_York' }).day ?? [];
    expect(groups.reduce((sum, { clicks: n }) => sum + n, 0)).toBe(clicks.length);
    expect(new Set(groups.map(({ value }) => value)).size).toBe(groups.length);
  });
});

describe('a breakdown by value', () => {
  const days = countDays(
    ['2026-11-20T10:00:00Z', { browser: 'Safari' }],
    ['2026-11-21T10:00:00Z', { browser: 'Firefox' }],
    ['2026-11-21T11:00:00Z', { browser: 'Edge' }],
    ['2026-11-21T12:00:00Z', { browser: 'Firefox' }],
  );

  it('has the most clicked values first, and values with equal clicks in the order of their names', () => {
    const { browser } = breakdownFor(days, '2026-11-20', '2026-11-21', { groupBy: ['browser'] });
    expect(browser?.map(({ value }) => value)).toEqual(['Firefox', 'Edge', 'Safari']);
  });

  it.each(['Edge Opera Safari', 'Safari Opera Edge', 'Opera Safari Edge'])(
    'orders values with equal clicks by name, even if they were counted in the order %s',
    (met) => {
      const clicks = met.split(' ').map((browser): [string, Partial<Profile>] => ['2026-11-20T10:00:00Z', { browser }]);
      const { browser } = breakdownFor(countDays(...clicks), '2026-11-20', '2026-11-20', { groupBy: ['browser'] });
      expect(browser?.map(({ value }) => value)).toEqual(['Edge', 'Opera', 'Safari']);
    },
  );

  it('has no more values than the limit, and counts only the clicks of the range', () => {
    expect(breakdownFor(days, '2026-11-21', '2026-11-21', { groupBy: ['browser'], limit: 1 }).browser).toEqual([
      { value: 'Firefox', clicks: 2 },
    ]);
    expect(breakdownFor(days, '2026-11-20', '2026-11-20', { groupBy: ['browser', 'country'] })).toEqual({
      browser: [{ value: 'Safari', clicks: 1 }],
      country: [{ value: 'DE', clicks: 1 }],
    });
  });
});

describe('dayOfName', () => {
  it.each(['2026-02-29', '2026-13-01', '2026-1-1', '20261121', '2026-11-21T00:00:00Z', '', ' 2026-11-21'])(
    'returns null for %j',
    (name) => expect(parseDay(name)).toBeNull(),
  );
  it('returns the day of 29 February in a leap year', () => expect(formatDay(day('2028-02-29'))).toBe('2028-02-29'));
});

it('a breakdown has its days in order, although they were read in another order', () => {
  const days = countDays(['2026-11-19T12:00:00Z'], ['2026-11-21T12:00:00Z'], ['2026-11-20T12:00:00Z']).reverse();
  const { day: groups } = breakdownFor(days, '2026-11-19', '2026-11-21');
  expect(groups?.map(({ value }) => value)).toEqual(['2026-11-19', '2026-11-20', '2026-11-21']);
});

it('dayOfName returns null for a name with a character before or after the day', () => {
  for (const name of ['x2026-11-21', '2026-11-21x']) expect(parseDay(name)).toBeNull();
});

describe('the UTC days of a range of a zone', () => {
  const ZONES = Array.from({ length: 27 }, (_, place) => `Etc/GMT${place > 12 ? '' : '+'}${12 - place}`);
  const HOURS = Array.from({ length: 24 }, (_, hour) => Date.UTC(2031, 5, 15, hour, 34));

  it.each(ZONES)('in %s contain the UTC day of now at every hour, if the range contains now', (zone) => {
    for (const now of HOURS) {
      const today = findLocalDay(now, zone);
      for (const [start, end] of [
        [today, today],
        [today - 6, today],
        [today, today + 3],
        [0, today],
      ] as const) {
        const days = toUtcDays({ start, end }, zone, now);
        expect([days.start <= utcDayAt(now), days.end >= utcDayAt(now)]).toEqual([true, true]);
        expect([days.start <= start, days.end >= end]).toEqual([true, true]);
        expect(days.end - days.start - (end - start)).toBeLessThanOrEqual(1);
      }
    }
  });

  it.each(ZONES)('in %s have the dates of the range at every hour, if it ended earlier or is to come', (zone) => {
    for (const now of HOURS) {
      const today = findLocalDay(now, zone);
      for (const range of [
        { start: today - 7, end: today - 1 },
        { start: today + 1, end: today + 1 },
      ])
        expect(toUtcDays(range, zone, now)).toEqual(range);
    }
  });
});

it.each([
  ['UTC', '2026-07-01', '2026-07-31', false],
  ['Europe/London', '2026-01-01', '2026-01-31', false],
  ['Europe/London', '2026-07-01', '2026-07-31', true],
  ['Europe/London', '2026-03-01', '2026-03-31', true],
  ['Asia/Tokyo', '2026-01-01', '2026-01-01', true],
])('the days of %s from %s to %s differ from those of UTC: %j', (zone, start, end, differs) => {
  expect(isOffUtc({ start: day(start), end: day(end) }, zone)).toBe(differs);
});
