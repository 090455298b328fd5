/** Splits the one script into two workers. Every Durable Object keeps its state; faults.ci.test.ts tests that too. */
import { expect, it } from 'vitest';
import { ONE_SECRETS as env, readClasses, SPLIT, withOneScript } from '#testkit/deploy-trial';
import { digestText } from '../testkit/fake-wrangler/account';
import { catchFailure } from '../testkit/fake-wrangler/trial';

it('a split leaves the click classes in the one script, and moves those of the API worker with their state', async () => {
  const trial = await withOneScript();
  const before = readClasses(trial.account, 'my-links');
  expect(Object.keys(before).sort()).toEqual(['AddressMeter', 'ClickCounter', 'KeyMeter', 'Statistics']);
  await trial.run(SPLIT, { env });
  const { account } = trial;
  expect(readClasses(account, 'my-links')).toEqual({
    ClickCounter: before.ClickCounter,
    Statistics: before.Statistics,
  });
  expect(readClasses(account, 'swiftlet-api')).toEqual({
    KeyMeter: before.KeyMeter,
    AddressMeter: before.AddressMeter,
  });
  expect(account.namespaces).toHaveLength(1);
  expect(account.databases).toHaveLength(1);
  for (const { secrets } of Object.values(account.workers)) expect(secrets.PEPPER).toBe(digestText(env.PEPPER));
});

it('a split keeps the jurisdiction for both workers, so every Durable Object stays where it is', async () => {
  const trial = await withOneScript({ JURISDICTION: 'eu' });
  expect(await catchFailure(trial.run(SPLIT, { env }))).toMatch(/in the EU, and that can never be changed/);
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
