/**
 * Tests the days of time zones. A click near midnight UTC belongs to another day in other zones (specification 10.3).
 */
import { describe, expect, it } from 'vitest';
import { fakeClock } from '#testkit/clock';
import { createWorld, freshAlias } from '#testkit/world';
import type { RangeStatistics } from './statistics-record';

const turnTo = fakeClock();
const world = createWorld();

type Statistics = { breakdown: { [grouping in 'day' | 'country']?: { value: string; clicks: number }[] } };

/**
 * Makes a link and clicks it at these times.
 * @returns a function that reads its breakdown a day after the last click
 */
async function clickedAt(...moments: string[]) {
  const times = moments.map((moment) => Date.parse(moment));
  turnTo((times[0] ?? 0) - 60_000);
  const { key } = await world.newKey('PRO');
  const alias = freshAlias('zone');
  await world.shorten(key, { url: 'https://example.com/', alias });
  for (const time of times) {
    turnTo(time);
    expect((await world.visit(alias)).status).toBe(302);
  }
  turnTo((times.at(-1) ?? 0) + 36 * 3_600_000);
  return async (tz: string, start: string, end = start, grouping: 'day' | 'country' = 'day') => {
    const query = `?groupBy=${grouping}&tz=${tz}&start=${start}&end=${end}`;
    const [ofLink, ofAccount] = await Promise.all(
      [`/stats/${alias}${query}`, `/stats${query}`].map(async (path) =>
        (await world.v2(key, 'GET', path)).json<Statistics>(),
      ),
    );
    expect(ofAccount?.breakdown).toEqual(ofLink?.breakdown);
    return (ofLink?.breakdown[grouping] ?? []).map(({ value, clicks }) => `${value}: ${clicks}`);
  };
}

describe('a click near midnight', () => {
  it.each([
    ['2031-06-14T22:30:00.457Z', 'Europe/Berlin', '2031-06-15', '2031-06-14'],
    ['2031-06-14T21:59:59.999Z', 'Europe/Berlin', '2031-06-14', '2031-06-15'],
    ['2031-06-15T03:30:00.457Z', 'America/New_York', '2031-06-14', '2031-06-15'],
    ['2031-06-15T04:00:00.000Z', 'America/New_York', '2031-06-15', '2031-06-14'],
    ['2031-06-15T10:00:00.000Z', 'Pacific/Kiritimati', '2031-06-16', '2031-06-15'],
    ['2031-06-15T10:59:59.999Z', 'Pacific/Pago_Pago', '2031-06-14', '2031-06-15'],
    ['2031-06-15T18:15:00.000Z', 'Asia/Kathmandu', '2031-06-16', '2031-06-15'],
    ['2031-06-15T18:14:59.999Z', 'Asia/Kathmandu', '2031-06-15', '2031-06-16'],
    ['2031-06-15T23:59:59.999Z', 'UTC', '2031-06-15', '2031-06-16'],
  ])('(at %s) counts in %s on %s, and not on %s', async (moment, tz, day, other) => {
    const daysIn = await clickedAt(moment);
    expect(await daysIn(tz, day)).toEqual([`${day}: 1`]);
    expect(await daysIn(tz, other)).toEqual([]);
  });

  it('counts on its own day, even on the day of a change to summer time', async () => {
    const daysIn = await clickedAt('2031-03-29T22:59:59.999Z', '2031-03-29T23:00:00.001Z', '2031-03-30T22:30:00.457Z');
    expect(await daysIn('Europe/Berlin', '2031-03-29', '2031-03-31')).toEqual([
      '2031-03-29: 1',
      '2031-03-30: 1',
      '2031-03-31: 1',
    ]);
    expect(await daysIn('Europe/Berlin', '2031-03-31')).toEqual(['2031-03-31: 1']);
  });
});

it('a breakdown by another grouping than the day counts only clicks of the requested UTC days', async () => {
  const daysIn = await clickedAt('2031-06-14T12:00:00.001Z', '2031-06-15T12:00:00.001Z', '2031-06-16T12:00:00.001Z');
  for (const tz of ['UTC', 'Europe/Berlin'])
    expect(await daysIn(tz, '2031-06-15', '2031-06-15', 'country')).toEqual(['Unknown: 1']);
});

it('a click on a UTC day beside the range counts only if its day in the time zone is in the range', async () => {
  const daysIn = await clickedAt(
    '2031-06-13T12:00:00.001Z',
    '2031-06-14T12:00:00.001Z',
    '2031-06-15T12:00:00.001Z',
    '2031-06-16T12:00:00.001Z',
    '2031-06-17T12:00:00.001Z',
  );
  for (const tz of ['UTC', 'Europe/Berlin', 'America/New_York'])
    expect(await daysIn(tz, '2031-06-14', '2031-06-16')).toEqual(['2031-06-14: 1', '2031-06-15: 1', '2031-06-16: 1']);
});

