/** Measures every kind of work of `--growth` at every size, round by round. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Size, WORKS, type Work } from './growth-works';

/** Microseconds of processor time per request, by work, then by portion, then by size. */
export type GrowthSamples = number[][][];

/**
 * The least time between the starts of two rounds. Meanwhile edge entries leave the isolate's cache, so every visit is
 * cold. A round uses half of the 120 searches that an account has a minute, because a slow one may end late.
 */
const APART_MS = 70_000;

/** Measures one portion of one kind of work at one size. @returns microseconds of processor time per request */
async function sample(work: Work, size: Size, portion: number): Promise<number> {
  const { target } = size.product;
  const load = await work.load(size, portion, work.times);
  const before = target.processorMicros();
  await load.eachOnce();
  await work.settle?.(size.product);
  return (target.processorMicros() - before) / work.times;
}

/** Adds a round to the samples. The sizes take turns, and none follows itself (docs/adr/0077). */
export async function addRound(samples: GrowthSamples, sizes: readonly Size[], round: number): Promise<void> {
  const apart = wait(APART_MS);
  for (const [n, work] of WORKS.entries())
    for (let portion = round * work.portions; portion < (round + 1) * work.portions; portion++) {
      const micros: number[] = [];
      for (const size of sizes) micros.push(await sample(work, size, portion));
      samples[n]?.push(micros);
    }
  await apart;
}
