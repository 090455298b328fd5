/** Look, act, and look again: what the account says is true, whoever did it and whenever. */
import type { Context, Look, Step } from './context';
import { Failure } from './failure';
import { explained } from './permissions';

export type Planned = { readonly step: Step; readonly look: Look };

const lookAt = async ({ look, permission }: Step, context: Context): Promise<Look> => {
  try {
    return await look(context);
  } catch (error) {
    throw explained(error, permission);
  }
};

/** What is there, and what will be done. */
export async function planOf(steps: readonly Step[], context: Context): Promise<Planned[]> {
  const plan: Planned[] = [];
  for (const step of steps) plan.push({ step, look: await lookAt(step, context) });
  return plan;
}

async function runStep(step: Step, context: Context): Promise<boolean> {
  const before = await lookAt(step, context);
  if (before.isDone) return false;
  // Between the plan and here somebody may have put something in the way.
  if (before.asks !== undefined && !context.state.value.allowed.includes(step.name)) throw new Failure(before.asks);
  context.tell.line(`${step.what}: ${before.will}`);
  try {
    await step.act(context);
  } catch (error) {
    throw explained(error, step.permission);
  } finally {
    if (step.changes !== undefined) context.account.forget(step.changes);
  }
  const after = await lookAt(step, context);
  if (!after.isDone) throw new Failure(`${step.what}: it was done, and is not there yet (${after.is}). Run it again.`);
  context.tell.line(`${step.what}: ${after.is}`);
  return true;
}

/** Does every step that is not done. @returns names of those that were done now @throws Failure where one cannot be */
export async function run(steps: readonly Step[], context: Context): Promise<string[]> {
  const done: string[] = [];
  for (const step of steps) if (await runStep(step, context)) done.push(step.name);
  return done;
}
