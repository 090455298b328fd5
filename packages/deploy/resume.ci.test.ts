/** Injects faults into the calls. The next run brings the account to the same state as a run without a fault. */
import { describe, expect, it } from 'vitest';
import { listFaults, makeTrial } from '#testkit/deploy-trial';
import { type Account, LEAVING, MODES } from '../testkit/fake-wrangler/account';
import { HOSTS, type Trial, WORKERS_DEV } from '../testkit/fake-wrangler/trial';

/** Returns the state of the account without ids, which are random. */
const summarize = ({ namespaces, databases, workers, service }: Account) => ({
  namespaces: namespaces.map(({ title }) => title),
  databases: databases.map(({ name, migrations }) => [name, migrations]),
  workers: Object.entries(workers).map(([name, { version, secrets, classes, migrationTag, crons, domains }]) => ({
    name,
    secrets: Object.keys(secrets),
    classes: Object.keys(classes),
    migrationTag,
    crons,
    domains,
    variables: version.bindings.filter(({ type }) => type === 'plain_text').map(({ name: one, text }) => [one, text]),
  })),
  accounts: service.accounts.map(({ name }) => name),
  keys: service.keys.map(({ name }) => name),
});

/** Checks that no secret is in the output, in a file that others may read, or in a file that is not for secrets. */
function expectNoSecret(trial: Trial): void {
  const secrets = ['PEPPER', 'ADMIN_TOKEN'].map((name) => trial.secret(name));
  const output = [...trial.lines, ...trial.calls].join('\n');
  const files = trial.files();
  for (const secret of secrets) {
    expect(output).not.toContain(secret);
    expect(trial.shown.join('\n')).not.toContain(secret);
    expect(
      files.filter(({ text }) => text.includes(secret)).map(({ name }) => name.split('/').slice(0, 2).join('/')),
    ).toEqual(['production/secrets']);
  }
  expect(output).not.toMatch(/sl_[0-9a-f]{32}/);
  expect(files.filter(({ text }) => /sl_[0-9a-f]{32}/.test(text))).toEqual([]);
  expect(files.filter(({ mode }) => (mode & 0o077) !== 0)).toEqual([]);
  expect(files.filter(({ name }) => name.includes('private-'))).toEqual([]);
}

/**
 * The two layouts differ only in the deployments of workers. So the second one needs only the faults after which a
 * change is done.
 */
describe.each([
  ['hosts of its own', HOSTS, MODES],
  ['workers.dev', WORKERS_DEV, LEAVING],
])('on %s', (_, args, modes) => {
  it('makes everything once, and the second run changes nothing', async () => {
    const trial = makeTrial();
    const { done } = await trial.run(['--yes', ...args]);
    expect(done).toEqual([
      'namespace',
      'database',
      'migrations',
      'secrets',
      'redirect',
      'api',
      'first-account',
      'smoke-test',
    ]);
    const { changes } = trial.account;
    const again = await trial.run(['--yes']);
    expect(again.done).toEqual([]);
    expect(trial.account.changes).toEqual(changes);
    expect(trial.shown).toHaveLength(1);
    expectNoSecret(trial);
  });

  it('reaches the same state after any fault of any call', async () => {
    const whole = makeTrial();
    await whole.run(['--yes', ...args]);
    const wanted = summarize(whole.account);
    const { calls } = whole.account;
    expect(calls).toBeGreaterThan(25);
    const wrong: string[] = [];
    for (const { at, mode } of listFaults(modes, 1, calls)) {
      const trial = makeTrial({ fault: { at, mode } });
      const first = await trial.run(['--yes', ...args]).then(
        () => 'whole',
        (error: Error) => error.message,
      );
      // The options are given again, because an early fault ends the run before it keeps the answers.
      await trial.run(['--yes', ...args]);
      const { account } = trial;
      const peppers = new Set(Object.values(account.workers).map(({ secrets }) => secrets.PEPPER));
      const isSame = JSON.stringify(summarize(account)) === JSON.stringify(wanted);
      if (!isSame || peppers.size !== 1 || trial.shown.length < 1) wrong.push(`${mode} at ${at} (${first})`);
      expectNoSecret(trial);
      trial.remove();
    }
    expect(wrong).toEqual([]);
  });
});
