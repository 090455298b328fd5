/** Runs every check of the smoke test in order. A failed check does not stop the later ones. */
import { CHECKS, type Deployment } from './smoke-checks';

export type Outcome = { readonly check: string; readonly failure: string | null };

/** @param onOutcome is called with each outcome */
export async function smokeTest(on: Deployment, onOutcome: (outcome: Outcome) => void): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { name, run } of CHECKS) {
    const failure = await run(on).then(
      () => null,
      (error: Error) => error.message,
    );
    outcomes.push({ check: name, failure });
    onOutcome({ check: name, failure });
  }
  return outcomes;
}