describe('the figures of a range', () => {
  /**
   * Makes a link with the tag Spring, clicked on two days: the evening of the 14th in Los Angeles, and 36 hours later.
   */
  async function clickedInTheWest() {
    turnTo(Date.parse('2031-06-14T12:00:00Z'));
    const { key } = await world.newKey('PRO');
    const alias = freshAlias('range');
    expect((await world.shorten(key, { url: 'https://example.com/', alias, tags: ['Spring'] })).status).toBe(201);
    for (const [at, agent] of [
      ['2031-06-14T22:46:00-07:00', 'Mozilla/5.0'],
      ['2031-06-14T22:47:00-07:00', 'Twitterbot/1.0'],
      ['2031-06-16T10:00:00-07:00', 'Mozilla/5.0'],
    ] as const) {
      turnTo(Date.parse(at));
      await world.visit(`${alias}?qr=1`, { headers: { 'User-Agent': agent } });
    }
    const read = async (query: string, accept = 'application/json') =>
      Promise.all(
        [`/v2/stats/${alias}?`, '/v2/stats?', '/v2/stats?tag=Spring&'].map((path) =>
          world.call('GET', `${path}tz=America/Los_Angeles${query}`, {
            headers: { Authorization: `Bearer ${key}`, Accept: accept },
          }),
        ),
      );
    const readRanges = async (query: string) =>
      Promise.all(
        (await read(query)).map(async (response) => {
          const { clickCount, range } = await response.json<{ clickCount: number; range?: RangeStatistics }>();
          expect(clickCount).toBe(2);
          return range;
        }),
      );
    return { read, readRanges };
  }

  it('stand beside the totals, with and without groupBy: clicks by days of the zone, all others by UTC days', async () => {
    const { readRanges } = await clickedInTheWest();
    const ofDay = (day: string, [clicks, uniqueVisitors, botHits, qrScans]: [number, number, number, number]) =>
      Array(3).fill({ start: day, end: day, clicks, uniqueVisitors, botHits, qrScans });
    for (const groupBy of ['', '&groupBy=browser']) {
      const on = (day: string) => readRanges(`&start=${day}&end=${day}${groupBy}`);
      expect(await on('2031-06-14')).toEqual(ofDay('2031-06-14', [1, 0, 0, 0]));
      expect(await on('2031-06-15')).toEqual(ofDay('2031-06-15', [0, 1, 1, 1]));
      expect(await on('2031-06-16')).toEqual(ofDay('2031-06-16', [1, 1, 0, 1]));
      expect(await on('2099-01-01')).toEqual(ofDay('2099-01-01', [0, 0, 0, 0]));
    }
  });

  it('end today without end, begin with the first stored day without start, and are absent without both', async () => {
    const { readRanges } = await clickedInTheWest();
    const all = { clicks: 2, uniqueVisitors: 2, botHits: 1, qrScans: 2 };
    expect(await readRanges('&start=2031-06-14')).toEqual(
      Array(3).fill({ start: '2031-06-14', end: '2031-06-16', ...all }),
    );
    // 400 days are stored: the first begins at 17:00 of the day before in Los Angeles.
    expect(await readRanges('&end=2031-06-16')).toEqual(
      Array(3).fill({ start: '2030-05-12', end: '2031-06-16', ...all }),
    );
    for (const groupBy of ['', '&groupBy=browser']) expect(await readRanges(groupBy)).toEqual(Array(3).fill(undefined));
  });

  it('begin with the first stored day, but not after their end, of what was never clicked, too', async () => {
    turnTo(Date.parse('2031-06-16T12:00:00Z'));
    const { key } = await world.newKey('PRO');
    const alias = freshAlias('unclicked');
    expect((await world.shorten(key, { url: 'https://example.com/', alias, tags: ['Spring'] })).status).toBe(201);
    const startsAt = async (end: string) => {
      const ranges = ['', `/${alias}`].map(async (path) => {
        const response = await world.v2(key, 'GET', `/stats${path}?end=${end}&tz=America/Los_Angeles`);
        return (await response.json<{ range: RangeStatistics }>()).range.start;
      });
      const ofTag = await world.v2(key, 'GET', `/stats?tag=Spring&end=${end}&tz=America/Los_Angeles`);
      return [...(await Promise.all(ranges)), (await ofTag.json<{ range: RangeStatistics }>()).range.start];
    };
    expect(await startsAt('2031-06-16')).toEqual(Array(3).fill('2030-05-12'));
    expect(await startsAt('2020-01-01')).toEqual(Array(3).fill('2020-01-01'));
    expect((await world.v2(key, 'PATCH', `/links/${alias}`, { tags: [] })).status).toBe(200);
    expect(await startsAt('2031-06-16')).toEqual(Array(3).fill('2030-05-12'));
  });

  it('are further columns of a CSV without groupBy', async () => {
    const { read } = await clickedInTheWest();
    for (const response of await read('&start=2031-06-14&end=2031-06-15', 'text/csv')) {
      const [names = '', values = ''] = (await response.text()).split('\r\n');
      expect(names).toMatch(/,range.start,range.end,range.clicks,range.uniqueVisitors,range.botHits,range.qrScans$/);
      expect(values).toMatch(/,2031-06-14,2031-06-15,1,1,1,1$/);
    }
  });
});
