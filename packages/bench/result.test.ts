import { expect, it } from 'vitest';
import { alternate } from './measure';
import { figuresOf, resultOf } from './result';
import { median, percentile } from './summary';

const TOLD = { name: 'visit', work: 'visit', floor: 'floor', goal: 1.25 };

it('finds the median of an odd and of an even number of values', () => {
  expect([median([3, 1, 2]), median([4, 1, 3, 2])]).toEqual([2, 2.5]);
});

it('finds percentiles by nearest rank', () => {
  const values = Array.from({ length: 200 }, (_, n) => 200 - n);
  expect([percentile(values, 0.5), percentile(values, 0.99), percentile([7], 0.99)]).toEqual([100, 198, 7]);
});

it('divides the medians of the rounds, and those of the copy of the floor by those of the floor', () => {
  const rounds = [
    [120, 130, 900],
    [100, 100, 100],
    [104, 90, 100],
  ];
  expect(resultOf(TOLD, rounds, [])).toMatchObject({
    ratio: 1.3,
    met: false,
    spread: { median: 1.3, low: 1.2, high: 9 },
    noise: { ratio: 1, low: 0.9, high: 1.04 },
  });
});

it('divides the totals if they are given, and judges nothing without a goal', () => {
  const rounds = [[120], [100], [100]];
  expect(resultOf(TOLD, rounds, [], [125, 100, 101])).toMatchObject({ ratio: 1.25, met: true, noise: { ratio: 1.01 } });
  expect(resultOf({ ...TOLD, goal: null }, rounds, []).met).toBeNull();
});

it('returns the median of every figure', () => {
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

it('reverses the order of the sides with every round', async () => {
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
