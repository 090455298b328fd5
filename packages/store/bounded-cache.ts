/** A map that never holds more than so many entries, nor more than so much weight. */

export type BoundedCache<V> = {
  readonly get: (key: string) => V | undefined;
  readonly set: (key: string, value: V) => void;
  readonly delete: (key: string) => void;
};

/**
 * Two generations: when the younger has half of what there may be, the older is dropped whole, at no cost. The newest half
 * is always there. A library such as quick-lru knows no weights, and weighs more than this on the path of a visit.
 * @param weightOf what an entry weighs, in the unit of `maxWeight`
 */
export function boundedCache<V>(
  maxEntries: number,
  maxWeight = Number.POSITIVE_INFINITY,
  weightOf: (value: V) => number = () => 0,
): BoundedCache<V> {
  let younger = new Map<string, V>();
  let older = new Map<string, V>();
  let weight = 0; // of the younger
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
