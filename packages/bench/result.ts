/** Computes the result of a comparison from its samples. */
import type { Figures, Result } from './measure';
import { median, ratios, spreadOf } from './summary';

type Told = Pick<Result, 'name' | 'work' | 'floor' | 'goal'>;

/**
 * The ratio of a quantity, and whether it is within its goal.
 * @param rounds the quantity in each round, of the subject, of the floor, and of the copy of the floor
 * @param figures more figures of the same three
 * @param totals the quantity over all rounds, if that is not the median of the rounds
 */
export function resultOf(
  told: Told,
  rounds: readonly number[][],
  figures: readonly Figures[],
  totals = rounds.map(median),
): Result {
  const [subject = [], against = [], copy = []] = rounds;
  const [ofSubject = Number.NaN, ofFloor = Number.NaN, ofCopy = Number.NaN] = totals;
  const ratio = ofSubject / ofFloor;
  return {
    ...told,
    ratio,
    met: told.goal === null ? null : ratio <= told.goal,
    spread: spreadOf(ratios(subject, against)),
    noise: { ...spreadOf(ratios(copy, against)), ratio: ofCopy / ofFloor },
    subject: figures[0] ?? {},
    against: figures[1] ?? {},
  };
}

/** The median of each figure over all samples. */
export function figuresOf(samples: readonly Figures[]): Figures {
  const names = Object.keys(samples[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, median(samples.map((sample) => sample[name] ?? Number.NaN))]));
}
