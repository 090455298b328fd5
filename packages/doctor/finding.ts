/** What a check has found, and what follows from all findings. */

/**
 * `error`: something is broken, or will be soon. `warning`: something is not as it should be. `unknown`: the check
 * could not be made. `note`: a fact that only a person can assess. `elsewhere`: the check does not apply here.
 */
export type Severity = 'ok' | 'note' | 'elsewhere' | 'unknown' | 'warning' | 'error';

/** What a check has found, and what to do. Without `advice` there is nothing to do. */
export type CheckResult = { readonly severity: Severity; readonly saw: string; readonly advice?: string };
export type Finding = CheckResult & { readonly check: string };

export const ok = (saw: string): CheckResult => ({ severity: 'ok', saw });
export const note = (saw: string, advice?: string): CheckResult => ({
  severity: 'note',
  saw,
  ...(advice && { advice }),
});
export const elsewhere = (saw: string): CheckResult => ({ severity: 'elsewhere', saw });
export const unknown = (saw: string, advice?: string): CheckResult => ({
  severity: 'unknown',
  saw,
  ...(advice && { advice }),
});
export const warning = (saw: string, advice: string): CheckResult => ({ severity: 'warning', saw, advice });
export const error = (saw: string, advice: string): CheckResult => ({ severity: 'error', saw, advice });

/** Thrown if a check cannot be made. The message says why. */
export class Inconclusive extends Error {
  readonly advice: string | undefined;

  constructor(why: string, advice?: string) {
    super(why);
    this.advice = advice;
  }
}

const WORST: readonly Severity[] = ['error', 'warning', 'unknown'];

/** The worst severity of all findings; `ok` if no finding needs attention. */
export const findWorst = (findings: readonly Finding[]): Severity =>
  WORST.find((severity) => findings.some((one) => one.severity === severity)) ?? 'ok';

const EXIT_CODES: Partial<Record<Severity, number>> = { error: 1, warning: 2, unknown: 3 };

/**
 * 0: nothing was found. 1: an error. 2: a warning, and no error. 3: a check could not be made, and nothing was found.
 */
export const chooseExitCode = (findings: readonly Finding[]): number => EXIT_CODES[findWorst(findings)] ?? 0;

/** Returns the line that says what to do next. @param again the command that examines the same target again */
export function chooseNextStep(findings: readonly Finding[], again: string): string {
  const first = findings.find(({ severity }) => severity === findWorst(findings));
  const count = findings.filter(({ severity }) => severity === 'error' || severity === 'warning').length;
  if (findWorst(findings) === 'ok') return 'Nothing to do. Run it again after every deployment.';
  if (findWorst(findings) === 'unknown')
    return `Nothing was found, but not everything was seen: begin with "${first?.check}", then run ${again} again.`;
  return `${count} to look at: begin with "${first?.check}", then run ${again} again.`;
}
