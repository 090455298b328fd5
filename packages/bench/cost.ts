/** Measures of processor time: what a request costs the process tree that serves it. */
import { type Comparison, sidesOf, told } from './comparison';
import { alternate, type Measure, type Run, type Settings, type Tell } from './measure';
import { figuresOf, resultOf } from './result';
import type { Stage } from './stage';
import type { Target } from './target';

type Cost = Comparison & { readonly goal: number };

/** One round of one side. `micros` is processor time, `done` the units of work. */
type Sample = { readonly micros: number; readonly done: number; readonly seconds: number };

async function sample({ target, load, units = 1 }: Run, seconds: number): Promise<Sample> {
  const before = target.processorMicros();
  const driven = await load.closedLoop(seconds);
  return { micros: target.processorMicros() - before, done: driven.answered * units, seconds: driven.seconds };
}

const sum = (samples: readonly Sample[], name: 'micros' | 'done'): number =>
  samples.reduce((total, one) => total + one[name], 0);

/**
 * Makes every target do its deferred work now. Otherwise that work would be missing here, or be charged to the next
 * measure.
 */
async function settle(sides: readonly Run[]): Promise<void> {
  for (const side of sides) await side.settle?.();
}

/**
 * Microseconds per unit of work of each side, over all rounds. Work between the rounds of a target, such as rolling up
 * clicks, was deferred, so it is divided among all units. It runs twice a minute, and a median would ignore it.
 */
function costsOf(sides: readonly Run[], samples: readonly Sample[][], used: ReadonlyMap<Target, number>): number[] {
  return sides.map(({ target }, at) => {
    const ofTarget = samples.filter((_, side) => sides[side]?.target === target).flat();
    const putOff = ((used.get(target) ?? 0) - sum(ofTarget, 'micros')) / sum(ofTarget, 'done');
    const own = samples[at] ?? [];
    return sum(own, 'micros') / sum(own, 'done') + putOff;
  });
}

async function run(cost: Cost, stage: Stage, { rounds, seconds }: Settings, tell: Tell) {
  const sides = await sidesOf(cost, stage);
  tell('warming up');
  for (const { load } of sides) await load.closedLoop(seconds);
  await settle(sides);
  const before = new Map(sides.map(({ target }) => [target, target.processorMicros()]));
  const samples = await alternate(sides, rounds, tell, (side) => sample(side, seconds));
  await settle(sides);
  const used = new Map([...before].map(([target, micros]) => [target, target.processorMicros() - micros]));
  const costs = costsOf(sides, samples, used);
  const figures = samples.map((own, side) => ({
    micros: costs[side] ?? Number.NaN,
    ...figuresOf(own.map((one) => ({ perSecond: one.done / one.seconds }))),
  }));
  const perUnit = samples.map((own) => own.map((one) => one.micros / one.done));
  return [resultOf(told(cost, cost.goal, stage), perUnit, figures, costs)];
}

/** A measure of processor time, one row of the table. */
export const costMeasure = (cost: Cost): Measure => ({
  name: cost.name,
  run: (stage, settings, tell) => run(cost, stage, settings, tell),
});
