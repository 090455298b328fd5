/**
 * Daily counts with the largest number of values. Known values have counts of their own, and new ones count as Other.
 */
import { expect, it } from 'vitest';
import { addClick, addCounts, type DailyCounts, DIMENSIONS, makeCounts, OTHER, type Profile } from './daily-counts';

const AT = Date.UTC(2026, 10, 21, 12, 0, 0, 457);
const makeProfile = (value: string) => Object.fromEntries(DIMENSIONS.map((name) => [name, value])) as Profile;

/** Counts of `values` clicks, each with a value of its own in every dimension. */
function countValues(values: number): DailyCounts {
  const counts = makeCounts();
  for (let i = 0; i < values; i++) addClick(counts, AT, false, makeProfile(`value-${i}`));
  return counts;
}

it('addCounts counts a known value under its name, and a new one as Other, in every dimension', () => {
  const [counts, other] = [countValues(1_000), makeCounts()];
  for (const value of ['value-0', 'value-999', 'new']) addClick(other, AT, false, makeProfile(value));
  addCounts(counts, other);
  for (const name of DIMENSIONS) {
    const values = counts.by[name];
    expect([values.get('value-0'), values.get('value-999'), values.get('new'), values.get(OTHER)]).toEqual([
      2,
      2,
      undefined,
      1,
    ]);
  }
});
