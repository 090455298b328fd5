/** The plan, as a table for people and as rows for programs. */
import { PERMISSIONS } from './permissions';
import type { PlannedStep } from './runner';

export type PlanRow = { step: string; what: string; is: string; will: string | null };

export const rowsOf = (plan: readonly PlannedStep[]): PlanRow[] =>
  plan.map(({ step, state }) => ({
    step: step.name,
    what: step.what,
    is: state.actual,
    will: state.isDone ? null : (state.change ?? ''),
  }));

/** Returns the table of the plan: the step, what exists, and what will be done. */
export function tableOf(plan: readonly PlannedStep[]): string {
  const rows = [
    ['', 'is', 'will be'],
    ...rowsOf(plan).map(({ what, is, will }) => [what, is, will ?? 'left as it is']),
  ];
  const [first = 0, second = 0] = [0, 1].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows
    .map(([what = '', is = '', will = '']) => `  ${what.padEnd(first)}  ${is.padEnd(second)}  ${will}`.trimEnd())
    .join('\n');
}

export const permissionsText = (): string => {
  const width = Math.max(...PERMISSIONS.map(({ name }) => name.length));
  return `A token needs:\n${PERMISSIONS.map((one) => `  ${one.name.padEnd(width)}  ${one.for}`).join('\n')}\n`;
};
