/** From the figures of several rounds to one that can be told. */

/** The value below which a share of the sorted values lies, by nearest rank. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
};

/** The middle value; of an even number the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

/** A median with the least and the greatest of the rounds. */
export type Spread = { readonly median: number; readonly low: number; readonly high: number };

export const spreadOf = (values: readonly number[]): Spread => ({
  median: median(values),
  low: Math.min(...values),
  high: Math.max(...values),
});

/** Ratios round by round, so that what slowed the whole machine in one round falls out of it. */
export const ratios = (above: readonly number[], below: readonly number[]): number[] =>
  above.map((value, round) => value / (below[round] as number));
