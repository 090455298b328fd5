/** Fake accounts for tests of `npm run deploy`. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Account, Mode } from './fake-wrangler/account';
import { fakeWrangler } from './fake-wrangler/fake-wrangler';
import { HOSTS, newTrial, ROOT, type Trial } from './fake-wrangler/trial';

/** Makes a fake account, whose folder is removed after the test. @param account what differs from an empty one */
export function makeTrial(account: Partial<Account> = {}): Trial {
  const trial = newTrial(account);
  onTestFinished(trial.remove);
  return trial;
}

/**
 * An account with both workers deployed.
 * @param links the number of live links and the number of codes in the database
 */
export async function deployedTrial(links: [alive: number, codes: number] = [0, 7]): Promise<Trial> {
  const trial = makeTrial();
  await trial.run(['--yes', ...HOSTS]);
  trial.change((account) => {
    for (const database of account.databases) database.links = links;
  });
  return trial;
}

/** Each mode is tried at each call in `npm run test:long`, and at each third call, in turn, in `npm run test:ci`. */
const STEP = process.env.TEST_LONG ? 1 : 3;

/** Yields the faults to try in the calls from `first` to `last`, both included. */
export function* listFaults(
  modes: readonly Mode[],
  first: number,
  last: number,
): Generator<{ at: number; mode: Mode }> {
  for (const [turn, mode] of modes.entries())
    for (let at = first + (turn % STEP); at <= last; at += STEP) yield { at, mode };
}

/** The numbers of KV namespaces, databases and workers of an account. */
export const resourcesIn = ({ namespaces, databases, workers }: Account): number[] =>
  [namespaces, databases, Object.keys(workers)].map(({ length }) => length);

/** The Durable Object classes of a script, with the ids of their namespaces. */
export const readClasses = ({ workers }: Account, script: string) => workers[script]?.classes ?? {};

/** The one script that somebody has made by the button, with a name of their own. */
export const ONE_SCRIPT = 'my-links';
/** The arguments that split the one script into two workers. */
export const SPLIT = ['--yes', '--split-from', ONE_SCRIPT, '--workers-dev', '--jurisdiction', 'anywhere'];
export const ONE_SECRETS = {
  PEPPER: 'a-pepper-of-forty-characters-xxxxxxxxxxxx',
  ADMIN_TOKEN: 'an-operator-token-of-forty-characters-xx',
};

/** wrangler.jsonc without its comments, as the button leaves it: with ids, and perhaps with another name. */
function buttonsConfiguration(name: string, variables: Record<string, string>): Record<string, unknown> {
  const text = readFileSync(path.join(ROOT, 'wrangler.jsonc'), 'utf8').replaceAll(/^\s*\/\/.*$/gm, '');
  const configuration = JSON.parse(text);
  return {
    ...configuration,
    name,
    vars: { ...configuration.vars, ...variables },
    d1_databases: [{ binding: 'DB', database_name: name, database_id: 'd1' }],
    kv_namespaces: [{ binding: 'ROUTES', id: 'kv' }],
  };
}

/** An account in which the button was used: all four classes are those of one script. */
export async function withOneScript(variables: Record<string, string> = {}, name = ONE_SCRIPT): Promise<Trial> {
  const trial = makeTrial({
    namespaces: [{ id: 'kv', title: `${name}-routes` }],
    databases: [{ uuid: 'd1', name, migrations: [], links: [0, 2] }],
    service: { accounts: [{ id: 'somebody', name: 'somebody' }], keys: [] },
  });
  const [config, secrets] = ['one.json', 'secrets.json'].map((file) => path.join(trial.folder, file));
  writeFileSync(config as string, JSON.stringify(buttonsConfiguration(name, variables)));
  writeFileSync(secrets as string, JSON.stringify(ONE_SECRETS), { mode: 0o600 });
  const wrangler = fakeWrangler(path.join(trial.folder, 'account.json'));
  const { code } = await wrangler(['deploy', '--config', config as string, '--secrets-file', secrets as string], {
    env: {},
    timeoutMs: 1,
  });
  expect(code).toBe(0);
  return trial;
}
