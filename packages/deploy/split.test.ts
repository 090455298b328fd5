/** Splits the one script into two workers. Every Durable Object keeps its state, whatever fault the split has. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { ONE_SECRETS as env, ONE_SCRIPT, withOneScript } from '#testkit/deploy-trial';
import { type Account, digestOf, LEAVING, readAccount } from './fake-wrangler/account';
import { failureOf } from './fake-wrangler/trial';

const SPLIT = ['--yes', '--split-from', ONE_SCRIPT, '--workers-dev', '--jurisdiction', 'anywhere'];

const objectsOf = ({ workers }: Account, script: string) => workers[script]?.classes ?? {};

it('a split leaves the click classes in the one script, and moves those of the API worker with their state', async () => {
  const trial = await withOneScript();
  const before = objectsOf(trial.account, 'my-links');
  expect(Object.keys(before).sort()).toEqual(['AddressMeter', 'ClickCounter', 'KeyMeter', 'Statistics']);
  await trial.run(SPLIT, { env });
  const { account } = trial;
  expect(objectsOf(account, 'my-links')).toEqual({ ClickCounter: before.ClickCounter, Statistics: before.Statistics });
  expect(objectsOf(account, 'swiftlet-api')).toEqual({ KeyMeter: before.KeyMeter, AddressMeter: before.AddressMeter });
  expect(account.namespaces).toHaveLength(1);
  expect(account.databases).toHaveLength(1);
  for (const { secrets } of Object.values(account.workers)) expect(secrets.PEPPER).toBe(digestOf(env.PEPPER));
}, 120_000);

it('a split keeps the jurisdiction for both workers, so every Durable Object stays where it is', async () => {
  const trial = await withOneScript({ JURISDICTION: 'eu' });
  expect(await failureOf(trial.run(SPLIT, { env }))).toMatch(/in the EU, and that can never be changed/);
  await trial.run(['--yes', '--split-from', 'my-links', '--workers-dev'], { env });
  for (const { version } of Object.values(trial.account.workers))
    expect(version.bindings.find(({ name }) => name === 'JURISDICTION')?.text).toBe('eu');
});

it('a split is remembered: the next run changes nothing', async () => {
  const trial = await withOneScript();
  await trial.run(SPLIT, { env });
  const { changes } = trial.account;
  expect((await trial.run(['--yes'], { env })).done).toEqual([]);
  expect(trial.account.changes).toEqual(changes);
});

it('a split reaches the same state after any fault of any call, and no Durable Object loses its script', async () => {
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
