/** A map with a limit of entries and of their total weight. */

export type BoundedCache<V> = {
  readonly get: (key: string) => V | undefined;
  readonly set: (key: string, value: V) => void;
  readonly delete: (key: string) => void;
};

/**
 * Makes a cache of two generations: once the younger one has half of either limit, the older one is dropped whole, at
 * no cost. The newest half always stays. A library such as quick-lru has no weights, and weighs more than this on the
 * path of a visit.
 * @param weightOf the weight of an entry, in the unit of `maxWeight`
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
