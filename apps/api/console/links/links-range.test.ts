/** The words for the links that a page shows. */
import { expect, it } from 'vitest';
import { formatRange } from './links-range';

const exactly = (count: number) => ({ count, isMore: false });

it.each([
  ['1 link', { shown: 1, from: 1, hasNext: false, count: exactly(1) }],
  ['25 links', { shown: 25, from: 1, hasNext: false, count: exactly(25) }],
  ['315 links, 1–25', { shown: 25, from: 1, hasNext: true, count: exactly(315) }],
  ['315 links, 301–315', { shown: 15, from: 301, hasNext: false, count: exactly(315) }],
  ['10,000+ links, 26–50', { shown: 25, from: 26, hasNext: true, count: { count: 10_000, isMore: true } }],
  ['315 links', { shown: 25, from: undefined, hasNext: true, count: exactly(315) }],
  ['1 link found', { shown: 1, from: 1, hasNext: false, count: null }],
  ['30 links found, 26–30', { shown: 5, from: 26, hasNext: false, count: null }],
  ['26–50 of those found, and perhaps more', { shown: 25, from: 26, hasNext: true, count: null }],
  ['', { shown: 25, from: undefined, hasNext: true, count: null }],
  ['', { shown: 5, from: undefined, hasNext: false, count: null }],
])('%j', (words, range) => {
  expect(formatRange(range)).toBe(words);
});
