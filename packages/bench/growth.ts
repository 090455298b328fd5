/** `npm run bench -- --growth`: the cost of the same work with 1,000, 100,000 and 1,000,000 links. */
import path from 'node:path';
import { costEvidence } from './evidence';
import { addRound, type GrowthSamples } from './growth-samples';
import { type Size, WORKS, type Work } from './growth-works';
import { Load } from './load';
import { mapSides, type Print, type Result, type Settings, type Sides } from './measure';
import { Product } from './product';
import { clickText } from './request';
import { costsOf, resultOf } from './result';
import { untilSufficient } from './rounds';
import { codeOf } from './sample-links';

const FEWEST = 1_000;
/** The numbers of links. The smallest appears twice: the difference between its two copies is noise. */
const LARGER = [100_000, 1_000_000];
const SIZES = [FEWEST, ...LARGER, FEWEST];
/** The number of visits after which the isolate's cache of edge entries is full. */
const EARLY_VISITS = 100_000;
const HEAP_GOAL = 1.2;
const MEBIBYTE = 2 ** 20;

const count = (links: number): string => links.toLocaleString('en');

/** The sides of a comparison with the smallest size: the size with number `at`, and both copies of the smallest. */
const sidesAt = (samples: readonly number[][], at: number): Sides<number>[] =>
  samples.map((micros) => [micros[at] ?? Number.NaN, micros[0] ?? Number.NaN, micros.at(-1) ?? Number.NaN]);

const microsOf = (rounds: readonly Sides<number>[]) => mapSides(costsOf(rounds), (micros) => ({ micros }));

function resultsOf({ name, work, goal }: Work, samples: readonly number[][]): Result[] {
  return LARGER.map((links, at) => {
    const rounds = sidesAt(samples, at + 1);
    const heading = {
      name: `${name}-${links}`,
      work: `${work}, ${count(links)} links`,
      floor: `${count(FEWEST)} links`,
      goal,
    };
    return resultOf(heading, costEvidence(rounds), microsOf(rounds));
  });
}

/** Compares the time of a request with most links with its budget. Its noise is that of the copies. */
function budgetResults({ name, work, budgetMs }: Work, samples: readonly number[][]): Result[] {
  if (budgetMs === undefined) return [];
  const rounds = sidesAt(samples, LARGER.length);
  const budget = budgetMs * 1_000;
  const { ratio } = costEvidence(rounds.map(([micros]) => [micros, budget, budget]));
  const heading = {
    name: `${name}-time`,
    work: `${work}, ${count(Math.max(...SIZES))} links`,
    floor: `${budgetMs} ms`,
    goal: 1,
  };
  const ms = costsOf(rounds)[0] / 1_000;
  return [resultOf(heading, { ...costEvidence(rounds), ratio }, [{ ms }, { ms: budgetMs }, {}])];
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

/** Compares the heap after EARLY_VISITS with the heap after all visits. Two readings of one heap are equal. */
function heapResult(links: number, { early, late }: { early: number; late: number }): Result {
  const ratio = late / early;
  return {
    name: 'isolate-heap',
    work: `heap of an isolate after visits of ${count(links)} codes`,
    floor: `after ${count(EARLY_VISITS)}`,
    ratio,
    interval: { low: ratio, high: ratio },
    noise: { ratio: 1, low: 1, high: 1 },
    rounds: 1,
    isSound: true,
    goal: HEAP_GOAL,
    met: ratio <= HEAP_GOAL,
    doubt: null,
    subject: { MiB: late },
    against: { MiB: early },
  };
}

/** Measures rounds until the ratios of all works at all sizes are certain enough. The first round only warms up. */
async function sampleAll(sizes: readonly Size[], settings: Settings, print: Print): Promise<GrowthSamples> {
  print('warming up');
  await addRound(
    WORKS.map(() => []),
    sizes,
    0,
  );
  const samples: GrowthSamples = WORKS.map(() => []);
  await untilSufficient(
    settings,
    1,
    print,
    (round) => addRound(samples, sizes, round + 1),
    () => samples.flatMap((ofWork) => LARGER.map((_, at) => costEvidence(sidesAt(ofWork, at + 1)))),
  );
  return samples;
}

/**
 * Starts and fills a product of each size, visits all its links, and compares costs with those at the smallest size.
 */
export async function measureGrowth(root: string, folder: string, settings: Settings, print: Print): Promise<Result[]> {
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
    const samples = await sampleAll(sizes, settings, (text) => print(`growth: ${text}`));
    const ofWorks = WORKS.flatMap((work, n) => [
      ...resultsOf(work, samples[n] ?? []),
      ...budgetResults(work, samples[n] ?? []),
    ]);
    return [...ofWorks, ...results];
  } finally {
    await Promise.all(sizes.map(({ product }) => product.target.stop()));
  }
}
