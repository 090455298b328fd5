/** A split and a deletion of a deployment, with faults of their calls. `npm run test:ci` runs this file. */
import path from 'node:path';
import { expect, it } from 'vitest';
import {
  deployedTrial,
  ONE_SECRETS as env,
  listFaults,
  readClasses,
  resourcesIn,
  SPLIT,
  withOneScript,
} from '#testkit/deploy-trial';
import { LEAVING, readAccount } from '../testkit/fake-wrangler/account';
import { catchFailure } from '../testkit/fake-wrangler/trial';

it('a split reaches the same state after any fault of any call, and no Durable Object loses its script', async () => {
  const whole = await withOneScript();
  await whole.run(SPLIT, { env });
  const wanted = Object.keys(readClasses(whole.account, 'swiftlet-api'));
  const wrong: string[] = [];
  for (const { at, mode } of listFaults(LEAVING, 2, whole.account.calls)) {
    const trial = await withOneScript();
    const ids = Object.values(readClasses(trial.account, 'my-links')).sort();
    trial.change((account) => {
      account.fault = { at, mode };
    });
    await trial.run(SPLIT, { env }).catch(() => {});
    const { workers } = readAccount(path.join(trial.folder, 'account.json'));
    const kept = Object.values(workers)
      .flatMap(({ classes }) => Object.values(classes))
      .sort();
    await trial.run(SPLIT, { env });
    const isDone = Object.keys(readClasses(trial.account, 'swiftlet-api')).join() === wanted.join();
    if (!isDone || kept.join() !== ids.join()) wrong.push(`${mode} at ${at}`);
    trial.remove();
  }
  expect(wrong).toEqual([]);
});

it('--destroy deletes everything when it is run again after any fault of any call', async () => {
  const whole = await deployedTrial();
  const before = whole.account.calls;
  await whole.destroy(['--confirm', 'Acme']);
  const calls = whole.account.calls - before;
  const wrong: string[] = [];
  for (const { at, mode } of listFaults(LEAVING, 1, calls)) {
    const trial = await deployedTrial();
    trial.change((account) => {
      account.fault = { at: account.calls + at, mode };
    });
    const first = await catchFailure(trial.destroy(['--confirm', 'Acme']));
    await trial.destroy(['--confirm', 'Acme']);
    if (resourcesIn(trial.account).join() !== '0,0,0') wrong.push(`${mode} at ${at} (${first})`);
    trial.remove();
  }
  expect(wrong).toEqual([]);
});
