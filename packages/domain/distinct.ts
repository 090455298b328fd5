/**
 * Counts distinct values by a sketch: the smallest of their hashes. A sketch of few values holds all their hashes. For
 * more values the count is an estimate by the density of the hashes (Bar-Yossef et al., "Counting Distinct Elements in
 * a Data Stream", 2002).
 */

/**
 * Up to this number the count is exact. Above it the error is about 1 %: one divided by the square root of this number.
 */
export const EXACT_UP_TO = 10_000;

/** The maximum number of hashes in a sketch: one more than EXACT_UP_TO. A sketch with fewer hashes has dropped none. */
const MAX_HASHES = EXACT_UP_TO + 1;

/** Hashes are whole numbers of six bytes, below this number. */
export const HASH_RANGE = 2 ** 48;

/** The smallest distinct hashes, ascending. */
export type Sketch = Float64Array;

/** Adds hashes to a sketch, in any order and any number of times. Returns the same object where no hash was new. */
export function addHashes(sketch: Sketch, hashes: Iterable<number>): Sketch {
  const fresh = new Set(hashes);
  for (const hash of sketch) fresh.delete(hash);
  if (fresh.size === 0) return sketch;
  const all = new Float64Array(sketch.length + fresh.size);
  all.set(sketch);
  all.set([...fresh], sketch.length);
  return all.sort().slice(0, MAX_HASHES);
}

/** The number of distinct hashes that were added to a sketch, exact or estimated. */
export function countDistinct(sketch: Sketch): number {
  const largest = sketch[MAX_HASHES - 1];
  if (largest === undefined) return sketch.length;
  return Math.max(EXACT_UP_TO, Math.round(((MAX_HASHES - 1) * HASH_RANGE) / largest));
}
