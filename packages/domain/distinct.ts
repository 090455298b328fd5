/**
 * Counting the distinct. The smallest hashes of a set tell its size: all of them while there are few, and beyond that
 * how densely they lie (Bar-Yossef et al., "Counting Distinct Elements in a Data Stream", 2002).
 */

/** Exact up to here, about 1 % off beyond (one in the square root of their number). */
export const EXACT_UP_TO = 10_000;

/** One more is kept, which tells a full set from one that lost some. */
const KEPT = EXACT_UP_TO + 1;

/** Hashes are whole numbers below this: what six bytes hold. */
export const HASH_RANGE = 2 ** 48;

/** Hashes without repetition, ascending: the smallest that were seen. */
export type Sketch = Float64Array;

export const EMPTY_SKETCH: Sketch = new Float64Array(0);

/** The sketch of a set after more hashes were added, in any order and any number of times. */
export function addHashes(sketch: Sketch, hashes: Iterable<number>): Sketch {
  const all = new Set(sketch);
  for (const hash of hashes) all.add(hash);
  return all.size === sketch.length ? sketch : Float64Array.from(all).sort().slice(0, KEPT);
}

/** How many distinct hashes a sketch has seen. */
export function distinctIn(sketch: Sketch): number {
  const largest = sketch.at(-1);
  if (largest === undefined || sketch.length < KEPT) return sketch.length;
  return Math.max(EXACT_UP_TO, Math.round(((KEPT - 1) * HASH_RANGE) / largest));
}
