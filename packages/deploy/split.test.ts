/** One script becomes two workers: every object stays or moves with its state, whatever happens meanwhile. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { trialOf } from '#testkit/deploy-trial';
import { type Account, digestOf, LEAVING, readAccount } from './fake-wrangler/account';
import { fakeWrangler } from './fake-wrangler/fake-wrangler';
import { failureOf, ROOT, type Trial } from './fake-wrangler/trial';

const PEPPER = 'a-pepper-of-forty-characters-xxxxxxxxxxxx';
const TOKEN = 'an-operator-token-of-forty-characters-xx';
const env = { PEPPER, ADMIN_TOKEN: TOKEN };
const SPLIT = ['--yes', '--split-from', 'my-links', '--workers-dev', '--jurisdiction', 'anywhere'];

/** wrangler.jsonc without its comments, as the button leaves it: with a name of somebody's own, and with ids. */
function buttonsConfiguration(variables: Record<string, string>): Record<string, unknown> {
  const text = readFileSync(path.join(ROOT, 'wrangler.jsonc'), 'utf8').replaceAll(/^\s*\/\/.*$/gm, '');
  const configuration = JSON.parse(text);
  return {
    ...configuration,
    name: 'my-links',
    vars: { ...configuration.vars, ...variables },
    d1_databases: [{ binding: 'DB', database_name: 'my-links', database_id: 'd1' }],
    kv_namespaces: [{ binding: 'ROUTES', id: 'kv' }],
  };
}

/** An account in which the button was used: all four classes are those of one script. */
async function withOneScript(variables: Record<string, string> = {}): Promise<Trial> {
  const trial = trialOf({
    namespaces: [{ id: 'kv', title: 'my-links-routes' }],
    databases: [{ uuid: 'd1', name: 'my-links', migrations: [], links: [2, 2] }],
    service: { accounts: [{ id: 'somebody', name: 'somebody' }], keys: [] },
  });
  const [config, secrets] = ['one.json', 'secrets.json'].map((name) => path.join(trial.folder, name));
  writeFileSync(config as string, JSON.stringify(buttonsConfiguration(variables)));
  writeFileSync(secrets as string, JSON.stringify(env), { mode: 0o600 });
  const wrangler = fakeWrangler(path.join(trial.folder, 'account.json'));
  const { code } = await wrangler(['deploy', '--config', config as string, '--secrets-file', secrets as string], {
    env: {},
    timeoutMs: 1,
  });
  expect(code).toBe(0);
  return trial;
}

const objectsOf = ({ workers }: Account, script: string) => workers[script]?.classes ?? {};

it('leaves the click classes where they are, and moves the keys with what they have counted', async () => {
  const trial = await withOneScript();
  const before = objectsOf(trial.account, 'my-links');
  expect(Object.keys(before).sort()).toEqual(['AddressMeter', 'ClickCounter', 'KeyMeter', 'Statistics']);
  await trial.run(SPLIT, { env });
  const { account } = trial;
  expect(objectsOf(account, 'my-links')).toEqual({ ClickCounter: before.ClickCounter, Statistics: before.Statistics });
  expect(objectsOf(account, 'swiftlet-api')).toEqual({ KeyMeter: before.KeyMeter, AddressMeter: before.AddressMeter });
  expect(account.namespaces).toHaveLength(1);
  expect(account.databases).toHaveLength(1);
  for (const { secrets } of Object.values(account.workers)) expect(secrets.PEPPER).toBe(digestOf(PEPPER));
}, 120_000);

it('keeps every object where it is: the jurisdiction of the one script is that of the two', async () => {
  const trial = await withOneScript({ JURISDICTION: 'eu' });
  expect(await failureOf(trial.run(SPLIT, { env }))).toMatch(/in the EU, and that can never be changed/);
  await trial.run(['--yes', '--split-from', 'my-links', '--workers-dev'], { env });
  for (const { version } of Object.values(trial.account.workers))
    expect(version.bindings.find(({ name }) => name === 'JURISDICTION')?.text).toBe('eu');
});

it('is remembered: the next run changes nothing', async () => {
  const trial = await withOneScript();
  await trial.run(SPLIT, { env });
  const { changes } = trial.account;
  expect((await trial.run(['--yes'], { env })).done).toEqual([]);
  expect(trial.account.changes).toEqual(changes);
});

it('comes to the same end after any fault of any call, and no object is ever without a script', async () => {
  const whole = await withOneScript();
  await whole.run(SPLIT, { env });
  const wanted = Object.keys(objectsOf(whole.account, 'swiftlet-api'));
  const wrong: string[] = [];
  for (const mode of LEAVING)
    for (let at = 2; at <= whole.account.calls; at++) {
      const trial = await withOneScript();
      const ids = Object.values(objectsOf(trial.account, 'my-links')).sort();
      trial.change((account) => {
        account.fault = { at, mode };
      });
      await trial.run(SPLIT, { env }).catch(() => {});
      const { workers } = readAccount(path.join(trial.folder, 'account.json'));
      const kept = Object.values(workers)
        .flatMap(({ classes }) => Object.values(classes))
        .sort();
      await trial.run(SPLIT, { env });
      const isDone = Object.keys(objectsOf(trial.account, 'swiftlet-api')).join() === wanted.join();
      if (!isDone || kept.join() !== ids.join()) wrong.push(`${mode} at ${at}`);
      trial.remove();
    }
  expect(wrong).toEqual([]);
}, 120_000);
