/** Measures of cost: the processor time that a request takes in the process tree that serves it. */
import { type Comparison, headingOf, sidesOf } from './comparison';
import { costEvidence } from './evidence';
import { type Measure, mapSides, type Print, type Run, roundOf, type Settings, type Sides } from './measure';
import { costsOf, resultOf } from './result';
import { untilSufficient } from './rounds';
import type { Targets } from './targets';

type Cost = Comparison & { readonly goal: number };

/** The result of one round of one side. `micros` is the processor time, `done` the units of work. */
type Sample = { readonly micros: number; readonly done: number };

/** A number of rounds, the first with the number `from`. */
type Block = { readonly from: number; readonly count: number };

/**
 * The seconds of load after which every side does its deferred work. The clicks of so many seconds wait together. They
 * are fewer than those that the statistics would roll up by themselves, within a round.
 */
const SECONDS_IN_A_BLOCK = 10;
/** Seconds of load before the first round. Meanwhile V8 compiles the code that runs often. */
const SECONDS_OF_WARMING_UP = 2;

async function sample({ target, load, units = 1 }: Run, seconds: number): Promise<Sample> {
  const before = target.processorMicros();
  const { responses } = await load.closedLoop(seconds);
  return { micros: target.processorMicros() - before, done: responses * units };
}

/** Makes every target do its deferred work now. Otherwise another measure would include it. */
async function settle(sides: readonly Run[]): Promise<void> {
  const byTarget = new Map(sides.map(({ target, settle }) => [target, settle]));
  for (const settle of byTarget.values()) await settle?.();
}

const sum = (samples: readonly Sample[]): number => samples.reduce((total, { micros }) => total + micros, 0);

/**
 * Measures a block of rounds, then the deferred work. What a target does outside its rounds, such as rolling up clicks,
 * is added to each round in proportion to its cost. Other work on the computer makes both dearer alike, so the cheap
 * rounds have a cheap share.
 * @returns microseconds per unit of work, by round and side
 */
async function measureBlock(sides: Sides<Run>, { from, count }: Block, seconds: number): Promise<Sides<number>[]> {
  const before = new Map(sides.map(({ target }) => [target, target.processorMicros()]));
  const rounds: Sides<Sample>[] = [];
  for (let round = from; round < from + count; round++)
    rounds.push(await roundOf(sides, round, (side) => sample(side, seconds)));
  await settle(sides);
  const used = new Map([...before].map(([target, micros]) => [target, target.processorMicros() - micros]));
  const wholes = mapSides(sides, ({ target }) => {
    const ofTarget = rounds.flatMap((samples) => samples.filter((_, side) => sides[side]?.target === target));
    return (used.get(target) ?? 0) / sum(ofTarget);
  });
  return rounds.map((samples) => mapSides(samples, ({ micros, done }, side) => (micros / done) * wholes[side]));
}

async function run(cost: Cost, targets: Targets, settings: Settings, print: Print) {
  const { seconds } = settings;
  const sides = await sidesOf(cost, targets);
  print('warming up');
  for (const { load } of sides) await load.closedLoop(SECONDS_OF_WARMING_UP);
  await settle(sides);
  const rounds: Sides<number>[] = [];
  await untilSufficient(
    settings,
    Math.ceil(SECONDS_IN_A_BLOCK / seconds),
    print,
    async (from, count) => void rounds.push(...(await measureBlock(sides, { from, count }, seconds))),
    () => [costEvidence(rounds)],
  );
  const figures = mapSides(costsOf(rounds), (micros) => ({ micros }));
  return [resultOf(headingOf(cost, cost.goal, targets), costEvidence(rounds), figures)];
}

/** A measure of processor time, one row of the table. */
export const costMeasure = (cost: Cost): Measure => ({
  name: cost.name,
  run: (targets, settings, print) => run(cost, targets, settings, print),
});
