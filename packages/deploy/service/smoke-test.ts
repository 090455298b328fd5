/** The smoke test: every check in its order. One that fails keeps no later one from being made. */
import { CHECKS, type Deployment } from './smoke-checks';

/** Its account, which is kept. */
export const SMOKE_ACCOUNT = 'smoke test';
export const SMOKE_PLAN = 'PRO';

export type Outcome = { readonly check: string; readonly failure: string | null };

/** @param tell of each check, when it has been made */
export async function smokeTest(on: Deployment, tell: (outcome: Outcome) => void): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { name, run } of CHECKS) {
    const failure = await run(on).then(
      () => null,
      (error: Error) => error.message,
    );
    outcomes.push({ check: name, failure });
    tell({ check: name, failure });
  }
  return outcomes;
}
