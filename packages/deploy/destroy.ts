/** `npm run deploy -- --destroy` deletes the resources of a deployment, and nothing while a link is live. */
import { rmSync } from 'node:fs';
import { Failure } from '#machine/failure';
import { isSwiftlet, scriptOfClicks } from './account';
import type { Context, Step, StepState } from './context';
import { run } from './plan';
import { type Invocation, openSession } from './session';
import { findDatabase } from './steps/database';
import { findNamespace } from './steps/namespace';
import { isOurWorker } from './steps/worker';

const gone: StepState = { isDone: true, actual: 'gone' };
const deleted = (actual: string): StepState => ({ isDone: false, actual, change: 'deleted' });
/** A resource that has no more than our name stays, unless somebody says yes. */
const kept = (actual: string): StepState => ({
  isDone: true,
  actual,
  question: `Nothing says that ${actual} is Swiftlet's. Delete it?`,
});

/** A step that deletes a resource. Its name for `--allow` is that of the step that creates the resource. */
type Deletion = Step & { readonly resource: string };

const workerStep = (kind: 'redirect' | 'api', what: string): Deletion => ({
  name: `destroy-${kind}`,
  resource: kind,
  what,
  changes: 'worker',
  async check(context) {
    const { account, names } = context;
    const version = await account.version(names[kind]);
    if (version === null) return gone;
    // If this deployment is the one script, an API worker of this name may belong to another deployment.
    const isOthers = kind === 'api' && ![undefined, names.redirect].includes(scriptOfClicks(version));
    if (isOthers) return { isDone: true, actual: `${names[kind]}, which uses the Durable Objects of another script` };
    return isSwiftlet(version) || isOurWorker(kind, context) ? deleted(names[kind]) : kept(names[kind]);
  },
  async act(context) {
    // A link may have been created before the API worker was deleted. The redirect worker still serves it.
    context.account.forget('rows');
    await expectNoLiveLinks(context);
    await context.wrangler.deleteWorker(context.names[kind]);
  },
});

const namespaceStep: Deletion = {
  name: 'destroy-namespace',
  resource: 'namespace',
  what: 'KV namespace',
  changes: 'kv',
  async check(context) {
    const { ours, named } = await findNamespace(context);
    if (ours === undefined) return named === undefined ? gone : kept(`${named.title} (${named.id})`);
    // The state keeps the id, because no worker binds the namespace once the workers are deleted.
    context.state.change({ namespace: { id: ours.id } });
    return deleted(`${ours.title} (${ours.id})`);
  },
  async act(context) {
    const { ours } = await findNamespace(context);
    if (ours !== undefined) await context.wrangler.deleteNamespace(ours.id);
  },
};

/** The database is deleted last, because only the database has the number of live links. */
const databaseStep: Deletion = {
  name: 'destroy-database',
  resource: 'database',
  what: 'D1 database',
  changes: 'd1',
  async check(context) {
    const { ours, named } = await findDatabase(context);
    if (ours === undefined) return named === undefined ? gone : kept(`${named.name} (${named.uuid})`);
    context.state.change({ database: { id: ours.uuid } });
    return deleted(`${ours.name} (${ours.uuid})`);
  },
  async act(context) {
    const { ours } = await findDatabase(context);
    if (ours !== undefined) await context.wrangler.deleteDatabase(ours.name);
  },
};

const STEPS = [
  workerStep('api', 'API worker, with the windows and months of every key'),
  workerStep('redirect', 'redirect worker, with every counter and all statistics'),
  namespaceStep,
  databaseStep,
];

/** Lists what would be deleted. It first asks about resources that have no more than our names. */
async function listResources(context: Context, { prompts }: Invocation): Promise<string[]> {
  const resources: string[] = [];
  for (const step of STEPS) {
    let state = await step.check(context);
    if (state.question !== undefined && (await prompts?.confirm(state.question))) {
      context.state.allow(step.resource);
      state = await step.check(context);
    }
    if (!state.isDone) resources.push(`  ${step.what}: ${state.actual}`);
    else if (state.question !== undefined)
      context.output.line(
        `${state.actual} stays, because nothing says that it is Swiftlet's; --allow ${step.resource} deletes it.`,
      );
  }
  return resources;
}

/** The query that counts the live links and all codes. @param now epoch milliseconds */
export const LINKS_SQL = (now: number): string =>
  `SELECT COALESCE(SUM(gone IS NULL AND (expires_at IS NULL OR expires_at > ${now})), 0) AS alive, COUNT(*) AS codes FROM links`;

/** Returns the number of live links, and the number of all codes that were ever used. */
async function countLinks(context: Context): Promise<{ alive: number; codes: number }> {
  const { ours } = await findDatabase(context);
  if (ours === undefined) return { alive: 0, codes: 0 };
  const tables = await context.account.rows(ours.name, "SELECT name FROM sqlite_master WHERE name = 'links'");
  if (!tables.some(({ name }) => name === 'links')) return { alive: 0, codes: 0 };
  const [row] = await context.account.rows(ours.name, LINKS_SQL(context.clock.now()));
  const [alive, codes] = [Number(row?.alive ?? Number.NaN), Number(row?.codes ?? Number.NaN)];
  if (Number.isNaN(alive + codes)) throw new Failure(`Nobody can tell how many links of ${ours.name} are alive.`);
  return { alive, codes };
}

/** @throws Failure while a link is alive. @returns how many codes would be forgotten */
async function expectNoLiveLinks(context: Context): Promise<number> {
  const { alive, codes } = await countLinks(context);
  if (alive > 0) throw new Failure(`${alive} links are alive. Delete them first, because visitors still use them.`);
  return codes;
}

async function confirm(name: string, { args, prompts }: Invocation): Promise<void> {
  const typed =
    args.confirmed ??
    (await prompts?.input(
      `Type the account's name, ${name}, to delete all of this`,
      (text) => text === name || 'That is not the name of the account.',
    ));
  if (typed !== name)
    throw new Failure(`Nothing was deleted: --confirm takes the name of the account, which is ${name}.`);
}

/** @returns the names of the steps that have deleted something */
export async function destroy(invocation: Invocation): Promise<string[]> {
  const context = await openSession(invocation);
  const { state, output, home } = context;
  const resources = await listResources(context, invocation);
  if (resources.length === 0) {
    output.line("The account has no resource that is known to be Swiftlet's.");
    if (!invocation.args.isDryRun) state.remove();
    return [];
  }
  const codes = await expectNoLiveLinks(context);
  output.line(
    `\nThis will be deleted for ever:\n${resources.join('\n')}\n\n${codes} codes would be forgotten: their short URLs would respond 404, like codes that were never used.\n`,
  );
  if (invocation.args.isDryRun) return [];
  await confirm(context.accountName ?? '', invocation);
  // A link may have been made while the name was typed.
  context.account.forget('rows');
  await expectNoLiveLinks(context);
  state.keep();
  const done = await run(STEPS, context);
  state.remove();
  for (const name of ['api.json', 'redirect.json', 'dry-run'])
    rmSync(`${home}/${name}`, { recursive: true, force: true });
  output.line(`\nThe deployment is deleted. The secrets stay in ${home}/secrets until you remove them.`);
  return done;
}
