/** What the rounds of a measure say about a ratio, how certain it is, and whether that suffices to state it. */
import { Random } from '../testkit/random';
import { type Estimate, mapSides, type Sides } from './measure';
import { median, percentile } from './summary';

/** What is compared, and how good a comparison must be. */
export type Criterion = {
  /** The share of the percentile that is compared. */
  readonly share: number;
  /** The fewest values of a side from which the percentile may be stated, and what they are. */
  readonly least: number;
  readonly unit: string;
  /** The uncertainty with which a measure is content, as a share of the ratio. */
  readonly uncertainty: number;
  /** If two copies of the floor differ by this share, the run can tell nothing about the subject. */
  readonly noise: number;
};

/** The estimates of one row of the table. */
export type Evidence = {
  /** The percentile of the subject, divided by the geometric mean of those of the floor and of its copy. */
  readonly ratio: Estimate;
  /** The percentile of the copy divided by that of the floor. */
  readonly noise: Estimate;
  /** The median of the single rounds' ratios of the copy to the floor. */
  readonly medianNoise: number;
  readonly rounds: number;
  /** The least number of values of a side. */
  readonly values: number;
  readonly criterion: Criterion;
};

/**
 * Costs are compared by the lower quartile of the rounds. Other work on the computer makes rounds dearer and hardly
 * ever cheaper, so the cheap rounds are the undisturbed ones. (Chen and Revels, Robust benchmarking in noisy
 * environments, 2016, take the minimum.) The quartile leaves out less of the work that a round does now and then.
 */
export const COST: Criterion = { share: 0.25, least: 8, unit: 'rounds', uncertainty: 0.025, noise: 0.05 };
/**
 * A percentile needs a hundred values beyond it. Their number then varies by a tenth between runs, because the standard
 * deviation of a count is its root: the 99th percentile is that of 98.8 to 99.2 %.
 */
export const P50: Criterion = { share: 0.5, least: 200, unit: 'requests', uncertainty: 0.05, noise: 0.05 };
export const P99: Criterion = { share: 0.99, least: 10_000, unit: 'requests', uncertainty: 0.15, noise: 0.15 };

const RESAMPLES = 1_000;
const ERROR = 0.05;

/** Values in ascending order, each with the number of its round; `sizes` counts the values of each round. */
type Pool = { readonly values: Float64Array; readonly rounds: Uint32Array; readonly sizes: readonly number[] };

function poolOf(rounds: readonly (readonly number[])[]): Pool {
  const all = rounds.flatMap((values, round) => values.map((value) => ({ value, round })));
  all.sort((a, b) => a.value - b.value);
  return {
    values: Float64Array.from(all, ({ value }) => value),
    rounds: Uint32Array.from(all, ({ round }) => round),
    sizes: rounds.map(({ length }) => length),
  };
}

/** The percentile of the values, by nearest rank, if each round counts as often as `times` says. */
function percentileOf({ values, rounds, sizes }: Pool, times: Uint32Array, share: number): number {
  const all = sizes.reduce((sum, size, round) => sum + size * (times[round] ?? 0), 0);
  let beyond = all - Math.ceil(all * share);
  for (let at = values.length - 1; at > 0; at--) {
    beyond -= times[rounds[at] as number] ?? 0;
    if (beyond < 0) return values[at] as number;
  }
  return values[0] ?? Number.NaN;
}

/** How often each round is drawn, if as many are drawn as there are, with replacement. */
function drawnTimes(rounds: number, random: Random): Uint32Array {
  const times = new Uint32Array(rounds);
  for (let n = 0; n < rounds; n++) {
    const round = random.below(rounds);
    times[round] = (times[round] ?? 0) + 1;
  }
  return times;
}

/** The estimate of a ratio, whose interval has all resamples but the extreme ones. */
const estimateFrom = (ratio: number, resampled: readonly number[]): Estimate => ({
  ratio,
  low: percentile(resampled, ERROR / 2),
  high: percentile(resampled, 1 - ERROR / 2),
});

/**
 * Compares the percentiles of all values of each side. The intervals come from the bootstrap: it draws as many rounds
 * as there are with replacement, again and again (Davison and Hinkley, Bootstrap Methods and their Application,
 * sections 3.8 and 5.3). It draws whole rounds, because a disturbance of a round concerns all its values and all sides.
 * @param rounds of each side the values of each round, such as latencies, or its one cost
 */
export function evidenceOf(rounds: readonly Sides<readonly number[]>[], criterion: Criterion): Evidence {
  const pools = mapSides<0 | 1 | 2, Pool>([0, 1, 2], (_, side) => poolOf(rounds.map((values) => values[side])));
  const ratiosFor = (times: Uint32Array) => {
    const [subject, floor, copy] = mapSides(pools, (pool) => percentileOf(pool, times, criterion.share));
    return { ratio: subject / Math.sqrt(floor * copy), noise: copy / floor };
  };
  const found = ratiosFor(new Uint32Array(rounds.length).fill(1));
  const random = new Random(rounds.length);
  const resamples = Array.from({ length: RESAMPLES }, () => ratiosFor(drawnTimes(rounds.length, random)));
  const ofRound = (values: readonly number[]) => percentile(values, criterion.share);
  return {
    ratio: estimateFrom(
      found.ratio,
      resamples.map(({ ratio }) => ratio),
    ),
    noise: estimateFrom(
      found.noise,
      resamples.map(({ noise }) => noise),
    ),
    medianNoise: median(rounds.map(([, floor, copy]) => ofRound(copy) / ofRound(floor))),
    rounds: rounds.length,
    values: Math.min(...mapSides(pools, ({ values }) => values.length)),
    criterion,
  };
}

/** The evidence of costs: each round has one value per side. */
export const costEvidence = (rounds: readonly Sides<number>[]): Evidence =>
  evidenceOf(
    rounds.map((costs) => mapSides(costs, (cost) => [cost])),
    COST,
  );

/** How far the interval reaches from the ratio, as a share of it: 0.02 for 1.00 with the interval 0.98–1.02. */
export const uncertaintyOf = ({ ratio, low, high }: Estimate): number => Math.max(high / ratio, ratio / low) - 1;

/** Why a ratio may not be stated; null if it may. */
export function weaknessOf({ noise, medianNoise, values, criterion }: Evidence): string | null {
  if (values < criterion.least) return `${values} of at least ${criterion.least} ${criterion.unit}`;
  const difference = Math.max(Math.abs(noise.ratio - 1), Math.abs(medianNoise - 1));
  return difference < criterion.noise ? null : `two copies of the floor differ by ${Math.round(100 * difference)} %`;
}

/** Whether further rounds would add little. */
export const suffices = (evidence: Evidence): boolean =>
  weaknessOf(evidence) === null && uncertaintyOf(evidence.ratio) <= evidence.criterion.uncertainty;
