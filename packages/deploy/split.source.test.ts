/** The one script from which two workers are split is found in the account, and no other script is split. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { ONE_SECRETS as env, makeTrial, ONE_SCRIPT, withOneScript } from '#testkit/deploy-trial';
import { catchFailure, HOSTS, type Trial } from '../testkit/fake-wrangler/trial';

const SPLIT = ['--yes', '--split-from', ONE_SCRIPT, '--workers-dev', '--jurisdiction', 'anywhere'];
const elsewhere = ({ folder }: Trial) => ({ folder: path.join(folder, 'second'), env });
const workersIn = ({ account }: Trial) => Object.keys(account.workers).sort();

it('a split is recognised in the account without its state file, so no counter starts from zero', async () => {
  const trial = await withOneScript();
  await trial.run(SPLIT, { env });
  const classes = trial.account.workers[ONE_SCRIPT]?.classes;
  await trial.run(['--yes'], elsewhere(trial));
  expect(workersIn(trial)).toEqual([ONE_SCRIPT, 'swiftlet-api']);
  expect(trial.account.workers[ONE_SCRIPT]?.classes).toEqual(classes);
});

it('a split keeps the variables of the one script', async () => {
  const trial = await withOneScript({ SIGNUP: 'open', CONTACT: 'help@example.com' });
  await trial.run(SPLIT, { env });
  const variableOf = (worker: string, name: string) =>
    trial.account.workers[worker]?.version.bindings.find((one) => one.name === name)?.text;
  expect(variableOf('swiftlet-api', 'SIGNUP')).toBe('open');
  expect(variableOf(ONE_SCRIPT, 'CONTACT')).toBe('help@example.com');
});

it.each([
  ['a script that is not there', 'my-link', /There is no my-link/],
  ['a worker of the environment', 'swiftlet-redirect', /a worker of this environment already/],
])('nothing is made by a split of %s', async (_, script, line) => {
  const trial = await withOneScript();
  const { changes } = trial.account;
  const args = ['--yes', '--split-from', script, '--workers-dev', '--jurisdiction', 'anywhere'];
  expect(await catchFailure(trial.run(args, { env }))).toMatch(line);
  expect(trial.account.changes).toEqual(changes);
});

it('two workers that were never one are not split from a script beside them', async () => {
  const trial = await withOneScript();
  await trial.run(['--yes', ...HOSTS]);
  const { changes } = trial.account;
  expect(await catchFailure(trial.run(['--yes', '--split-from', ONE_SCRIPT], { env }))).toMatch(
    /swiftlet-api uses the Durable Objects of swiftlet-redirect/,
  );
  expect(trial.account.changes).toEqual(changes);
});

it('the one script under its usual name is not overlooked: no second deployment shares its D1', async () => {
  const trial = await withOneScript({}, 'swiftlet');
  const { changes } = trial.account;
  expect(await catchFailure(trial.run(['--yes', ...HOSTS, '--allow', 'database', '--allow', 'namespace']))).toMatch(
    /--split-from swiftlet/,
  );
  expect(trial.account.changes).toEqual(changes);
});

it('an environment called api or redirect does not take the worker of production with that name for the one script', async () => {
  const trial = makeTrial();
  await trial.run(['--yes', ...HOSTS]);
  for (const name of ['api', 'redirect'])
    await trial.run(['--env', name, '--yes', '--workers-dev', '--jurisdiction', 'anywhere']);
  expect(workersIn(trial)).toHaveLength(6);
});
