/** What comes of several things that are asked for together: each is done or refused, in its place. */
import { Refusal } from './refusal';

export type Outcome<T> = T | Refusal;

export const isRefused = <T>(outcome: Outcome<T>): outcome is Refusal => outcome instanceof Refusal;

/** What `act` returns, or the refusal it throws. */
export function outcomeOf<T>(act: () => T): Outcome<T> {
  try {
    return act();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** The other way round. @throws Refusal */
export function acceptedOf<T>(outcome: Outcome<T>): T {
  if (isRefused(outcome)) throw outcome;
  return outcome;
}

/**
 * Goes on with all that was not refused so far, and puts what comes of it in its places. Where all was refused `act` is
 * not called.
 * @param act returns an outcome for each, in their order
 */
export async function withAccepted<T, U>(
  outcomes: readonly Outcome<T>[],
  act: (accepted: T[]) => Promise<readonly Outcome<U>[]>,
): Promise<Outcome<U>[]> {
  const accepted = outcomes.filter((outcome): outcome is T => !isRefused(outcome));
  const acted = accepted.length === 0 ? [] : await act(accepted);
  let next = 0;
  return outcomes.map((outcome) => (isRefused(outcome) ? outcome : (acted[next++] as Outcome<U>)));
}

/** The outcomes of an all-or-nothing request: where one was refused, so are those that could have been done. */
export const allOrNone = <T>(outcomes: readonly Outcome<T>[]): Outcome<T>[] =>
  outcomes.some(isRefused)
    ? outcomes.map((outcome) => (isRefused(outcome) ? outcome : new Refusal('BATCH_ABORTED')))
    : [...outcomes];
