/** The types of a measure and of its result, and the order in which sides are measured. */
import type { Load } from './load';
import type { Target } from './target';
import type { Targets } from './targets';

/** The options of a run. */
export type Settings = {
  /** The least number of rounds. */
  readonly rounds: number;
  /** Seconds of load in each round, on each side. */
  readonly seconds: number;
  /** Seconds after which a measure ends uncertain, once it has its least number of rounds. */
  readonly limit: number;
};

/** One side of a comparison: a target and its load. */
export type Run = {
  readonly target: Target;
  readonly load: Load;
  /** Units of work per request; one by default. */
  readonly units?: number;
  /** Makes the target do its deferred work. */
  readonly settle?: () => Promise<void>;
};

/** What belongs to each side: the subject, the floor, and a copy of the floor. */
export type Sides<Value> = readonly [subject: Value, floor: Value, copy: Value];

/** Computes a value for each side. */
export const mapSides = <From, To>(
  [subject, floor, copy]: Sides<From>,
  of: (value: From, side: 0 | 1 | 2) => To,
): Sides<To> => [of(subject, 0), of(floor, 1), of(copy, 2)];

/** A ratio, and the interval within which the true ratio lies with a confidence of 95 %. */
export type Estimate = { readonly ratio: number; readonly low: number; readonly high: number };

/** The figures of one side by name. */
export type Figures = Readonly<Record<string, number>>;

export type Result = {
  readonly name: string;
  readonly work: string;
  /** The description of the side that the subject is compared with. */
  readonly floor: string;
  /** The cost of the subject divided by the cost of the floor, and the interval of this ratio. */
  readonly ratio: number;
  readonly interval: { readonly low: number; readonly high: number };
  /** The same of two copies of the floor. It shows how far a ratio is off by chance. */
  readonly noise: Estimate;
  readonly rounds: number;
  /** Whether the ratio may be stated: there were enough rounds, and the copies of the floor agree. */
  readonly isSound: boolean;
  /** The greatest ratio that meets the goal; null without a goal. */
  readonly goal: number | null;
  /** Null without a goal, and if the run could not tell. */
  readonly met: boolean | null;
  /** Why the run could not tell; null if it could. */
  readonly doubt: string | null;
  readonly subject: Figures;
  readonly against: Figures;
};

/** Prints the progress of a measure. */
export type Print = (text: string) => void;

export type Measure = {
  readonly name: string;
  readonly run: (targets: Targets, settings: Settings, print: Print) => Promise<Result[]>;
};

/**
 * Measures each side once. Every other round changes the order, so that in two rounds each side follows each of the
 * others once. No side follows itself: its second turn would find the processor's caches warm (docs/adr/0077).
 */
export async function roundOf<Side, Sample>(
  [subject, floor, copy]: Sides<Side>,
  round: number,
  sample: (side: Side) => Promise<Sample>,
): Promise<Sides<Sample>> {
  const ofFloor = await sample(floor);
  if (round % 2 === 0) return [await sample(subject), ofFloor, await sample(copy)];
  const ofCopy = await sample(copy);
  return [await sample(subject), ofFloor, ofCopy];
}
