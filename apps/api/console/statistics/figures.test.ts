/** The change of a count to that of the period before. */
import { expect, it } from 'vitest';
import { formatChange } from './figures';

it.each([
  [3, 2, '+50%'],
  [2, 3, '−33%'],
  [5, 5, '±0%'],
  [1_001, 1_000, '+0.1%'],
  [1_897, 1_903, '−0.3%'],
  [10_001, 10_000, '±0%'],
  [10_096, 10_000, '+1%'],
  [0, 4, '−100%'],
  [25_000, 2, '+1,249,900%'],
  [4, 0, null],
  [0, 0, null],
])('the change to %i from %i is %j', (now, then, text) => {
  expect(formatChange(now, then)).toBe(text);
});
