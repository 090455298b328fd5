/** Kills processes under load thirty times, at random moments. */
import { expect, it } from 'vitest';
import { playKills, summarize } from './rounds';

it('thirty kills under load lose no acknowledged link, and let no link exceed its limit', async () => {
  const report = await playKills(30);
  console.log(summarize(report));
  expect(report.violations).toEqual([]);
  expect(report.mostWorkerds).toBe(1);
  expect(report.links).toBeGreaterThan(100);
}, 900_000);
