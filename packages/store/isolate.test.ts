import { describe, expect, it } from 'vitest';
import { type BoundedCache, makeBoundedCache, makeExpiringNames, perIsolate } from './isolate';

it('perIsolate makes one value for each environment', () => {
  let made = 0;
  const numberOf = perIsolate(() => ({ number: ++made }));
  const [here, there] = [{}, {}];
  expect([numberOf(here), numberOf(there), numberOf(here)].map(({ number }) => number)).toEqual([1, 2, 1]);
});

it('perIsolate makes the value again after an error', () => {
  let calls = 0;
  const callsOf = perIsolate(() => {
    calls += 1;
    if (calls === 1) throw new Error('a secret is missing');
    return calls;
  });
  const env = {};
  expect(() => callsOf(env)).toThrow('a secret is missing');
  expect(callsOf(env)).toBe(2);
});

/** Sets the numbers below `count`, in order. Returns those that the cache then has. */
function listKept(cache: BoundedCache<number>, count: number): number[] {
  for (let i = 0; i < count; i++) cache.set(`${i}`, i);
  return Array.from({ length: count }, (_, i) => i).filter((i) => cache.get(`${i}`) === i);
}

describe('a bounded cache', () => {
  it('returns the last value that was set, until it is deleted', () => {
    const cache = makeBoundedCache<number>(10);
    expect(cache.get('a')).toBeUndefined();
    cache.set('a', 1);
    cache.set('a', 2);
    expect(cache.get('a')).toBe(2);
    cache.delete('a');
    expect(cache.get('a')).toBeUndefined();
  });

  it('replaces and deletes entries of the older generation', () => {
    const cache = makeBoundedCache<number>(4);
    for (const key of ['a', 'b', 'c']) cache.set(key, 1);
    cache.set('a', 2);
    cache.delete('b');
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([2, undefined, 1]);
  });

  it('has at most the limit of entries, and at least the newest half of the limit', () => {
    for (const count of [99, 100, 101, 1_000, 1_049]) {
      const kept = listKept(makeBoundedCache<number>(100), count);
      expect(kept.length).toBeLessThanOrEqual(100);
      expect(kept.length).toBeGreaterThanOrEqual(Math.min(count, 50));
      expect(kept).toEqual(Array.from({ length: kept.length }, (_, i) => count - kept.length + i));
    }
  });

  it('exceeds the limit of the weight by at most two entries', () => {
    const kept = listKept(
      makeBoundedCache<number>(1_000_000, 100, () => 10),
      1_000,
    );
    expect(kept.length * 10).toBeLessThanOrEqual(120);
    expect(kept.length * 10).toBeGreaterThanOrEqual(50);
    expect(kept.at(-1)).toBe(999);
  });

  it('accepts any key, even the name of a property of every object', () => {
    const cache = makeBoundedCache<number>(10);
    expect(cache.get('__proto__')).toBeUndefined();
    cache.set('constructor', 1);
    expect(cache.get('constructor')).toBe(1);
  });
});

const env = {};

it('a name belongs to its environment, until it expires', () => {
  const names = makeExpiringNames();
  names.set(env, 'a', 100);
  expect([names.get(env, 'a', 99), names.get(env, 'a', 100)]).toEqual([100, null]);
  expect([names.get({}, 'a', 0), names.get(env, 'b', 0)]).toEqual([null, null]);
});

it('a name that was deleted is unknown', () => {
  const names = makeExpiringNames();
  names.set(env, 'a', 100);
  names.delete(env, 'a');
  names.delete({}, 'a');
  expect(names.get(env, 'a', 0)).toBeNull();
});

it('an isolate remembers at most a thousand names, the newest among them', () => {
  const names = makeExpiringNames();
  for (let i = 0; i < 100_000; i++) names.set(env, `${i}`, 100);
  const found = Array.from({ length: 100_000 }, (_, i) => names.get(env, `${i}`, 0)).filter((one) => one !== null);
  expect(found.length).toBeLessThanOrEqual(1_000);
  expect(names.get(env, '99999', 0)).toBe(100);
});
