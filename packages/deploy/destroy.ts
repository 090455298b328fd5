/** `npm run deploy -- --destroy`: deletes what is ours, and nothing while a link is alive. */
import { rmSync } from 'node:fs';
import { isSwiftlet, scriptOfClicks } from './account';
import type { Context, Look, Step } from './context';
import { Failure } from './failure';
import { run } from './runner';
import { openSession, type Surroundings } from './session';
import { findDatabase } from './steps/database';
import { findNamespace } from './steps/namespace';
import { isOurWorker } from './steps/worker';

const gone: Look = { isDone: true, is: 'gone' };
const deleted = (is: string): Look => ({ isDone: false, is, will: 'deleted' });
/** What only has the name of ours stays, unless somebody says yes. */
const leftAlone = (is: string): Look => ({
  isDone: true,
  is,
  asks: `Nothing says that ${is} is Swiftlet's. Delete it?`,
});

/** A deletion; `--allow` knows it by the name that the step of its creation has. */
type Deletion = Step & { readonly resource: string };

const workerStep = (kind: 'redirect' | 'api', what: string): Deletion => ({
  name: `destroy-${kind}`,
  resource: kind,
  what,
  changes: 'worker',
  async look(context) {
    const { account, names } = context;
    const version = await account.version(names[kind]);
    if (version === null) return gone;
    // Beside the one script of the button another deployment may stand, whose API worker has our name.
    const isOthers = kind === 'api' && ![undefined, names.redirect].includes(scriptOfClicks(version));
    if (isOthers) return { isDone: true, is: `${names[kind]}, which counts on another script` };
    return isSwiftlet(version) || isOurWorker(kind, context) ? deleted(names[kind]) : leftAlone(names[kind]);
  },
  async act(context) {
    // By now nobody makes links, but one may have been made while the API worker was deleted: it still leads visitors on.
    context.account.forget('rows');
    await countForgotten(context);
    await context.wrangler.deleteWorker(context.names[kind]);
  },
});

const namespaceStep: Deletion = {
  name: 'destroy-namespace',
  resource: 'namespace',
  what: 'KV namespace',
  changes: 'kv',
  async look(context) {
    const { ours, named } = await findNamespace(context);
    if (ours === undefined) return named === undefined ? gone : leftAlone(`${named.title} (${named.id})`);
    // Both workers are gone by now, and it is still known which namespace they were bound to.
    context.state.change({ namespace: { id: ours.id } });
    return deleted(`${ours.title} (${ours.id})`);
  },
  async act(context) {
    const { ours } = await findNamespace(context);
    if (ours !== undefined) await context.wrangler.deleteNamespace(ours.id);
  },
};

/** The last: as long as it is there, somebody can ask it how many links are alive. */
const databaseStep: Deletion = {
  name: 'destroy-database',
  resource: 'database',
  what: 'D1 database',
  changes: 'd1',
  async look(context) {
    const { ours, named } = await findDatabase(context);
    if (ours === undefined) return named === undefined ? gone : leftAlone(`${named.name} (${named.uuid})`);
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

/** Everything that would be deleted, after questions about what only has a name of ours. */
async function whatIsThere(context: Context, { ask }: Surroundings): Promise<string[]> {
  const there: string[] = [];
  for (const step of STEPS) {
    let look = await step.look(context);
    if (look.asks !== undefined && (await ask?.yes(look.asks))) {
      context.state.allow(step.resource);
      look = await step.look(context);
    }
    if (!look.isDone) there.push(`  ${step.what}: ${look.is}`);
    else if (look.asks !== undefined)
      context.tell.line(`${look.is} stays: nothing says that it is Swiftlet's; --allow ${step.resource} says it.`);
  }
  return there;
}

/** A link that may lead somebody on. @param now epoch milliseconds */
export const LINKS_SQL = (now: number): string =>
  `SELECT COALESCE(SUM(gone IS NULL AND (expires_at IS NULL OR expires_at > ${now})), 0) AS alive, COUNT(*) AS codes FROM links`;

/** How many links are alive, and how many codes there have ever been. */
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
async function countForgotten(context: Context): Promise<number> {
  const { alive, codes } = await countLinks(context);
  if (alive > 0)
    throw new Failure(`${alive} links are alive. Delete them first: whoever has their addresses still follows them.`);
  return codes;
}

async function confirm(name: string, { given, ask }: Surroundings): Promise<void> {
  const typed =
    given.confirmed ??
    (await ask?.text(
      `Type the account's name, ${name}, to delete all of this`,
      (text) => text === name || 'That is not it.',
    ));
  if (typed !== name)
    throw new Failure(`Nothing was deleted: --confirm takes the name of the account, which is ${name}.`);
}

/** @returns names of what was deleted now */
export async function destroy(surroundings: Surroundings): Promise<string[]> {
  const context = await openSession(surroundings);
  const { state, tell, home } = context;
  const there = await whatIsThere(context, surroundings);
  if (there.length === 0) {
    tell.line('There is nothing in the account that is known to be ours.');
    if (!surroundings.given.isDryRun) state.remove();
    return [];
  }
  const codes = await countForgotten(context);
  tell.line(
    `\nThis will be deleted for ever:\n${there.join('\n')}\n\n${codes} codes would be forgotten: their addresses would be 404, and nobody could tell them from new ones.\n`,
  );
  if (surroundings.given.isDryRun) return [];
  await confirm(context.accountName ?? '', surroundings);
  // A link may have been made while the name was typed.
  context.account.forget('rows');
  await countForgotten(context);
  state.keep();
  const done = await run(STEPS, context);
  state.remove();
  for (const name of ['api.json', 'redirect.json', 'dry-run'])
    rmSync(`${home}/${name}`, { recursive: true, force: true });
  tell.line(`\nIt is gone. The secrets stay in ${home}/secrets until you remove them.`);
  return done;
}
