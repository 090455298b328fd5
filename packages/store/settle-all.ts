/** Runs an action for each of many items, a few at a time. */

/**
 * Runs `act` for each item, at most `atOnce` at a time. A failure stops no other item.
 * @returns the outcome of each item, in their order
 */
export async function settleAll<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  act: (item: Item) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const outcomes: PromiseSettledResult<Result>[] = [];
  // The workers share one iterator, so each item is taken once.
  const left = items.entries();
  const worker = async () => {
    for (const [index, item] of left) [outcomes[index]] = await Promise.allSettled([act(item)]);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return outcomes;
}
