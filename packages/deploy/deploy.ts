/** Runs `npm run deploy`: shows the plan, asks for a yes, and runs every step. */
import { Failure } from '#machine/failure';
import { listOrigins, writeConfiguration } from './configuration';
import { type Context, collectDeployment, type Step } from './context';
import { PRODUCTION } from './names';
import { PERMISSIONS } from './permissions';
import { formatPlan, listRows, makePlan, type PlannedStep, type PlanRow, permissionsText, run } from './plan';
import { type Invocation, openSession } from './session';
import { firstAccountStep } from './steps/accounts';
import { addressesStep } from './steps/addresses';
import { databaseStep, migrationsStep } from './steps/database';
import { namespaceStep } from './steps/namespace';
import { secretsStep } from './steps/secrets';
import { smokeStep } from './steps/smoke-test';
import { apiStep, redirectStep } from './steps/worker';

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

/** Replaces an unknown id in a dry run. wrangler uploads nothing then, so any text in the form of an id is enough. */
const PLACEHOLDER_ID = '00000000000000000000000000000000';

/** Has wrangler bundle both workers from the files that would be deployed. */
async function dryRun(context: Context): Promise<void> {
  const deployment = collectDeployment(context);
  const ids = {
    namespaceId: deployment.namespaceId || PLACEHOLDER_ID,
    databaseId: deployment.databaseId || PLACEHOLDER_ID,
  };
  for (const kind of ['redirect', 'api'] as const) {
    await context.build(kind);
    await context.wrangler.dryRun(writeConfiguration(kind, { ...deployment, ...ids }, `${context.home}/dry-run`));
    context.output.line(`wrangler accepts the configuration of ${context.names[kind]}.`);
  }
}

/**
 * Asks the questions of the steps, to which --yes does not say yes, and then whether to go on.
 * @throws Failure after a no
 */
async function confirmPlan(
  plan: readonly PlannedStep[],
  context: Context,
  { args, prompts }: Invocation,
): Promise<void> {
  for (const { step, state } of plan) {
    if (state.question === undefined || context.state.value.allowed.includes(step.name)) continue;
    if (prompts === undefined)
      throw new Failure(`${state.question} Nobody can be asked here: use --allow ${step.name}.`);
    if (!(await prompts.confirm(state.question))) throw new Failure('Nothing was changed.');
    context.state.allow(step.name);
  }
  if (args.isYes || plan.every(({ state }) => state.isDone)) return;
  if (prompts === undefined) throw new Failure('Nobody can be asked to agree to the plan: use --yes.');
  if (!(await prompts.confirm('Go on?'))) throw new Failure('Nothing was changed.');
}

/**
 * @param smoke replaces the smoke test in tests of the other steps
 * @param before steps before the workers
 * @throws Failure with one line that says why it stopped
 */
export async function deploy(invocation: Invocation, smoke?: Step, before: readonly Step[] = []): Promise<Report> {
  const { args, output } = invocation;
  const context = await openSession(invocation);
  const { answers, environment, accountName: account } = context;
  const all = listSteps(answers.former !== undefined, smoke, before);
  const plan = await makePlan(all, context);
  const ofEnvironment = environment === PRODUCTION ? '' : ` -- --env ${environment}`;
  output.line(
    `\nThe plan for ${environment}, in ${account === null ? 'an account that is empty' : account}:\n\n${formatPlan(plan)}\n`,
  );
  const report = (done: readonly string[] | null): Report => ({
    environment,
    account,
    addresses: listOrigins(collectDeployment(context)),
    plan: listRows(plan),
    done,
    permissions: PERMISSIONS.map(({ name }) => name),
  });
  if (args.isDryRun) {
    output.line(permissionsText());
    await dryRun(context);
    output.line(`Nothing was changed. Next: npm run deploy${ofEnvironment}`);
    return report(null);
  }
  await confirmPlan(plan, context, invocation);
  context.state.keep();
  const done = await run(all, context);
  const { short, api } = listOrigins(collectDeployment(context));
  output.line(
    `\n${done.length === 0 ? 'Everything was there' : 'Swiftlet runs'}: short links ${short}, API ${api}, guide ${api}/docs/guide.\nNext: npm run doctor${ofEnvironment}`,
  );
  return report(done);
}

/**
 * Returns every step in order.
 * @param isSplit whether the API worker comes first: in a split it takes over its classes before the one script loses
 * them (docs/design/self-hosting.md)
 * @param smoke replaces the smoke test in tests of the other steps
 * @param before steps before the workers, such as the gradual rollout of an upgrade
 */
const listSteps = (isSplit: boolean, smoke: Step = smokeStep(), before: readonly Step[] = []): readonly Step[] => [
  namespaceStep,
  databaseStep,
  migrationsStep,
  secretsStep,
  ...before,
  ...(isSplit ? [apiStep, redirectStep] : [redirectStep, apiStep]),
  addressesStep,
  firstAccountStep,
  smoke,
];
