/**
 * A new click is in every figure of each range that contains now, in every zone at every hour (specification 10.3 and
 * 14.12).
 */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { findLocalDay, formatDay, GROUPINGS } from '#domain/breakdown';
import { newDeveloper, signedIn } from '#testkit/browser';
import { fakeClock } from '#testkit/clock';
import { createWorld, freshAlias } from '#testkit/world';

const turnTo = fakeClock();
const world = createWorld();
const HOUR = 3_600_000;
/** Each hour of a day. `npm run test:ci` has the first, the last and one in between. */
const HOURS = env.TEST_LONG ? Array.from({ length: 24 }, (_, hour) => hour) : [0, 11, 23];
/** From twelve hours behind UTC to fourteen ahead. The names of such zones have the opposite sign. */
const ZONES = Array.from({ length: 27 }, (_, place) => `Etc/GMT${place > 12 ? '' : '+'}${12 - place}`);
const VISITOR = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
  'Accept-Language': 'en',
};

/** Makes a link of the tag Now, and clicks it at an hour. */
async function clickedAt(hour: number) {
  const now = Date.UTC(2031, 5, 15) + hour * HOUR + 34 * 60_000;
  turnTo(now - 1_000);
  const { accountId } = await newDeveloper(world);
  const { key } = await world.newKey('PRO', { accountId });
  const alias = freshAlias('now');
  expect((await world.shorten(key, { url: 'https://example.com/', alias, tags: ['Now'] })).status).toBe(201);
  turnTo(now);
  expect((await world.visit(`${alias}?qr=1`, { headers: VISITOR })).status).toBe(302);
  return { accountId, key, alias, now };
}

/** Ranges that contain now: to the present day, without an end or with one, and beyond it. */
const listRanges = (today: number) =>
  [
    {},
    { start: today },
    { start: today - 1 },
    { end: today },
    { start: today, end: today },
    { start: today - 6, end: today },
    { start: today, end: today + 3 },
  ].map((range): [string, string][] => Object.entries(range).map(([name, day]) => [name, formatDay(day)]));

type Statistics = {
  breakdown: Record<string, readonly { value: string; clicks: number }[]>;
  range?: Record<string, unknown>;
};

/** Each hour tests every zone with every endpoint and page, and every range with some zone. */
const rangeAt = (today: number, turn: number) => {
  const ranges = listRanges(today);
  return ranges[turn % ranges.length] ?? [];
};

describe.each(HOURS)('at %i:34 UTC a click just made', (hour) => {
  it('stands in the day, the range and every grouping, in every zone and endpoint', { timeout: 60_000 }, async () => {
    const { key, alias, now } = await clickedAt(hour);
    for (const [place, zone] of ZONES.entries()) {
      const today = findLocalDay(now, zone);
      for (const [turn, path] of [`/stats/${alias}?`, '/stats?', '/stats?tag=Now&'].entries()) {
        const days = rangeAt(today, hour + place + turn);
        const groupings = [...GROUPINGS, ...(path === '/stats?' ? ['tag'] : [])];
        const address = `${path}${new URLSearchParams([...days, ['tz', zone]])}&groupBy=${groupings}`;
        const { breakdown, range } = await (await world.v2(key, 'GET', address)).json<Statistics>();
        const sums = groupings.map((name) => (breakdown[name] ?? []).reduce((sum, { clicks }) => sum + clicks, 0));
        expect(sums, address).toEqual(groupings.map(() => 1));
        expect(breakdown.day?.[0]?.value, address).toBe(formatDay(today));
        if (days.length > 0)
          expect(range, address).toMatchObject({ clicks: 1, uniqueVisitors: 1, botHits: 0, qrScans: 1 });
      }
    }
  });

  it('stands in every figure and card of the console, in every zone', { timeout: 60_000 }, async () => {
    const { accountId, alias, now } = await clickedAt(hour);
    const browser = await signedIn(world, accountId);
    const pages = ['/statistics', `/links/${alias}`, '/tags/Now'];
    for (const [place, zone] of ZONES.entries()) {
      const today = formatDay(findLocalDay(now, zone));
      const days = (hour + place) % 2 === 0 ? 'days=7' : `start=${today}&end=${today}`;
      const page = pages[(hour + place) % pages.length] ?? '';
      const address = `${page}?${days}&tz=${encodeURIComponent(zone)}`;
      const html = await browser.text(address);
      expect(html, address).not.toContain('No clicks in these days.');
      for (const name of ['Clicks', 'Unique visitors', 'QR scans'])
        expect(html, address).toMatch(new RegExp(`<dt>${name}</dt><dd class="number">1\\b`));
      const csv = await browser.text(address.replace('?', '/csv?grouping=browser&'));
      expect(csv, address).toBe('grouping,value,clicks\r\nbrowser,Firefox,1\r\n');
    }
  });
});
