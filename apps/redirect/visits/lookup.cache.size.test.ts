/** Tests that the cache of edge entries in an isolate is bounded by size, even if destinations are long. */
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import type { LiveEntry } from '#domain/edge-entry';
import { MAX_URL_LENGTH } from '#domain/link';
import { getEntry, setEntry } from './lookup';

const NOW = 1_000_000;
const CHARACTERS_IN_ALL = 8_000_000;

const entryTo = (location: string): LiveEntry => ({
  state: 'live',
  id: 'id',
  version: 1,
  accountId: 'account',
  statistics: 'account:0',
  createdAt: 0,
  target: { location },
});

/** Caches `count` entries with destinations of `characters`. @returns the numbers of the entries that stay cached */
function cached(count: number, characters: number): number[] {
  const isolate = { ...env } as never;
  const location = `https://example.com/${'a'.repeat(characters - 20)}`;
  for (let i = 0; i < count; i++) setEntry(isolate, `code-${i}`, entryTo(location), NOW);
  return Array.from({ length: count }, (_, i) => i).filter((i) => getEntry(isolate, `code-${i}`, NOW) !== null);
}

it('the cache holds 5,000 entries of a usual size', () => {
  expect(cached(5_000, 100)).toHaveLength(5_000);
  expect(cached(20_000, 100).length).toBeLessThanOrEqual(5_000);
});

it('the cache holds the newest entries, at most 8 million characters, if destinations are as long as possible', () => {
  const codes = cached(3_000, MAX_URL_LENGTH);
  expect(codes.length * MAX_URL_LENGTH).toBeLessThanOrEqual(CHARACTERS_IN_ALL + 2 * MAX_URL_LENGTH);
  expect(codes.length * MAX_URL_LENGTH).toBeGreaterThanOrEqual(CHARACTERS_IN_ALL / 2);
  expect(codes.at(-1)).toBe(2_999);
});
