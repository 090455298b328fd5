/** Measures of latency: the time until the response, at a low, fixed rate of requests (open loop). */
import { type Comparison, headingOf, sidesOf } from './comparison';
import { evidenceOf, P50, P99 } from './evidence';
import { type Measure, type Print, roundOf, type Settings, type Sides } from './measure';
import { bySide, resultOf } from './result';
import { untilSufficient } from './rounds';
import { percentile } from './summary';
import type { Targets } from './targets';

type Latency = Comparison & { readonly goals: { readonly p50: number; readonly p99: number } };

/** Requests per second. */
const LATENCY_RATE = 400;
/** Seconds of a round. The first requests of a round are slow, and must be far fewer than one in a hundred. */
const SECONDS = 2;
/** The rounds that make up the least number of requests. */
const LEAST_ROUNDS = Math.ceil(P99.least / (LATENCY_RATE * SECONDS));
const QUANTILES = { p50: P50, p99: P99 } as const;
const NAMES = ['p50', 'p99'] as const;

async function run(latency: Latency, targets: Targets, settings: Settings, print: Print) {
  const sides = await sidesOf(latency, targets);
  print('warming up');
  for (const { load } of sides) await load.openLoop(LATENCY_RATE, SECONDS);
  const rounds: Sides<number[]>[] = [];
  const measureRound = (round: number) => roundOf(sides, round, ({ load }) => load.openLoop(LATENCY_RATE, SECONDS));
  const evidence = (name: keyof typeof QUANTILES) => evidenceOf(rounds, QUANTILES[name]);
  await untilSufficient(
    { ...settings, rounds: Math.min(settings.rounds, LEAST_ROUNDS) },
    1,
    print,
    async (round) => void rounds.push(await measureRound(round)),
    () => NAMES.map(evidence),
  );
  return NAMES.map((name) => {
    const row = headingOf(latency, latency.goals[name], targets);
    const figures = bySide(rounds, (waits) => {
      const all = waits.flat();
      return { ms: percentile(all, QUANTILES[name].share), requests: all.length };
    });
    return resultOf({ ...row, name: `${row.name}-${name}`, work: `${row.work}, ${name}` }, evidence(name), figures);
  });
}

/** A measure of latency, two rows of the table: median and 99th percentile. */
export const latencyMeasure = (latency: Latency): Measure => ({
  name: latency.name,
  run: (targets, settings, print) => run(latency, targets, settings, print),
});
