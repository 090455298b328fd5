import { expect, it } from 'vitest';
import { StatisticsQuery } from './statistics-query';

it.each([
  [undefined, 'UTC'],
  ['utc', 'UTC'],
  ['Europe/Berlin', 'Europe/Berlin'],
  ['eUROPE/bERLIN', 'Europe/Berlin'],
  ['US/Eastern', 'America/New_York'],
])('the time zone %s is parsed as %s, so that other spellings do not fill the cache', (tz, zone) => {
  expect(StatisticsQuery.parse({ tz }).tz).toBe(zone);
});

it.each(['', '+01:00', 'Europe', 'Europe/Berlin '.repeat(10)])('the time zone “%s” is refused', (tz) => {
  expect(StatisticsQuery.safeParse({ tz }).success).toBe(false);
});
