/** What a measure is, and what comes out of one. */
import type { Load } from './load';
import type { Stage } from './stage';
import type { Spread } from './summary';
import type { Target } from './target';

/** How a run was asked for. */
export type Settings = {
  readonly rounds: number;
  /** Of load in each round, on each side. */
  readonly seconds: number;
};

/** One side of a comparison: what is asked of whom. */
export type Run = {
  readonly target: Target;
  readonly load: Load;
  /** Units of work that each request does. */
  readonly units?: number;
  /** Makes the target do what it has put off. */
  readonly settle?: () => Promise<void>;
};

/** A figure of one side: the median of the rounds. */
export type Figures = Readonly<Record<string, number>>;

export type Result = {
  readonly name: string;
  readonly work: string;
  /** What it is compared with. */
  readonly floor: string;
  readonly ratio: number;
  /** Of the ratios of single rounds. */
  readonly spread: Spread;
  /** The same between two copies of what it is compared with: what of a ratio is chance. */
  readonly noise: Spread & { readonly ratio: number };
  /** The greatest ratio that is good enough; null where there is none. */
  readonly goal: number | null;
  readonly met: boolean | null;
  readonly subject: Figures;
  readonly against: Figures;
};

/** Shows how far a measure has come. */
export type Tell = (text: string) => void;

export type Measure = {
  readonly name: string;
  readonly run: (stage: Stage, settings: Settings, tell: Tell) => Promise<Result[]>;
};

/** Samples of each side, round by round, in an order that turns around with every round: A B B A. */
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
