/** What the same work costs with a thousand links, and with a hundred and a thousand times as many. */
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
/** The fewest twice: what two copies of one size differ by is chance. */
const SIZES = [FEWEST, 100_000, 1_000_000, FEWEST];
/**
 * So far apart are rounds at least. An isolate caches an edge entry for ten seconds, so visits of the same thousand codes are
 * all cold; and an account has 120 searches a minute, which a round uses up.
 */
const APART_MS = 70_000;
/** By then what an isolate caches of codes is full. */
const EARLY_VISITS = 100_000;
const HEAP_GOAL = 1.2;
const MEBIBYTE = 2 ** 20;

/** Microseconds per request of one work at one size in one round. */
async function sample(work: Work, size: Size, round: number): Promise<number> {
  const { target } = size.product;
  const load = await work.load(size, round, work.times);
  const before = target.processorMicros();
  await load.eachOnce();
  await work.settle?.(size.product);
  return (target.processorMicros() - before) / work.times;
}

/** Every work at every size, round by round; the visits of a size stand far enough apart. */
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

/** Visits every link once: statistics have a row of each then. The heap of the isolate meanwhile, in MiB. */
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

/** Of an isolate after so many codes and after all of them. Two looks at one heap differ by nothing worth telling. */
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

/** Fills a product of each size, visits all its links, and holds what work costs there against the fewest. */
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
