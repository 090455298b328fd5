/** Measures of cost: the processor time that a request takes in the process tree that serves it. */
import { type Comparison, headingOf, sidesOf } from './comparison';
import { alternate, type Measure, type Print, type Run, type Settings } from './measure';
import { figuresOf, resultOf } from './result';
import type { Target } from './target';
import type { Targets } from './targets';

type Cost = Comparison & { readonly goal: number };

/** The result of one round of one side. `micros` is the processor time, `done` the units of work. */
type Sample = { readonly micros: number; readonly done: number; readonly seconds: number };

async function sample({ target, load, units = 1 }: Run, seconds: number): Promise<Sample> {
  const before = target.processorMicros();
  const driven = await load.closedLoop(seconds);
  return { micros: target.processorMicros() - before, done: driven.responses * units, seconds: driven.seconds };
}

const sum = (samples: readonly Sample[], name: 'micros' | 'done'): number =>
  samples.reduce((total, one) => total + one[name], 0);

/**
 * Makes every target do its deferred work now. Otherwise this measure would miss that work, or the next measure would
 * include it.
 */
async function settle(sides: readonly Run[]): Promise<void> {
  for (const side of sides) await side.settle?.();
}

/**
 * Microseconds per unit of work of each side, over all rounds. Work that a target does between its rounds, such as
 * rolling up clicks, is divided among all units. It runs twice a minute, and a median would ignore it.
 */
function costsOf(sides: readonly Run[], samples: readonly Sample[][], used: ReadonlyMap<Target, number>): number[] {
  return sides.map(({ target }, at) => {
    const ofTarget = samples.filter((_, side) => sides[side]?.target === target).flat();
    const deferred = ((used.get(target) ?? 0) - sum(ofTarget, 'micros')) / sum(ofTarget, 'done');
    const own = samples[at] ?? [];
    return sum(own, 'micros') / sum(own, 'done') + deferred;
  });
}

async function run(cost: Cost, targets: Targets, { rounds, seconds }: Settings, print: Print) {
  const sides = await sidesOf(cost, targets);
  print('warming up');
  for (const { load } of sides) await load.closedLoop(seconds);
  await settle(sides);
  const before = new Map(sides.map(({ target }) => [target, target.processorMicros()]));
  const samples = await alternate(sides, rounds, print, (side) => sample(side, seconds));
  await settle(sides);
  const used = new Map([...before].map(([target, micros]) => [target, target.processorMicros() - micros]));
  const costs = costsOf(sides, samples, used);
  const figures = samples.map((own, side) => ({
    micros: costs[side] ?? Number.NaN,
    ...figuresOf(own.map((one) => ({ perSecond: one.done / one.seconds }))),
  }));
  const perUnit = samples.map((own) => own.map((one) => one.micros / one.done));
  return [resultOf(headingOf(cost, cost.goal, targets), perUnit, figures, costs)];
}

/** A measure of processor time, one row of the table. */
export const costMeasure = (cost: Cost): Measure => ({
  name: cost.name,
  run: (targets, settings, print) => run(cost, targets, settings, print),
});
