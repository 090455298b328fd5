import { expect, it } from 'vitest';
import { countedDays, type DayTally } from './counted-days';
import { addClick, dayStartsAt, emptyTally, OTHER, type Profile } from './tally';

const PROFILE: Profile = {
  country: 'DE',
  city: 'Köln, DE',
  device: 'Desktop',
  browser: 'Chrome',
  os: 'Mac OS',
  referrer: 'Direct',
  language: 'de',
};

/** A day with so many clicks from each of these hosts. */
function dayWith(day: number, hosts: readonly string[], clicks = 1): DayTally {
  const tally = emptyTally();
  for (const referrer of hosts) {
    for (let i = 0; i < clicks; i++) addClick(tally, dayStartsAt(day), false, { ...PROFILE, referrer });
  }
  return { day, tally };
}

const hosts = (count: number, from: number) => Array.from({ length: count }, (_, i) => `h${from + i}.example`);

it('shows the most clicked values of all days, however many others came before them', () => {
  const days = [dayWith(1, hosts(900, 0)), dayWith(2, hosts(900, 900)), dayWith(3, ['late.example'], 50)];
  const { referrer } = countedDays(days, { start: 1, end: 3 }).sum.by;
  expect([...referrer][0]).toEqual(['late.example', 50]);
  expect(referrer.size).toBe(1_001);
  expect(referrer.get(OTHER)).toBe(801);
  expect([...referrer.values()].reduce((sum, clicks) => sum + clicks)).toBe(1_850);
});
