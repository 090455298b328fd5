import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { PUT_SETTLES_MS } from '#store/publish';
import { fakeClock, NOON } from '../clock';
import { wrap } from '../faults';
import { SEED } from '../seed';
import { RandomFaults } from './random-faults';

const turnTo = fakeClock();

it('a put that seems lost takes effect before the time at which it counts as lost', async () => {
  const ages: number[] = [];
  const put = async (begunAt: string) => void ages.push(Date.now() - Number(begunAt));
  const faults = new RandomFaults(SEED);
  const { ROUTES } = faults.bindings(wrap(env.ROUTES, { put }));
  let now = NOON;
  for (let step = 0; step < 1_000; step++) {
    turnTo(now);
    await Promise.allSettled(Array.from({ length: 4 }, () => ROUTES.put(String(now), '')));
    const passesMs = [1, 21_001, 39_999, 60_503][step % 4] as number;
    await faults.land(passesMs);
    now += passesMs;
  }
  expect(faults.faultCounts.late).toBeGreaterThan(50);
  expect(Math.max(...ages)).toBeGreaterThan(20_000);
  expect(Math.max(...ages)).toBeLessThan(PUT_SETTLES_MS);
});
