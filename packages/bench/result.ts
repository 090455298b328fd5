/** Computes the result of a comparison from its samples. */
import type { Figures, Result } from './measure';
import { median, ratios, spreadOf } from './summary';

type Heading = Pick<Result, 'name' | 'work' | 'floor' | 'goal'>;

/**
 * Computes the ratio of a measured quantity, and whether it meets its goal.
 * @param rounds the quantity in each round: of the subject, of the floor, and of the copy of the floor
 * @param figures further figures of the same three sides
 * @param totals the quantity of each side over all rounds; by default the median of its rounds
 */
export function resultOf(
  heading: Heading,
  rounds: readonly number[][],
  figures: readonly Figures[],
  totals = rounds.map(median),
): Result {
  const [subject = [], against = [], copy = []] = rounds;
  const [ofSubject = Number.NaN, ofFloor = Number.NaN, ofCopy = Number.NaN] = totals;
  const ratio = ofSubject / ofFloor;
  return {
    ...heading,
    ratio,
    met: heading.goal === null ? null : ratio <= heading.goal,
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
