/** The jurisdiction of the data is chosen once. That of an existing D1 database is compared with the choice. */
import { describe, expect, it } from 'vitest';
import { makeTrial } from '#testkit/deploy-trial';
import { catchFailure, type Trial } from '../testkit/fake-wrangler/trial';

const HOSTS = ['--short-host', 's.example.com', '--api-host', 'api.example.com'];
const inside = (jurisdiction: string) => ['--yes', ...HOSTS, '--jurisdiction', jurisdiction];
const databaseIn = (jurisdiction?: string) => ({
  uuid: 'd1',
  name: 'swiftlet',
  migrations: [],
  links: [0, 0] as [number, number],
  ...(jurisdiction && { jurisdiction }),
});

const variableIn = ({ account: { workers } }: Trial, worker: string) =>
  workers[worker]?.version.bindings.find(({ name }) => name === 'JURISDICTION')?.text;

describe('where data stays', () => {
  it('is the EU for D1 and objects, and for KV where the account offers it', async () => {
    const trial = makeTrial({ offersKvJurisdiction: true });
    await trial.run(inside('eu'));
    expect(trial.account.databases.map(({ jurisdiction }) => jurisdiction)).toEqual(['eu']);
    expect(trial.account.namespaces.map(({ jurisdiction }) => jurisdiction)).toEqual(['eu']);
    for (const name of ['swiftlet-redirect', 'swiftlet-api']) expect(variableIn(trial, name)).toBe('eu');
  });

  it('is the whole world for KV if the account offers no KV in the EU, and the plan says so', async () => {
    const trial = makeTrial();
    const { plan } = await trial.run(inside('eu'));
    expect(plan[0]?.will).toContain('else addresses of unprotected links are copied worldwide');
    expect(trial.account.namespaces).toHaveLength(1);
    expect(trial.lines.join('\n')).toContain('This account offers no KV in the EU');
  });

  it('can never be changed, even without the state file', async () => {
    const trial = makeTrial();
    await trial.run(inside('eu'));
    expect(await catchFailure(trial.run(['--yes', '--jurisdiction', 'anywhere']))).toMatch(
      /in the EU, and that can never be changed/,
    );
    const elsewhere = makeTrial(trial.account);
    expect(await catchFailure(elsewhere.run(['--yes', '--jurisdiction', 'anywhere']))).toMatch(/can never be changed/);
  });
});

it.each([
  ['eu', 'anywhere', /kept in the EU, and that can never be changed: say --jurisdiction eu\.$/],
  [undefined, 'eu', /kept anywhere, and that can never be changed: say --jurisdiction anywhere\.$/],
  ['fedramp', 'eu', /kept in fedramp, .* say another --env\.$/],
])(
  'a database with the jurisdiction %s is not used for --jurisdiction %s, even after a yes',
  async (kept, wanted, line) => {
    const trial = makeTrial({ databases: [databaseIn(kept)] });
    expect(await catchFailure(trial.run([...inside(wanted), '--allow', 'database']))).toMatch(line);
    expect(trial.account.changes).toEqual([]);
  },
);

it('a database with the chosen jurisdiction is used after a yes', async () => {
  const trial = makeTrial({ databases: [databaseIn('eu')] });
  expect((await trial.run([...inside('eu'), '--allow', 'database'])).done).toContain('api');
});

it('our own database is used again without the state file, but only with the jurisdiction of its creation', async () => {
  const trial = makeTrial({ fault: { at: 'd1 migrations apply', mode: 'refused' } });
  await catchFailure(trial.run(inside('eu')));
  const elsewhere = makeTrial(trial.account);
  const allowed = ['--allow', 'namespace', '--allow', 'database'];
  expect(await catchFailure(elsewhere.run([...inside('anywhere'), ...allowed]))).toMatch(/kept in the EU/);
  expect((await elsewhere.run([...inside('eu'), ...allowed])).done).toContain('migrations');
});

it('the plan names the place of a bound database that is not in the chosen jurisdiction', async () => {
  const trial = makeTrial();
  await trial.run(inside('eu'));
  trial.change(({ databases: [database] }) => {
    delete database?.jurisdiction;
  });
  const { plan } = await trial.run(['--yes']);
  expect(plan.find(({ step }) => step === 'database')?.is).toContain(', kept anywhere');
});
