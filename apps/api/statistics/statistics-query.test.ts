import { expect, it } from 'vitest';
import { StatisticsQuery } from './statistics-query';

it.each([
  [undefined, 'UTC'],
  ['utc', 'UTC'],
  ['Europe/Berlin', 'Europe/Berlin'],
  ['eUROPE/bERLIN', 'Europe/Berlin'],
  ['US/Eastern', 'America/New_York'],
])('tz=%s becomes %s: a zone has one name, so that spellings do not fill the cache', (tz, zone) => {
  expect(StatisticsQuery.parse({ tz }).tz).toBe(zone);
});

it.each(['', '+01:00', 'Europe', 'Europe/Berlin '.repeat(10)])('tz=%s is refused', (tz) => {
  expect(StatisticsQuery.safeParse({ tz }).success).toBe(false);
});
