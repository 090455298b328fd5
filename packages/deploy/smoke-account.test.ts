/** The account of the smoke test is its own: nobody else's of that name is used, and none is made twice. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { trialOf } from '#testkit/deploy-trial';
import { LEAVING } from './fake-wrangler/account';
import { failureOf, HOSTS, type Trial } from './fake-wrangler/trial';

const YES = ['--yes', ...HOSTS];
const CUSTOMER = { id: 'a0000000-0000-4000-8000-000000000001', name: 'smoke test', plan: 'PRO' };
const KEY = { id: 'k0000000-0000-4000-8000-000000000001', accountId: CUSTOMER.id, name: 'smoke test', text: 'theirs' };
const namesIn = ({ account }: Trial) =>
  account.service.accounts
    .map(({ name }) => name)
    .filter((name) => name !== 'legacy')
    .sort();

/** A deployment in which a customer is called like the account of the smoke test, and so is their key. */
function withCustomer(trial: Trial): void {
  trial.change(({ service }) => {
    service.accounts.unshift({ ...CUSTOMER });
    service.keys.unshift({ ...KEY });
  });
}

it('a customer of that name keeps their key, and gets none of its links', async () => {
  const trial = trialOf();
  withCustomer(trial);
  await trial.run(YES);
  expect(trial.account.service.keys.filter(({ accountId }) => accountId === CUSTOMER.id)).toEqual([KEY]);
  expect(namesIn(trial)).toEqual(['smoke test', 'smoke test']);
});

it('a customer of that name counts as an account: no first one is made', async () => {
  const trial = trialOf();
  withCustomer(trial);
  expect((await trial.run(YES)).done).not.toContain('first-account');
});

it('a customer who takes that name later changes nothing', async () => {
  const trial = trialOf();
  await trial.run(YES);
  withCustomer(trial);
  await trial.run(['--yes', '--smoke-test']);
  expect(trial.account.service.keys.find(({ id }) => id === KEY.id)).toEqual(KEY);
  expect(namesIn(trial)).toEqual(['operator', 'smoke test', 'smoke test']);
});

it('is found again by a machine that has no state file', async () => {
  const trial = trialOf();
  await trial.run(YES);
  const env = { ADMIN_TOKEN: trial.secret('ADMIN_TOKEN') };
  expect((await trial.run(['--yes'], { folder: path.join(trial.folder, 'second'), env })).done).toContain('smoke-test');
  expect(namesIn(trial)).toEqual(['operator', 'smoke test']);
});

it('is made once, whatever happens to any call of it', async () => {
  const whole = trialOf();
  await whole.run(YES);
  const { calls } = whole.account;
  const wrong: string[] = [];
  for (const mode of [...LEAVING, 'lost'] as const)
    for (let at = calls - 12; at <= calls; at++) {
      const trial = trialOf({ fault: { at, mode } });
      const first = await failureOf(trial.run(YES));
      await trial.run(YES);
      if (namesIn(trial).join() !== 'operator,smoke test') wrong.push(`${mode} at ${at} (${first}): ${namesIn(trial)}`);
      trial.remove();
    }
  expect(wrong).toEqual([]);
});
