/**
 * The smoke test has an account of its own. It never uses a customer's account of the same name, and is created once.
 */
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeTrial } from '#testkit/deploy-trial';
import { LEAVING } from '../testkit/fake-wrangler/account';
import { catchFailure, HOSTS, type Trial } from '../testkit/fake-wrangler/trial';

const YES = ['--yes', ...HOSTS];
const CUSTOMER = { id: 'a0000000-0000-4000-8000-000000000001', name: 'smoke test', plan: 'PRO' };
const KEY = { id: 'k0000000-0000-4000-8000-000000000001', accountId: CUSTOMER.id, name: 'smoke test', text: 'theirs' };
const namesIn = ({ account }: Trial) =>
  account.service.accounts
    .map(({ name }) => name)
    .filter((name) => name !== 'legacy')
    .sort();

/** Adds a customer whose account and key have the names of those of the smoke test. */
function withCustomer(trial: Trial): void {
  trial.change(({ service }) => {
    service.accounts.unshift({ ...CUSTOMER });
    service.keys.unshift({ ...KEY });
  });
}

it('a customer with that name keeps their key, and the smoke test gets another account', async () => {
  const trial = makeTrial();
  withCustomer(trial);
  await trial.run(YES);
  expect(trial.account.service.keys.filter(({ accountId }) => accountId === CUSTOMER.id)).toEqual([KEY]);
  expect(namesIn(trial)).toEqual(['smoke test', 'smoke test']);
});

it('a customer with that name counts as an account, so no first account is created', async () => {
  const trial = makeTrial();
  withCustomer(trial);
  expect((await trial.run(YES)).done).not.toContain('first-account');
});

it('a customer who takes that name later keeps their key, and the smoke test keeps its account', async () => {
  const trial = makeTrial();
  await trial.run(YES);
  withCustomer(trial);
  await trial.run(['--yes', '--smoke-test']);
  expect(trial.account.service.keys.find(({ id }) => id === KEY.id)).toEqual(KEY);
  expect(namesIn(trial)).toEqual(['operator', 'smoke test', 'smoke test']);
});

it('the account of the smoke test is found again by a computer that has no state file', async () => {
  const trial = makeTrial();
  await trial.run(YES);
  const env = { ADMIN_TOKEN: trial.secret('ADMIN_TOKEN') };
  expect((await trial.run(['--yes'], { folder: path.join(trial.folder, 'second'), env })).done).toContain('smoke-test');
  expect(namesIn(trial)).toEqual(['operator', 'smoke test']);
});

it('the account of the smoke test is created once, whatever fault its calls have', async () => {
  const whole = makeTrial();
  await whole.run(YES);
  const { calls } = whole.account;
  const wrong: string[] = [];
  for (const mode of [...LEAVING, 'lost'] as const)
    for (let at = calls - 12; at <= calls; at++) {
      const trial = makeTrial({ fault: { at, mode } });
      const first = await catchFailure(trial.run(YES));
      await trial.run(YES);
      if (namesIn(trial).join() !== 'operator,smoke test') wrong.push(`${mode} at ${at} (${first}): ${namesIn(trial)}`);
      trial.remove();
    }
  expect(wrong).toEqual([]);
});
