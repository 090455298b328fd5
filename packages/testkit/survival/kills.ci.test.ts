/** Kills processes under load four times, each kind once. kills.long.test.ts kills thirty times. */
import { expect, it } from 'vitest';
import { playKills, summarize } from './rounds';

it('four kills under load lose no acknowledged link, and let no link exceed its limit', async () => {
  const report = await playKills(4);
  console.log(summarize(report));
  expect(report.violations).toEqual([]);
  expect(report.mostWorkerds).toBe(1);
  expect(report.links).toBeGreaterThan(10);
}, 600_000);

it('kills among processes that share the visits lose and exceed nothing either', async () => {
  const report = await playKills(3, 2);
  console.log(summarize(report));
  expect(report.violations).toEqual([]);
  expect(report.mostWorkerds).toBe(1);
}, 600_000);
