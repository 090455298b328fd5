import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addHashes, distinctIn, EMPTY_SKETCH, EXACT_UP_TO, HASH_RANGE } from './distinct';

/** Evenly spread hashes that are the same every time (Weyl sequence by the golden ratio). */
const hash = (n: number): number => Math.floor(((n * 0.6180339887498949) % 1) * HASH_RANGE);
const hashes = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => hash(from + i));

describe('distinctIn', () => {
  it('is 0 for an empty sketch', () => expect(distinctIn(EMPTY_SKETCH)).toBe(0));

  it('is exact up to ten thousand, however often each hash came', () => {
    const sketch = addHashes(addHashes(EMPTY_SKETCH, hashes(0, 9_999)), hashes(0, 5_000));
    expect(distinctIn(sketch)).toBe(9_999);
    expect(distinctIn(addHashes(sketch, [hash(9_999)]))).toBe(10_000);
  });

  it('is still exact for ten thousand, whatever their hashes are', () => {
    for (const from of [1, 20_001, 50_001]) {
      expect(distinctIn(addHashes(EMPTY_SKETCH, hashes(from, from + EXACT_UP_TO)))).toBe(EXACT_UP_TO);
    }
  });

  it.each([20_000, 100_000, 1_000_000])('is within 3 % of %d', (size) => {
    let sketch = EMPTY_SKETCH;
    for (let from = 0; from < size; from += 50_000)
      sketch = addHashes(sketch, hashes(from, Math.min(size, from + 50_000)));
    expect(sketch.length).toBe(EXACT_UP_TO + 1);
    expect(Math.abs(distinctIn(sketch) - size) / size).toBeLessThan(0.03);
  });
});

it('makes the same sketch in any order and with any repetition', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(500)), fc.array(fc.nat(500)), (one, other) => {
      const [a, b] = [one.map(hash), other.map(hash)];
      const sketch = addHashes(addHashes(EMPTY_SKETCH, a), b);
      expect(addHashes(addHashes(addHashes(EMPTY_SKETCH, b), a), b)).toEqual(sketch);
      expect(distinctIn(sketch)).toBe(new Set([...a, ...b]).size);
    }),
  );
});

it('returns the same sketch where nothing was new', () => {
  const sketch = addHashes(EMPTY_SKETCH, [3, 1, 2]);
  expect(addHashes(sketch, [1, 3])).toBe(sketch);
});

it('estimates a full sketch by its largest hash', () => {
  const sketch = Float64Array.from({ length: EXACT_UP_TO + 1 }, (_, i) => (i + 1) * 2 ** 30);
  expect(distinctIn(sketch)).toBe(Math.round((EXACT_UP_TO * HASH_RANGE) / ((EXACT_UP_TO + 1) * 2 ** 30)));
});
