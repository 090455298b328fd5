import { expect, it } from 'vitest';
import { alternate } from './measure';
import { figuresOf, resultOf } from './result';
import { median, percentile } from './summary';

const HEADING = { name: 'visit', work: 'visit', floor: 'floor', goal: 1.25 };

it('median returns the middle value, or the mean of the two middle values', () => {
  expect([median([3, 1, 2]), median([4, 1, 3, 2])]).toEqual([2, 2.5]);
});

it('percentile uses the nearest rank', () => {
  const values = Array.from({ length: 200 }, (_, n) => 200 - n);
  expect([percentile(values, 0.5), percentile(values, 0.99), percentile([7], 0.99)]).toEqual([100, 198, 7]);
});

it("the ratio divides the subject's median by the floor's, and the noise divides the copy's by the floor's", () => {
  const rounds = [
    [120, 130, 900],
    [100, 100, 100],
    [104, 90, 100],
  ];
  expect(resultOf(HEADING, rounds, [])).toMatchObject({
    ratio: 1.3,
    met: false,
    spread: { median: 1.3, low: 1.2, high: 9 },
    noise: { ratio: 1, low: 0.9, high: 1.04 },
  });
});

it('the ratio divides given totals instead of medians, and without a goal nothing is met or missed', () => {
  const rounds = [[120], [100], [100]];
  expect(resultOf(HEADING, rounds, [], [125, 100, 101])).toMatchObject({
    ratio: 1.25,
    met: true,
    noise: { ratio: 1.01 },
  });
  expect(resultOf({ ...HEADING, goal: null }, rounds, []).met).toBeNull();
});

it('figuresOf returns the median of every figure', () => {
  expect(
    figuresOf([
      { micros: 1, perSecond: 9 },
      { micros: 3, perSecond: 7 },
      { micros: 2, perSecond: 8 },
    ]),
  ).toEqual({
    micros: 2,
    perSecond: 8,
  });
});

it('alternate reverses the order of the sides in every round', async () => {
  const order: string[] = [];
  const samples = await alternate(
    ['A', 'B'],
    3,
    () => undefined,
    async (side) => order.push(side),
  );
  expect(order.join('')).toBe('ABBAAB');
  expect(samples).toEqual([
    [1, 4, 5],
    [2, 3, 6],
  ]);
});
