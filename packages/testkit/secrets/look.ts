/** After the tests of a file: nothing that they made secret stands in the log or in a store. */
import { type Line, takeLines } from './heard-log';
import { mayStand } from './may-stand';
import { type Registry, secrets } from './registry';
import { kindsIn } from './search';
import { newlyStored, type Stored } from './stores';

/** @returns one line per kind and place, which never repeats what was found */
export async function findings(
  lines: Iterable<Line>,
  stored: AsyncIterable<Stored> | Iterable<Stored>,
  registry: Registry,
): Promise<string[]> {
  const found = new Set<string>();
  const traces = registry.traces();
  const look = (place: string, value: unknown) => {
    for (const kind of kindsIn(value, traces, (one) => !mayStand(one, place))) found.add(`${kind} in ${place}`);
  };
  for (const { level, given } of lines) look(`log (${level})`, given);
  for await (const { place, value } of stored) look(place, value);
  return [...found].sort();
}

/** What the tests since the last look have left, by their own log and the stores of this workerd. */
export async function look(): Promise<string[]> {
  // A file that has asked neither worker for anything has stored nothing.
  const found = await findings(takeLines(), secrets.isEmpty ? [] : newlyStored(), secrets);
  secrets.clear();
  return found;
}
