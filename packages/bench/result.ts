/** Computes the result of a measure from its evidence. */
import { COST, type Evidence, weaknessOf } from './evidence';
import { type Figures, mapSides, type Result, type Sides } from './measure';
import { percentile } from './summary';

type Heading = Pick<Result, 'name' | 'work' | 'floor' | 'goal'>;

/**
 * The result of a measure. A goal is met or missed only if the whole interval is on one side of it.
 * @param figures of each side, for the reader
 */
export function resultOf(heading: Heading, evidence: Evidence, [subject, against]: Sides<Figures>): Result {
  const { ratio, low, high } = evidence.ratio;
  const weakness = weaknessOf(evidence);
  const doubt = weakness ?? hesitationOf(evidence, heading.goal);
  return {
    ...heading,
    ratio,
    interval: { low, high },
    noise: evidence.noise,
    rounds: evidence.rounds,
    isSound: weakness === null,
    met: heading.goal === null || doubt !== null ? null : high <= heading.goal,
    doubt,
    subject,
    against,
  };
}

/** Why a goal is neither met nor missed; null if it is one of both. */
const hesitationOf = ({ ratio }: Evidence, goal: number | null): string | null =>
  goal !== null && ratio.low <= goal && goal < ratio.high ? 'the goal is within the interval' : null;

/** Computes a value for each side from its samples of all rounds. */
export const bySide = <Sample, Value>(
  rounds: readonly Sides<Sample>[],
  of: (samples: readonly Sample[]) => Value,
): Sides<Value> => mapSides<0 | 1 | 2, Value>([0, 1, 2], (_, side) => of(rounds.map((samples) => samples[side])));

/** The cost of each side that is compared: the lower quartile of its rounds. */
export const costsOf = (rounds: readonly Sides<number>[]): Sides<number> =>
  bySide(rounds, (costs) => percentile(costs, COST.share));
