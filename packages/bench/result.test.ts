import { expect, it } from 'vitest';
import { costEvidence } from './evidence';
import type { Sides } from './measure';
import { bySide, costsOf, resultOf } from './result';
import { median, percentile } from './summary';

const HEADING = { name: 'visit', work: 'visit', floor: 'floor', goal: 1.25 };

/** The result of rounds with one ratio, give or take a hundredth. `copy` is the cost of the floor's copy. */
const resultFor = (ratio: number, copy: number, goal: number | null = HEADING.goal) => {
  const rounds = Array.from({ length: 12 }, (_, n): Sides<number> => {
    const shift = 1 + ((n % 3) - 1) / 100;
    return [100 * ratio * Math.sqrt(copy) * shift, 100, 100 * copy];
  });
  return resultOf({ ...HEADING, goal }, costEvidence(rounds), [{}, {}, {}]);
};

it('median returns the middle value, or the mean of the two middle values', () => {
  expect([median([3, 1, 2]), median([4, 1, 3, 2])]).toEqual([2, 2.5]);
});

it('percentile uses the nearest rank', () => {
  const values = Array.from({ length: 200 }, (_, n) => 200 - n);
  expect([percentile(values, 0.5), percentile(values, 0.99), percentile([7], 0.99)]).toEqual([100, 198, 7]);
});

it.each([
  ['is met if the whole interval is below it', 1.2, 1.25, true, null],
  ['is missed if the whole interval is above it', 1.3, 1.25, false, null],
  ['can be neither if it is within the interval', 1.25, 1.245, null, 'the goal is within the interval'],
  ['that does not exist is neither', 1.3, null, null, null],
])('a goal %s', (_, ratio, goal, met, doubt) => {
  expect(resultFor(ratio, 1, goal)).toMatchObject({ met, doubt, isSound: true });
});

it.each([
  [0.94, 'two copies of the floor differ by 6 %'],
  [1.2, 'two copies of the floor differ by 20 %'],
])('if the copy of the floor costs %f of the floor, the run could not tell, however clear the ratio', (copy, doubt) => {
  expect(resultFor(0.2, copy)).toMatchObject({ met: null, doubt, isSound: false });
});

it.each([0.96, 1.04])('if the copy of the floor costs %f of the floor, the run could tell', (copy) => {
  expect(resultFor(1.2, copy)).toMatchObject({ met: true, doubt: null, isSound: true });
});

it('costsOf returns the lower quartile of each side', () => {
  const rounds = Array.from({ length: 8 }, (_, n): Sides<number> => [10 - n, 20 + n, 30]);
  expect(costsOf(rounds)).toEqual([4, 21, 30]);
});

it('bySide collects the samples of each side from all rounds', () => {
  const rounds: Sides<string>[] = [
    ['S1', 'F1', 'C1'],
    ['S2', 'F2', 'C2'],
  ];
  expect(bySide(rounds, (samples) => samples.join())).toEqual(['S1,S2', 'F1,F2', 'C1,C2']);
});
