/** `npm run deploy -- --destroy`: deletes what is ours, and nothing while a link is alive. */
import { rmSync } from 'node:fs';
import { isSwiftlet } from './account';
import type { Context, Look, Step } from './context';
import { Failure } from './failure';
import { run } from './runner';
import { openSession, type Surroundings } from './session';
import { findDatabase } from './steps/database';
import { findNamespace } from './steps/namespace';

const gone: Look = { isDone: true, is: 'gone' };
const deleted = (is: string): Look => ({ isDone: false, is, will: 'deleted' });

const workerStep = (kind: 'redirect' | 'api', what: string): Step => ({
  name: `destroy-${kind}`,
  what,
  changes: 'worker',
  async look({ account, names, state }) {
    const version = await account.version(names[kind]);
    return version !== null && (isSwiftlet(version) || state.isOurs(kind)) ? deleted(names[kind]) : gone;
  },
  act: ({ wrangler, names }) => wrangler.deleteWorker(names[kind]),
});

const namespaceStep: Step = {
  name: 'destroy-namespace',
  what: 'KV namespace',
  changes: 'kv',
  async look(context) {
    const { ours } = await findNamespace(context);
    // Both workers are gone by now, and it is still known which namespace they were bound to.
    if (ours !== undefined) context.state.change({ namespace: { id: ours.id } });
    return ours === undefined ? gone : deleted(`${ours.title} (${ours.id})`);
  },
  async act(context) {
    const { ours } = await findNamespace(context);
    if (ours !== undefined) await context.wrangler.deleteNamespace(ours.id);
  },
};

/** The last: as long as it is there, somebody can ask it how many links are alive. */
const databaseStep: Step = {
  name: 'destroy-database',
  what: 'D1 database',
  changes: 'd1',
  async look(context) {
    const { ours } = await findDatabase(context);
    if (ours !== undefined) context.state.change({ database: { id: ours.uuid } });
    return ours === undefined ? gone : deleted(`${ours.name} (${ours.uuid})`);
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
  return { alive: Number(row?.alive), codes: Number(row?.codes) };
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
  const there: string[] = [];
  for (const step of STEPS) {
    const look = await step.look(context);
    if (!look.isDone) there.push(`  ${step.what}: ${look.is}`);
  }
  if (there.length === 0) {
    tell.line('There is nothing of ours in the account.');
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
