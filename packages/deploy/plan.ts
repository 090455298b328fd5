/**
 * Makes, prints and runs the plan. Only the account says whether a step is done, so each step checks it, acts, and
 * checks it again.
 */

import { Failure } from '#machine/failure';
import type { Context, Step, StepState } from './context';
import { PERMISSIONS } from './permissions';

export type PlanRow = { step: string; what: string; is: string; will: string | null };

export const listRows = (plan: readonly PlannedStep[]): PlanRow[] =>
  plan.map(({ step, state }) => ({
    step: step.name,
    what: step.what,
    is: state.actual,
    will: state.isDone ? null : (state.change ?? ''),
  }));

/** Returns the table of the plan: the step, what exists, and what will be done. */
export function formatPlan(plan: readonly PlannedStep[]): string {
  const rows = [
    ['', 'is', 'will be'],
    ...listRows(plan).map(({ what, is, will }) => [what, is, will ?? 'left as it is']),
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

export type PlannedStep = { readonly step: Step; readonly state: StepState };

/** Returns the deployment plan. */
export async function makePlan(steps: readonly Step[], context: Context): Promise<PlannedStep[]> {
  const plan: PlannedStep[] = [];
  for (const step of steps) plan.push({ step, state: await step.check(context) });
  return plan;
}

async function runStep(step: Step, context: Context): Promise<boolean> {
  if ((await step.check(context)).isDone) return false;
  // The account may have changed since the plan was made, so the step reads it again.
  if (step.changes !== undefined) context.account.forget(step.changes);
  const before = await step.check(context);
  if (before.isDone) return false;
  if (before.question !== undefined && !context.state.value.allowed.includes(step.name))
    throw new Failure(before.question);
  context.output.line(`${step.what}: ${before.change}`);
  await step.act(context);
  if (step.changes !== undefined) context.account.forget(step.changes);
  const after = await step.check(context);
  if (!after.isDone)
    throw new Failure(`${step.what}: done, but the account still shows: ${after.actual}. Run it again.`);
  context.output.line(`${step.what}: ${after.actual}`);
  return true;
}

/**
 * Runs every step that is not done.
 * @returns the names of the steps that changed something
 * @throws Failure if a step does not succeed, or needs a yes that nobody has given
 */
export async function run(steps: readonly Step[], context: Context): Promise<string[]> {
  const done: string[] = [];
  for (const step of steps) if (await runStep(step, context)) done.push(step.name);
  // A yes is valid only for what this run has found.
  if (context.state.value.allowed.length > 0) context.state.change({ allowed: [] });
  return done;
}
