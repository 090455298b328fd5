/** Measures of latency: the time until the response, at a low, fixed rate of requests (open loop). */
import { type Comparison, headingOf, sidesOf } from './comparison';
import { alternate, type Measure, type Print, type Settings } from './measure';
import { figuresOf, resultOf } from './result';
import { percentile } from './summary';
import type { Targets } from './targets';

type Latency = Comparison & { readonly goals: { readonly p50: number; readonly p99: number } };

/** Requests per second. */
const LATENCY_RATE = 400;

async function run(latency: Latency, targets: Targets, { rounds, seconds }: Settings, print: Print) {
  const sides = await sidesOf(latency, targets);
  print('warming up');
  for (const { load } of sides) await load.openLoop(LATENCY_RATE, seconds);
  const samples = await alternate(sides, rounds, print, async ({ load }) => {
    const took = await load.openLoop(LATENCY_RATE, seconds);
    return { p50: percentile(took, 0.5), p99: percentile(took, 0.99) };
  });
  return (['p50', 'p99'] as const).map((quantile) => {
    const waits = samples.map((rounds) => rounds.map((one) => one[quantile]));
    const row = headingOf(latency, latency.goals[quantile], targets);
    return resultOf(
      { ...row, name: `${row.name}-${quantile}`, work: `${row.work}, ${quantile}` },
      waits,
      samples.map((rounds) => figuresOf(rounds.map((one) => ({ ms: one[quantile] })))),
    );
  });
}

/** A measure of latency, two rows of the table: median and 99th percentile. */
export const latencyMeasure = (latency: Latency): Measure => ({
  name: latency.name,
  run: (targets, settings, print) => run(latency, targets, settings, print),
});
