/** Thirty kills at random moments, under load. */
import { expect, it } from 'vitest';
import { playKills, summaryOf } from './rounds';

it('nothing that was acknowledged is lost, and no limit exceeded, whatever is killed', async () => {
  const report = await playKills(30);
  console.log(summaryOf(report));
  expect(report.violations).toEqual([]);
  expect(report.mostWorkerds).toBe(1);
  expect(report.links).toBeGreaterThan(100);
}, 900_000);
