/**
 * Tests the cache of edge entries in an isolate: how long it holds an entry, how many it holds, and what it deletes.
 */
import { describe, expect, it } from 'vitest';
import type { LiveEntry } from '#domain/edge-entry';
import type { Env } from '../env';
import { deleteEntry, getEntry, setEntry } from './lookup';

const NOW = Date.UTC(2031, 5, 15, 12, 0, 7, 457);

const makeEntry = (id: string, expiresAt?: number): LiveEntry => ({
  state: 'live',
  id,
  version: 1,
  accountId: 'account',
  statistics: 'account:0',
  createdAt: 0,
  expiresAt,
  target: { location: 'https://example.com/' },
});

const newIsolate = () => ({}) as Env;

/** Caches the entries of `count` other codes. */
function cacheOthers(env: Env, count: number): void {
  for (let i = 0; i < count; i++) setEntry(env, `other-${i}`, makeEntry(`other-${i}`), NOW);
}

describe('an edge entry', () => {
  it.each([
    [0, true],
    [9_999, true],
    [10_000, false],
    [-1, false],
  ])('is cached %i ms after it was read: %s', (age, isCached) => {
    const env = newIsolate();
    setEntry(env, 'code', makeEntry('link'), NOW);
    expect(getEntry(env, 'code', NOW + age) !== null).toBe(isCached);
  });

  it('is not cached after its link has expired', () => {
    const env = newIsolate();
    setEntry(env, 'code', makeEntry('link', NOW + 1_001), NOW);
    expect(getEntry(env, 'code', NOW + 1_000)).toMatchObject({ id: 'link' });
    expect(getEntry(env, 'code', NOW + 1_001)).toBeNull();
  });

  it('is cached in its own isolate only', () => {
    setEntry(newIsolate(), 'code', makeEntry('link'), NOW);
    expect(getEntry(newIsolate(), 'code', NOW)).toBeNull();
  });

  it.each([0, 2_500])('is deleted by deleteEntry, even if %i others were read meanwhile', (others) => {
    const env = newIsolate();
    setEntry(env, 'code', makeEntry('link'), NOW);
    cacheOthers(env, others);
    expect(getEntry(env, 'code', NOW)).not.toBeNull();
    deleteEntry(env, 'code');
    expect(getEntry(env, 'code', NOW)).toBeNull();
  });

  it.each([0, 2_500])('is deleted once the link is gone, even if %i others were read meanwhile', (others) => {
    const env = newIsolate();
    setEntry(env, 'code', makeEntry('link'), NOW);
    cacheOthers(env, others);
    setEntry(env, 'code', { state: 'gone', version: 2, reason: 'DELETED' }, NOW);
    expect(getEntry(env, 'code', NOW)).toBeNull();
  });

  it('is replaced by a newer one of the same code', () => {
    const env = newIsolate();
    setEntry(env, 'code', makeEntry('old'), NOW);
    cacheOthers(env, 2_500);
    setEntry(env, 'code', makeEntry('new'), NOW + 1);
    expect(getEntry(env, 'code', NOW + 1)?.id).toBe('new');
  });
});

it('the cache holds at least the newest 2,500 entries, and at most 5,000', () => {
  const env = newIsolate();
  cacheOthers(env, 20_000);
  const isKnown = (i: number) => getEntry(env, `other-${i}`, NOW) !== null;
  const known = Array.from({ length: 20_000 }, (_, i) => isKnown(i));
  expect(known.slice(-2_500).every(Boolean)).toBe(true);
  expect(known.filter(Boolean).length).toBeLessThanOrEqual(5_000);
});
