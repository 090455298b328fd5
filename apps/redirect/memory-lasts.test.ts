/** What an isolate remembers of routes: for ten seconds, so many and no more, and nothing that was to be forgotten. */
import { describe, expect, it } from 'vitest';
import type { LiveRoute } from '#domain/route';
import type { Env } from './env';
import { forget, recall, remember } from './memory';

const NOW = Date.UTC(2031, 5, 15, 12, 0, 7, 457);

const routeOf = (id: string, expiresAt?: number): LiveRoute => ({
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

/** Remembers so many other codes. */
function rememberOthers(env: Env, count: number): void {
  for (let i = 0; i < count; i++) remember(env, `other-${i}`, routeOf(`other-${i}`), NOW);
}

describe('a route', () => {
  it.each([
    [0, true],
    [9_999, true],
    [10_000, false],
    [-1, false],
  ])('read %i ms ago is remembered: %s', (age, isRemembered) => {
    const env = newIsolate();
    remember(env, 'code', routeOf('link'), NOW);
    expect(recall(env, 'code', NOW + age) !== null).toBe(isRemembered);
  });

  it('is not remembered beyond its end', () => {
    const env = newIsolate();
    remember(env, 'code', routeOf('link', NOW + 1_001), NOW);
    expect(recall(env, 'code', NOW + 1_000)).toMatchObject({ id: 'link' });
    expect(recall(env, 'code', NOW + 1_001)).toBeNull();
  });

  it('is known to its own isolate only', () => {
    remember(newIsolate(), 'code', routeOf('link'), NOW);
    expect(recall(newIsolate(), 'code', NOW)).toBeNull();
  });

  it.each([0, 2_500])('is forgotten on demand, also when %i others were read since', (others) => {
    const env = newIsolate();
    remember(env, 'code', routeOf('link'), NOW);
    rememberOthers(env, others);
    expect(recall(env, 'code', NOW)).not.toBeNull();
    forget(env, 'code');
    expect(recall(env, 'code', NOW)).toBeNull();
  });

  it.each([0, 2_500])('is forgotten when it is dead, also when %i others were read since', (others) => {
    const env = newIsolate();
    remember(env, 'code', routeOf('link'), NOW);
    rememberOthers(env, others);
    remember(env, 'code', { state: 'gone', version: 2, reason: 'DELETED' }, NOW);
    expect(recall(env, 'code', NOW)).toBeNull();
  });

  it('read again is the newer one', () => {
    const env = newIsolate();
    remember(env, 'code', routeOf('old'), NOW);
    rememberOthers(env, 2_500);
    remember(env, 'code', routeOf('new'), NOW + 1);
    expect(recall(env, 'code', NOW + 1)?.id).toBe('new');
  });
});

it('holds the newest 2,500 routes at least, and 5,000 at most', () => {
  const env = newIsolate();
  rememberOthers(env, 20_000);
  const isKnown = (i: number) => recall(env, `other-${i}`, NOW) !== null;
  const known = Array.from({ length: 20_000 }, (_, i) => isKnown(i));
  expect(known.slice(-2_500).every(Boolean)).toBe(true);
  expect(known.filter(Boolean).length).toBeLessThanOrEqual(5_000);
});
