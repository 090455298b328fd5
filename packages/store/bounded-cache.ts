/** A map with a limit of entries and of their total weight. */

export type BoundedCache<V> = {
  readonly get: (key: string) => V | undefined;
  readonly set: (key: string, value: V) => void;
  readonly delete: (key: string) => void;
};

/**
 * Two generations: when the younger has half of what there may be, the older is dropped whole, at no cost. The newest half
 * is always there. quick-lru 7.3.0 knows no weights, and minified it has 3,387 bytes; this has 245.
 * @param weightOf what an entry weighs, in the unit of `maxWeight`
 */
export function boundedCache<V>(
  maxEntries: number,
  maxWeight = Number.POSITIVE_INFINITY,
  weightOf: (value: V) => number = () => 0,
): BoundedCache<V> {
  let younger = new Map<string, V>();
  let older = new Map<string, V>();
  let weight = 0; // of the younger generation
  return {
    get: (key) => younger.get(key) ?? older.get(key),
    set(key, value) {
      if (younger.size >= maxEntries / 2 || weight >= maxWeight / 2) {
        older = younger;
        younger = new Map();
        weight = 0;
      }
      younger.set(key, value);
      weight += weightOf(value);
    },
    delete(key) {
      younger.delete(key);
      older.delete(key);
    },
  };
}
