/** `npm run bench -- --growth`: the cost of the same work with 1,000, 100,000 and 1,000,000 links. */
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Size, WORKS, type Work } from './growth-works';
import { Load } from './load';
import type { Print, Result } from './measure';
import { Product } from './product';
import { clickText } from './request';
import { resultOf } from './result';
import { codeOf } from './sample-links';
import { median } from './summary';

const FEWEST = 1_000;
/** The numbers of links. The smallest appears twice: the difference between its two copies is noise. */
const SIZES = [FEWEST, 100_000, 1_000_000, FEWEST];
/**
 * The least time between the starts of two rounds. Meanwhile edge entries leave the isolate's cache, so every visit is
 * cold. A round also uses up the 120 searches that an account has a minute.
 */
const APART_MS = 70_000;
/** The number of visits after which the isolate's cache of edge entries is full. */
const EARLY_VISITS = 100_000;
const HEAP_GOAL = 1.2;
const MEBIBYTE = 2 ** 20;

/** Measures one kind of work at one size in one round. @returns microseconds of processor time per request */
async function sample(work: Work, size: Size, round: number): Promise<number> {
  const { target } = size.product;
  const load = await work.load(size, round, work.times);
  const before = target.processorMicros();
  await load.eachOnce();
  await work.settle?.(size.product);
  return (target.processorMicros() - before) / work.times;
}

/** Measures every kind of work at every size, round by round. @returns microseconds by work, size and round */
async function sampleAll(sizes: readonly Size[], rounds: number, print: Print): Promise<number[][][]> {
  const all: number[][][] = WORKS.map(() => sizes.map(() => []));
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    print(round === 0 ? 'warming up' : `round ${round} of ${rounds}`);
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
    const heading = {
      name: `${name}-${links}`,
      work: `${work}, ${count(links)} links`,
      floor: `${count(FEWEST)} links`,
      goal,
    };
    const rounds = [rest[at] ?? [], fewest, copy];
    return resultOf(
      heading,
      rounds,
      rounds.map((micros) => ({ micros: median(micros) })),
    );
  });
}

/**
 * Visits every link once, so that the statistics have a row for each.
 * @returns the isolate's heap in MiB after EARLY_VISITS and at the end
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
 * Compares the heap after EARLY_VISITS with the heap after all visits. The result has no noise, because two readings of
 * one heap are equal.
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

/**
 * Starts and fills a product of each size, visits all its links, and compares costs with those at the smallest size.
 */
export async function measureGrowth(root: string, folder: string, rounds: number, print: Print): Promise<Result[]> {
  const sizes: Size[] = [];
  const results: Result[] = [];
  try {
    for (const [at, links] of SIZES.entries()) {
      print(`growth: filling ${count(links)} links, and visiting them`);
      const product = await Product.start(root, path.join(folder, String(at)), true);
      const size = { links, product };
      sizes.push(size);
      await product.fill(links);
      const heap = await visitAll(size);
      if (links === Math.max(...SIZES)) results.push(heapResult(links, heap));
    }
    const samples = await sampleAll(sizes, rounds, (text) => print(`growth: ${text}`));
    return [...WORKS.flatMap((work, n) => resultsOf(work, samples[n] ?? [])), ...results];
  } finally {
    await Promise.all(sizes.map(({ product }) => product.target.stop()));
  }
}
