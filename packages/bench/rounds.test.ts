import { expect, it } from 'vitest';
import { costEvidence, type Evidence } from './evidence';
import { untilSufficient } from './rounds';

const ratioOf = (ratio: number) => [ratio, 1, 1] as const;
/** Ratios that are certain, and ratios that no number of rounds makes certain. */
const certain = () => ratioOf(1.2);
const uncertain = (round: number) => ratioOf(Math.exp(((round * 37) % 100) / 25 - 2));

/** Measures made-up rounds, with a row for each function. @returns the numbers of rounds between looks */
async function measured(
  settings: { rounds: number; limit: number },
  atOnce: number,
  ...rows: readonly ((round: number) => readonly [number, number, number])[]
): Promise<number[]> {
  const counts: number[] = [];
  let done = 0;
  const evidence = (): Evidence[] =>
    rows.map((of) => costEvidence(Array.from({ length: done }, (_, round) => of(round))));
  const round = async (from: number, count: number) => {
    if (done > 200) throw new Error('It does not stop.');
    expect(from).toBe(done);
    counts.push(count);
    done += count;
  };
  await untilSufficient(settings, atOnce, () => undefined, round, evidence);
  return counts;
}

const NO_LIMIT = Number.POSITIVE_INFINITY;

it('a measure ends with its least number of rounds if all its ratios are certain then', async () => {
  expect(await measured({ rounds: 9, limit: NO_LIMIT }, 1, certain, certain)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1]);
});

it('a measure goes on while one of its ratios is uncertain', async () => {
  const late = (round: number) => (round < 30 ? uncertain(round) : certain());
  const counts = await measured({ rounds: 8, limit: NO_LIMIT }, 1, certain, late);
  expect(counts.length).toBeGreaterThan(30);
});

it('a measure goes on while the copies of the floor differ', async () => {
  const late = (round: number) => [1.2, 1, round < 20 ? 1.07 : 1] as const;
  expect((await measured({ rounds: 8, limit: NO_LIMIT }, 1, late)).length).toBeGreaterThan(20);
});

it('a measure needs eight rounds, even if fewer are required', async () => {
  expect(await measured({ rounds: 1, limit: NO_LIMIT }, 1, certain)).toHaveLength(8);
});

it('a measure ends at its limit uncertain, but not before its least number of rounds', async () => {
  expect(await measured({ rounds: 4, limit: 0 }, 1, uncertain)).toEqual([1, 1, 1, 1]);
});

it('a measure in blocks has at least its least number of rounds, and then whole blocks', async () => {
  const late = (round: number) => (round < 12 ? uncertain(round) : certain());
  const counts = await measured({ rounds: 12, limit: NO_LIMIT }, 5, late);
  expect(counts.slice(0, 4)).toEqual([5, 5, 2, 5]);
});
