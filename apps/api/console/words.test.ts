/** The age of a link in words. */
import { expect, it } from 'vitest';
import { formatAge, formatUntil } from './words';

const DAY = 86_400_000;

it.each([
  [-5, 'just now'],
  [59_999, 'just now'],
  [60_000, '1 minute ago'],
  [7_199_999, '1 hour ago'],
  [DAY, '1 day ago'],
  [29 * DAY, '29 days ago'],
  [30 * DAY, '1 month ago'],
  [800 * DAY, '2 years ago'],
])('%d ms', (age, words) => {
  expect(formatAge(1_000_000, 1_000_000 + age)).toBe(words);
});

it.each([
  [1, 'in 1 minute'],
  [61_000, 'in 2 minutes'],
  [2.5 * DAY, 'in 3 days'],
])('%d ms ahead', (rest, words) => {
  expect(formatUntil(1_000_000 + rest, 1_000_000)).toBe(words);
});
