/** Searches the log and the stores for the secrets of a test file. */

import { isAllowed } from './allowed-places';
import { type Line, takeLines } from './recorded-log';
import { type Registry, secrets } from './registry';
import { kindsIn } from './search';
import { newlyStored, type Stored } from './stores';

/** Searches log lines and stored values. @returns one line per kind and place, without the secret itself */
export async function findings(
  lines: Iterable<Line>,
  stored: AsyncIterable<Stored> | Iterable<Stored>,
  registry: Registry,
): Promise<string[]> {
  const found = new Set<string>();
  const traces = registry.traces();
  const search = (place: string, value: unknown) => {
    for (const kind of kindsIn(value, traces, (one) => !isAllowed(one, place))) found.add(`${kind} in ${place}`);
  };
  for (const { level, given } of lines) search(`log (${level})`, given);
  for await (const { place, value } of stored) search(place, value);
  return [...found].sort();
}

/** Searches all that the tests have logged and stored since the last call. */
export async function findLeaks(): Promise<string[]> {
  // Tests that send no request to a worker register no secret. Their stores need no search.
  const found = await findings(takeLines(), secrets.isEmpty ? [] : newlyStored(), secrets);
  secrets.clear();
  return found;
}
