/** `npm run bench -- --growth`: the cost of the same work with 1,000, 100,000 and 1,000,000 links. */
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Size, WORKS, type Work } from './growth-works';
import { codeOf } from './links';
import { Load } from './load';
import type { Result, Tell } from './measure';
import { Product } from './product';
import { clickText } from './request';
import { resultOf } from './result';
import { median } from './summary';

const FEWEST = 1_000;
/** The smallest size appears twice: the difference of the two copies is noise. */
const SIZES = [FEWEST, 100_000, 1_000_000, FEWEST];
/**
 * The least time between the starts of two rounds. Edge entries leave the isolate's cache meanwhile, so every visit is
 * cold. An account has 120 searches a minute, and a round uses them up.
 */
const APART_MS = 70_000;
/** After so many visits the isolate's cache of codes is full. */
const EARLY_VISITS = 100_000;
const HEAP_GOAL = 1.2;
const MEBIBYTE = 2 ** 20;

/** Microseconds of processor time per request, of one kind of work at one size in one round. */
async function sample(work: Work, size: Size, round: number): Promise<number> {
  const { target } = size.product;
  const load = await work.load(size, round, work.times);
  const before = target.processorMicros();
  await load.eachOnce();
  await work.settle?.(size.product);
  return (target.processorMicros() - before) / work.times;
}

/** Measures every kind of work at every size, round by round. @returns microseconds by work, size and round */
async function sampleAll(sizes: readonly Size[], rounds: number, tell: Tell): Promise<number[][][]> {
  const all: number[][][] = WORKS.map(() => sizes.map(() => []));
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    tell(round === 0 ? 'warming up' : `round ${round} of ${rounds}`);
    const apart = wait(APART_MS);
    const order = sizes.map((_, at) => (round % 2 === 0 ? at : sizes.length - 1 - at));
    for (const [n, work] of WORKS.entries())
      for (const at of order) {
        const micros = await sample(work, sizes[at] as Size, round);
        if (round > 0) all[n]?.[at]?.push(micros);
      }
    await apart;
  }
  return all;
}

const count = (links: number): string => links.toLocaleString('en');

function resultsOf({ name, work, goal }: Work, samples: readonly number[][]): Result[] {
  const [fewest = [], ...rest] = samples;
  const copy = rest.at(-1) ?? [];
  return SIZES.slice(1, -1).map((links, at) => {
    const told = {
      name: `${name}-${links}`,
      work: `${work}, ${count(links)} links`,
      floor: `${count(FEWEST)} links`,
      goal,
    };
    const rounds = [rest[at] ?? [], fewest, copy];
    return resultOf(
      told,
      rounds,
      rounds.map((micros) => ({ micros: median(micros) })),
    );
  });
}

/**
 * Visits every link once, so that the statistics have a row of each.
 * @returns the isolate's heap in MiB, early and at the end
 */
async function visitAll({ links, product }: Size): Promise<{ early: number; late: number }> {
  const heap = async () => (await product.redirectHeapBytes()) / MEBIBYTE;
  const visit = async (from: number, to: number) => {
    const clicks = Array.from({ length: to - from }, (_, n) => clickText(`/${codeOf(from + n)}`, n));
    await new Load(product.short, clicks, 302).eachOnce();
    await product.countClicks();
  };
  let early = 0;
  for (let from = 0; from < links; from += EARLY_VISITS) {
    await visit(from, Math.min(links, from + EARLY_VISITS));
    if (from === 0) early = await heap();
  }
  return { early, late: await heap() };
}

/**
 * Compares the heap after EARLY_VISITS with that after all visits. It has no copy: two readings of one heap are equal.
 */
const heapResult = (links: number, { early, late }: { early: number; late: number }): Result =>
  resultOf(
    {
      name: 'isolate-heap',
      work: `heap of an isolate after visits of ${count(links)} codes`,
      floor: `after ${count(EARLY_VISITS)}`,
      goal: HEAP_GOAL,
    },
    [[late], [early], [early]],
    [{ MiB: late }, { MiB: early }],
  );

/** Fills a product of each size, visits all its links, and compares the cost of work with that at the smallest size. */
export async function measureGrowth(root: string, folder: string, rounds: number, tell: Tell): Promise<Result[]> {
  const sizes: Size[] = [];
  const results: Result[] = [];
  try {
    for (const [at, links] of SIZES.entries()) {
      tell(`growth: filling ${count(links)} links, and visiting them`);
      const product = await Product.start(root, path.join(folder, String(at)), true);
      const size = { links, product };
      sizes.push(size);
      await product.fill(links);
      const heap = await visitAll(size);
      if (links === Math.max(...SIZES)) results.push(heapResult(links, heap));
    }
    const samples = await sampleAll(sizes, rounds, (text) => tell(`growth: ${text}`));
    return [...WORKS.flatMap((work, n) => resultsOf(work, samples[n] ?? [])), ...results];
  } finally {
    await Promise.all(sizes.map(({ product }) => product.target.stop()));
  }
}
