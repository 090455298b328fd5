/**
 * Tests the days of time zones. A click near midnight UTC belongs to another day in other zones (specification 10.3).
 */
import { describe, expect, it } from 'vitest';
import { fakeClock } from '#testkit/clock';
import { createWorld, freshAlias } from '#testkit/world';

const turnTo = fakeClock();
const world = createWorld();

type Answer = { breakdown: { [grouping in 'day' | 'country']?: { value: string; clicks: number }[] } };

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
        (await world.v2(key, 'GET', path)).json<Answer>(),
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
