/** The outcomes of several items of one request: each is a result or a refusal, in the item's place. */
import { Refusal } from './refusal';

export type Outcome<T> = T | Refusal;

export const isRefused = <T>(outcome: Outcome<T>): outcome is Refusal => outcome instanceof Refusal;

/** Runs `act`. Returns its result, or the refusal that it throws. */
export function outcomeOf<T>(act: () => T): Outcome<T> {
  try {
    return act();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Returns the result of an outcome. @throws the refusal of a refused one */
export function acceptedOf<T>(outcome: Outcome<T>): T {
  if (isRefused(outcome)) throw outcome;
  return outcome;
}

/**
 * Runs the next step for the items that were not refused so far. Puts its outcomes in the places of those items. `act`
 * is not called where every item was refused.
 * @param act returns an outcome for each item, in their order
 */
export async function withAccepted<T, U>(
  outcomes: readonly Outcome<T>[],
  act: (accepted: T[]) => Promise<readonly Outcome<U>[]>,
): Promise<Outcome<U>[]> {
  const accepted = outcomes.filter((outcome): outcome is T => !isRefused(outcome));
  const results = accepted.length === 0 ? [] : await act(accepted);
  let next = 0;
  return outcomes.map((outcome) => (isRefused(outcome) ? outcome : (results[next++] as Outcome<U>)));
}

/** The outcomes of an atomic batch: where one item was refused, all others are refused too. */
export const allOrNone = <T>(outcomes: readonly Outcome<T>[]): Outcome<T>[] =>
  outcomes.some(isRefused)
    ? outcomes.map((outcome) => (isRefused(outcome) ? outcome : new Refusal('BATCH_ABORTED')))
    : [...outcomes];
