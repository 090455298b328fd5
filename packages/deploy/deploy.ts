/** Runs `npm run deploy`: shows the plan, asks for a yes, and runs every step. */
import { originsOf } from './configuration';
import { writeConfiguration } from './configuration-file';
import { type Context, type Step, settingOf } from './context';
import { Failure } from './failure';
import { PERMISSIONS } from './permissions';
import { type PlanRow, permissionsText, rowsOf, tableOf } from './plan';
import { type Planned, planOf, run } from './runner';
import { openSession, type Surroundings } from './session';
import { stepsOf } from './steps/all';

export type Report = {
  readonly environment: string;
  readonly account: string | null;
  readonly addresses: { readonly short?: string; readonly api?: string };
  readonly plan: readonly PlanRow[];
  /** Names of the steps that this run has done; null for a dry run. */
  readonly done: readonly string[] | null;
  /** The permissions that a token needs. */
  readonly permissions: readonly string[];
};

/** Stands for an unknown id in a dry run. wrangler only needs the form of an id, because it uploads nothing. */
const UNKNOWN = '00000000000000000000000000000000';

/** Has wrangler bundle both workers from the files that would be deployed. */
async function rehearse(context: Context): Promise<void> {
  const setting = settingOf(context);
  const ids = { namespaceId: setting.namespaceId || UNKNOWN, databaseId: setting.databaseId || UNKNOWN };
  for (const kind of ['redirect', 'api'] as const) {
    await context.build(kind);
    await context.wrangler.rehearse(writeConfiguration(kind, { ...setting, ...ids }, `${context.home}/dry-run`));
    context.tell.line(`wrangler accepts the configuration of ${context.names[kind]}.`);
  }
}

/**
 * Asks the questions of the steps, which --yes does not answer, and then whether to go on.
 * @throws Failure after a no
 */
async function agree(plan: readonly Planned[], context: Context, { given, ask }: Surroundings): Promise<void> {
  for (const { step, look } of plan) {
    if (look.asks === undefined || context.state.value.allowed.includes(step.name)) continue;
    if (ask === undefined) throw new Failure(`${look.asks} Nobody can be asked here: use --allow ${step.name}.`);
    if (!(await ask.yes(look.asks))) throw new Failure('Nothing was changed.');
    context.state.allow(step.name);
  }
  if (given.isYes || plan.every(({ look }) => look.isDone)) return;
  if (ask === undefined) throw new Failure('Nobody can be asked to agree to the plan: use --yes.');
  if (!(await ask.yes('Go on?'))) throw new Failure('Nothing was changed.');
}

/**
 * @param smoke replaces the smoke test in tests of the other steps
 * @param before steps before the workers
 * @throws Failure with one line that says why it stopped
 */
export async function deploy(surroundings: Surroundings, smoke?: Step, before: readonly Step[] = []): Promise<Report> {
  const { given, tell } = surroundings;
  const context = await openSession(surroundings);
  const { answers, environment, accountName: account } = context;
  const all = stepsOf(answers.former !== undefined, smoke, before);
  const plan = await planOf(all, context);
  tell.line(
    `\nThe plan for ${environment}, in ${account === null ? 'an account that is empty' : account}:\n\n${tableOf(plan)}\n`,
  );
  const report = (done: readonly string[] | null): Report => ({
    environment,
    account,
    addresses: originsOf(settingOf(context)),
    plan: rowsOf(plan),
    done,
    permissions: PERMISSIONS.map(({ name }) => name),
  });
  if (given.isDryRun) {
    tell.line(permissionsText());
    await rehearse(context);
    return report(null);
  }
  await agree(plan, context, surroundings);
  context.state.keep();
  const done = await run(all, context);
  const { short, api } = originsOf(settingOf(context));
  tell.line(
    `\n${done.length === 0 ? 'Everything was there' : 'Swiftlet runs'}: short links ${short}, API ${api}, guide ${api}/docs/guide.`,
  );
  return report(done);
}
