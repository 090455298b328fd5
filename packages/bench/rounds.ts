/** Repeats the rounds of a measure until they suffice. */
import { type Evidence, suffices } from './evidence';
import type { Print, Settings } from './measure';

/**
 * Repeats rounds until the evidence suffices, or until the next ones would end after the limit. It looks at the widths
 * of the intervals only, never at the goals, so that it does not stop at a lucky moment (Chow and Robbins, On the
 * asymptotic theory of fixed-width sequential confidence intervals for the mean, 1965).
 * @param atOnce the number of rounds between two looks
 * @param round measures `count` rounds, the first with the number `from`
 * @param evidence of all rows of the measure, from all rounds so far
 */
export async function untilSufficient(
  { rounds, limit }: Pick<Settings, 'rounds' | 'limit'>,
  atOnce: number,
  print: Print,
  round: (from: number, count: number) => Promise<void>,
  evidence: () => readonly Evidence[],
): Promise<void> {
  const startedAt = performance.now();
  const isTimeFor = (done: number) => ((performance.now() - startedAt) / done) * (done + atOnce) <= limit * 1_000;
  const isLeft = (done: number) => done < rounds || (isTimeFor(done) && !evidence().every(suffices));
  for (let done = 0; isLeft(done); ) {
    const count = done < rounds ? Math.min(atOnce, rounds - done) : atOnce;
    print(count === 1 ? `round ${done + 1}` : `rounds ${done + 1} to ${done + count}`);
    await round(done, count);
    done += count;
  }
}
