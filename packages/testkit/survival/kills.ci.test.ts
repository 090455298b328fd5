/** Four kills under load, one of each kind. kills.long.test.ts plays thirty. */
import { expect, it } from 'vitest';
import { playKills, summaryOf } from './rounds';

it('nothing that was acknowledged is lost, and no limit exceeded, whatever is killed', async () => {
  const report = await playKills(4);
  console.log(summaryOf(report));
  expect(report.violations).toEqual([]);
  expect(report.mostWorkerds).toBe(1);
  expect(report.links).toBeGreaterThan(10);
}, 240_000);
