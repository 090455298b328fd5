/** Look, act, and look again: what the account says is true, whoever did it and whenever. */
import type { Context, Look, Step } from './context';
import { Failure } from './failure';

export type Planned = { readonly step: Step; readonly look: Look };

/** What is there, and what will be done. */
export async function planOf(steps: readonly Step[], context: Context): Promise<Planned[]> {
  const plan: Planned[] = [];
  for (const step of steps) plan.push({ step, look: await step.look(context) });
  return plan;
}

async function runStep(step: Step, context: Context): Promise<boolean> {
  if ((await step.look(context)).isDone) return false;
  // Between the plan and here somebody may have put something in the way: the account is asked again.
  if (step.changes !== undefined) context.account.forget(step.changes);
  const before = await step.look(context);
  if (before.isDone) return false;
  if (before.asks !== undefined && !context.state.value.allowed.includes(step.name)) throw new Failure(before.asks);
  context.tell.line(`${step.what}: ${before.will}`);
  await step.act(context);
  if (step.changes !== undefined) context.account.forget(step.changes);
  const after = await step.look(context);
  if (!after.isDone) throw new Failure(`${step.what}: it was done, and is not there yet (${after.is}). Run it again.`);
  context.tell.line(`${step.what}: ${after.is}`);
  return true;
}

/** Does every step that is not done. @returns names of those that were done now @throws Failure where one cannot be */
export async function run(steps: readonly Step[], context: Context): Promise<string[]> {
  const done: string[] = [];
  for (const step of steps) if (await runStep(step, context)) done.push(step.name);
  // A yes was for what was in the way today.
  if (context.state.value.allowed.length > 0) context.state.change({ allowed: [] });
  return done;
}
