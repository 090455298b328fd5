/** The scale of a chart of counts. */
import { expect, it } from 'vitest';
import { countScale } from './chart';

it.each([
  [0, [0, 1, 2, 3, 4]],
  [4.4, [0, 1, 2, 3, 4, 5]],
  [11, [0, 2, 4, 6, 8, 10, 12]],
  [587 * 1.1, [0, 200, 400, 600, 800]],
  [1_000, [0, 200, 400, 600, 800, 1_000]],
  [14_000_001, [0, 5_000_000, 10_000_000, 15_000_000]],
])('to %d has the ticks %j', (most, ticks) => {
  const scale = countScale(most);
  expect(scale.ticks).toEqual(ticks);
  expect(scale.share(ticks.at(-1) ?? 0)).toBe(1);
});
