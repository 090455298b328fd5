/** The types of a measure and of its result, and the order in which sides are measured. */
import type { Load } from './load';
import type { Spread } from './summary';
import type { Target } from './target';
import type { Targets } from './targets';

/** The options of a run. */
export type Settings = {
  readonly rounds: number;
  /** Seconds of load in each round, on each side. */
  readonly seconds: number;
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

/** The figures of one side by name. Each is the median of the rounds. */
export type Figures = Readonly<Record<string, number>>;

export type Result = {
  readonly name: string;
  readonly work: string;
  /** The description of the side that the subject is compared with. */
  readonly floor: string;
  /** The cost of the subject divided by the cost of the floor. */
  readonly ratio: number;
  /** The spread of the ratios of single rounds. */
  readonly spread: Spread;
  /** Ratio and spread between two copies of the floor. They show how far a ratio varies by chance. */
  readonly noise: Spread & { readonly ratio: number };
  /** The greatest ratio that meets the goal; null without a goal. */
  readonly goal: number | null;
  readonly met: boolean | null;
  readonly subject: Figures;
  readonly against: Figures;
};

/** Prints the progress of a measure. */
export type Print = (text: string) => void;

export type Measure = {
  readonly name: string;
  readonly run: (targets: Targets, settings: Settings, print: Print) => Promise<Result[]>;
};

/** Measures each side in every round. Every round reverses the order of the sides: A B B A. */
export async function alternate<Side, Sample>(
  sides: readonly Side[],
  rounds: number,
  print: Print,
  sample: (side: Side) => Promise<Sample>,
): Promise<Sample[][]> {
  const samples: Sample[][] = sides.map(() => []);
  for (let round = 0; round < rounds; round++) {
    print(`round ${round + 1} of ${rounds}`);
    const order = sides.map((_, side) => (round % 2 === 0 ? side : sides.length - 1 - side));
    for (const side of order) samples[side]?.push(await sample(sides[side] as Side));
  }
  return samples;
}
