/**
 * Counts distinct values by a sketch, the smallest of their hashes. Few hashes are all in it; of more, their density
 * tells the number (Bar-Yossef et al., "Counting Distinct Elements in a Data Stream", 2002).
 */

/** Up to this number the count is exact. Beyond, its error is about 1 % (one in the square root of this number). */
export const EXACT_UP_TO = 10_000;

/** The size of a sketch: one more, which tells a sketch that is just full from one that has dropped hashes. */
const KEPT = EXACT_UP_TO + 1;

/** Hashes are whole numbers below this, of six bytes. */
export const HASH_RANGE = 2 ** 48;

/** The smallest distinct hashes, ascending. */
export type Sketch = Float64Array;

export const EMPTY_SKETCH: Sketch = new Float64Array(0);

/** Adds hashes to a sketch, in any order and any number of times. Returns the same object where nothing changed. */
export function addHashes(sketch: Sketch, hashes: Iterable<number>): Sketch {
  const all = new Set(sketch);
  for (const hash of hashes) all.add(hash);
  return all.size === sketch.length ? sketch : Float64Array.from(all).sort().slice(0, KEPT);
}

/** The number of distinct hashes that were added to a sketch, exact or estimated. */
export function distinctIn(sketch: Sketch): number {
  const largest = sketch[KEPT - 1];
  if (largest === undefined) return sketch.length;
  return Math.max(EXACT_UP_TO, Math.round(((KEPT - 1) * HASH_RANGE) / largest));
}
