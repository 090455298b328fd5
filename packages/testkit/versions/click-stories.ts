/** Stories of click limits and statistics. */
import { expect } from 'vitest';
import { dayOf } from '#domain/daily-counts';
import type { Pair } from './pair';
import { callerOf, crowd, type Key, leadsTo, newKey, type Story, shorten, soon } from './story';

type Statistics = {
  readonly clickCount: number;
  readonly uniqueVisitors: number;
  readonly clicksRemaining: number | null;
  readonly breakdown: { readonly device: readonly { readonly clicks: number }[] };
};

const statisticsOf = (at: Pair, key: Key, route: string) =>
  callerOf(at, key)<Statistics>(200, 'GET', `/stats${route}?groupBy=device`);

export const clickStories: Readonly<Record<string, Story>> = {
  'fifty concurrent visitors get exactly the clicks of a limit, also of a limit that earlier visitors have partly used':
    async (at) => {
      const key = await newKey(at);
      const url = 'https://example.com/limited';
      const route = ({ shortCode }: { shortCode: string }) => `/links/${shortCode}`;
      const [spent, parted] = [
        await shorten(at, key, { url, maxClicks: 20 }),
        await shorten(at, key, { url, maxClicks: 30 }),
      ];
      expect(await crowd(at, spent)).toEqual({ redirected: 20, gone: 30 });
      await soon(() => callerOf(at, key)(200, 'GET', route(spent))).toMatchObject({ expiredReason: 'CLICKS' });
      for (let i = 0; i < 10; i++) expect(await leadsTo(at, parted)).toBe(url);
      let given = 10;
      return async (later) => {
        const call = callerOf(later, key);
        expect(await leadsTo(later, spent)).toBe(410);
        expect(await crowd(later, parted)).toEqual({ redirected: 20, gone: 30 });
        given += 20;
        expect(await statisticsOf(later, key, `/${parted.shortCode}`)).toMatchObject({
          clickCount: given,
          clicksRemaining: 0,
        });
        // An alarm publishes the end of the link. An edit before the alarm would change a live link.
        await soon(() => call(200, 'GET', route(parted))).toMatchObject({ expiredReason: 'CLICKS' });
        await call(200, 'PATCH', route(parted), { maxClicks: given + 20 });
      };
    },

  'a limit set later counts the clicks before it': async (at) => {
    const key = await newKey(at);
    const link = await shorten(at, key, { url: 'https://example.com/later' });
    for (let i = 0; i < 3; i++) expect(await leadsTo(at, link)).toBe(link.url);
    await soon(async () => (await statisticsOf(at, key, `/${link.shortCode}`)).clickCount).toBe(3);
    await callerOf(at, key)(200, 'PATCH', `/links/${link.shortCode}`, { maxClicks: 5 });
    let left = 2;
    return async (later) => {
      expect(await crowd(later, link)).toEqual({ redirected: left, gone: 50 - left });
      left = 0;
    };
  },

  'every click is counted once, and a visitor once': async (at) => {
    const key = await newKey(at);
    const link = await shorten(at, key, { url: 'https://example.com/counted' });
    const day = dayOf(Date.now());
    let clicks = 0;
    const countOne = async (now: Pair) => {
      expect(await leadsTo(now, link)).toBe(link.url);
      clicks += 1;
      for (const route of ['', `/${link.shortCode}`]) {
        await soon(async () => (await statisticsOf(now, key, route)).clickCount).toBe(clicks);
        const { uniqueVisitors, breakdown } = await statisticsOf(now, key, route);
        expect(breakdown.device.map((group) => group.clicks)).toEqual([clicks]);
        // A visitor who comes before and after midnight counts twice.
        const isSameDay = dayOf(Date.now()) === day;
        expect(uniqueVisitors).toBeGreaterThanOrEqual(1);
        expect(uniqueVisitors).toBeLessThanOrEqual(isSameDay ? 1 : clicks);
      }
    };
    await countOne(at);
    return countOne;
  },
};
