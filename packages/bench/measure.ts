/** The types of a measure and of its result. */
import type { Load } from './load';
import type { Stage } from './stage';
import type { Spread } from './summary';
import type { Target } from './target';

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

/** Figures of one side by name, each the median of the rounds. */
export type Figures = Readonly<Record<string, number>>;

export type Result = {
  readonly name: string;
  readonly work: string;
  /** The words for the side it is compared with. */
  readonly floor: string;
  /** Cost of the subject divided by that of the floor. */
  readonly ratio: number;
  /** The spread of the ratios of single rounds. */
  readonly spread: Spread;
  /** Ratio and spread between two copies of the floor: the part of a ratio that is chance. */
  readonly noise: Spread & { readonly ratio: number };
  /** The greatest ratio that meets the goal; null without a goal. */
  readonly goal: number | null;
  readonly met: boolean | null;
  readonly subject: Figures;
  readonly against: Figures;
};

/** Prints the progress of a measure. */
export type Tell = (text: string) => void;

export type Measure = {
  readonly name: string;
  readonly run: (stage: Stage, settings: Settings, tell: Tell) => Promise<Result[]>;
};

/** Takes a sample of each side in every round. The order of the sides reverses with every round: A B B A. */
export async function alternate<Side, Sample>(
  sides: readonly Side[],
  rounds: number,
  tell: Tell,
  sample: (side: Side) => Promise<Sample>,
): Promise<Sample[][]> {
  const samples: Sample[][] = sides.map(() => []);
  for (let round = 0; round < rounds; round++) {
    tell(`round ${round + 1} of ${rounds}`);
    const order = sides.map((_, side) => (round % 2 === 0 ? side : sides.length - 1 - side));
    for (const side of order) samples[side]?.push(await sample(sides[side] as Side));
  }
  return samples;
}
