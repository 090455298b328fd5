/** Stories of passwords and password attempts. */
import { expect } from 'vitest';
import type { Pair } from './pair';
import { callerOf, leadsTo, type Made, newKey, type Story, shorten } from './story';

const PASSWORD = 'open sesame';
const JSON_ONLY = { Accept: 'application/json' };

const typing = (password: string): RequestInit => ({ headers: { ...JSON_ONLY, 'X-Link-Password': password } });
const sending = (password: string): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({ password }),
});

async function attempt(at: Pair, link: Made, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < times; i++) statuses.push((await at.visit(link.shortCode, typing('wrong'))).status);
  return statuses;
}

export const passwordStories: Readonly<Record<string, Story>> = {
  'a protected link redirects only with its password': async (at) => {
    const key = await newKey(at);
    const link = await shorten(at, key, { url: 'https://example.com/secret', password: PASSWORD, maxClicks: 100 });
    const open = async (now: Pair) => {
      expect(await leadsTo(now, link, { headers: JSON_ONLY })).toBe(401);
      expect((await now.visit(link.shortCode, { headers: { Accept: 'text/html' } })).body).not.toContain(link.url);
      expect(await leadsTo(now, link, typing(PASSWORD))).toBe(link.url);
      expect(await leadsTo(now, link, sending(PASSWORD))).toBe(link.url);
    };
    await open(at);
    expect(await attempt(at, link, 1)).toEqual([401]);
    return open;
  },

  'a link asks for a changed password, and for none after its removal': async (at) => {
    const key = await newKey(at);
    const link = await shorten(at, key, { url: 'https://example.com/changed', password: PASSWORD, maxClicks: 100 });
    let changes = 0;
    const change = async (now: Pair) => {
      const password = `another password ${++changes}`;
      const edit = (body: unknown) => callerOf(now, key)(200, 'PATCH', `/links/${link.shortCode}`, body);
      await edit({ password: null });
      expect(await leadsTo(now, link)).toBe(link.url);
      await edit({ password });
      expect(await leadsTo(now, link)).not.toBe(link.url);
      expect(await leadsTo(now, link, typing(password))).toBe(link.url);
    };
    await change(at);
    return change;
  },

  'a sixth wrong password gets 429, whichever version counted the first five': async (at) => {
    const key = await newKey(at);
    const link = await shorten(at, key, { url: 'https://example.com/guessed', password: PASSWORD });
    expect(await attempt(at, link, 6)).toEqual([401, 401, 401, 401, 401, 429]);
    return async (later) => expect(await attempt(later, link, 1)).toEqual([429]);
  },
};
