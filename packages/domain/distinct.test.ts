import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addHashes, countDistinct, EXACT_UP_TO, HASH_RANGE, type Sketch } from './distinct';

const EMPTY_SKETCH: Sketch = new Float64Array(0);

/** The nth of evenly spread hashes, which are the same in every run (a Weyl sequence by the golden ratio). */
const hash = (n: number): number => Math.floor(((n * 0.6180339887498949) % 1) * HASH_RANGE);
const hashes = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => hash(from + i));

describe('distinctIn', () => {
  it('returns 0 for an empty sketch', () => expect(countDistinct(EMPTY_SKETCH)).toBe(0));

  it('is exact up to ten thousand hashes, although some were added twice', () => {
    const sketch = addHashes(addHashes(EMPTY_SKETCH, hashes(0, 9_999)), hashes(0, 5_000));
    expect(countDistinct(sketch)).toBe(9_999);
    expect(countDistinct(addHashes(sketch, [hash(9_999)]))).toBe(10_000);
  });

  it('is exact for any ten thousand hashes', () => {
    for (const from of [1, 20_001, 50_001]) {
      expect(countDistinct(addHashes(EMPTY_SKETCH, hashes(from, from + EXACT_UP_TO)))).toBe(EXACT_UP_TO);
    }
  });

  it.each([20_000, 100_000, 1_000_000])('estimates %d with an error of less than three percent', (size) => {
    let sketch = EMPTY_SKETCH;
    for (let from = 0; from < size; from += 50_000)
      sketch = addHashes(sketch, hashes(from, Math.min(size, from + 50_000)));
    expect(sketch.length).toBe(EXACT_UP_TO + 1);
    expect(Math.abs(countDistinct(sketch) - size) / size).toBeLessThan(0.03);
  });
});

it('addHashes gives the same sketch for any order and any repetition of the hashes', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(500)), fc.array(fc.nat(500)), (one, other) => {
      const [a, b] = [one.map(hash), other.map(hash)];
      const sketch = addHashes(addHashes(EMPTY_SKETCH, a), b);
      expect(addHashes(addHashes(addHashes(EMPTY_SKETCH, b), a), b)).toEqual(sketch);
      expect(countDistinct(sketch)).toBe(new Set([...a, ...b]).size);
    }),
  );
});

it('addHashes returns the same object where no hash was new', () => {
  const sketch = addHashes(EMPTY_SKETCH, [3, 1, 2]);
  expect(addHashes(sketch, [1, 3])).toBe(sketch);
});

it('distinctIn estimates the number of a full sketch from its largest hash', () => {
  const sketch = Float64Array.from({ length: EXACT_UP_TO + 1 }, (_, i) => (i + 1) * 2 ** 30);
  expect(countDistinct(sketch)).toBe(Math.round((EXACT_UP_TO * HASH_RANGE) / ((EXACT_UP_TO + 1) * 2 ** 30)));
});
