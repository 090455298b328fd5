/** Tests logins, questions, dry runs and wrong options. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeTrial } from '#testkit/deploy-trial';
import { answerYes, catchFailure, HOSTS } from '../testkit/fake-wrangler/trial';

const YES = ['--yes', ...HOSTS];

describe('a login', () => {
  it('is asked for if nobody is logged in', async () => {
    expect(await catchFailure(makeTrial({ isLoggedIn: false }).run(YES))).toMatch(
      /npx wrangler login.*CLOUDFLARE_API_TOKEN/,
    );
  });

  it('that reaches several accounts needs --account, and later runs stay in that account', async () => {
    const others = [{ id: 'b0000000000000000000000000000002', name: 'Bolt' }];
    const trial = makeTrial({ others });
    expect(await catchFailure(trial.run(YES))).toMatch(/Acme .*, Bolt .*--account/);
    await trial.run([...YES, '--account', 'acme']);
    expect((await trial.run(['--yes'])).done).toEqual([]);
    expect(await catchFailure(trial.run(['--yes', '--account', 'Bolt']))).toMatch(/is in the account Acme/);
  });

  it('that does not reach the account of the environment fails with the name of that account', async () => {
    const trial = makeTrial();
    await trial.run(YES);
    trial.change((account) => {
      Object.assign(account, { id: 'b0000000000000000000000000000002', name: 'Bolt' });
    });
    expect(await catchFailure(trial.run(['--yes']))).toMatch(
      /is in the account Acme .*which this login does not reach/,
    );
  });

  it('that lacks a scope fails before anything is created', async () => {
    const trial = makeTrial({ authType: 'OAuth Token', tokenPermissions: ['account:read', 'workers_scripts:write'] });
    expect(await catchFailure(trial.run(YES))).toMatch(/lacks workers_kv:write, d1:write, .*npx wrangler login again/);
    expect(trial.account.changes).toEqual([]);
  });

  it.each([
    ['kv', 'Workers KV Storage: Edit'],
    ['d1', 'D1: Edit'],
    ['deployments', 'Workers Scripts: Edit'],
  ])(
    'whose token may not read %s fails with the missing permission, before anything is created',
    async (command, permission) => {
      const trial = makeTrial({ forbidden: [command] });
      expect(await catchFailure(trial.run(YES))).toContain(permission);
      expect(trial.account.changes).toEqual([]);
    },
  );
});

it('npm run deploy reports that a token may not create KV, and not that the account offers no KV in the EU', async () => {
  const trial = makeTrial({ forbidden: ['kv namespace create'] });
  const eu = ['--yes', '--workers-dev', '--jurisdiction', 'eu'];
  expect(await catchFailure(trial.run(eu))).toMatch(/Authentication error.*Workers KV Storage: Edit/);
  expect(trial.lines.join('\n')).not.toContain('offers no KV');
});

describe('a dry run', () => {
  it('needs no account, changes nothing, and writes both wrangler files', async () => {
    const trial = makeTrial({ isLoggedIn: false });
    const report = await trial.run(['--dry-run']);
    expect([report.account, report.done]).toEqual([null, null]);
    expect(report.plan.map(({ is }) => is)).toEqual([
      ...Array(6).fill('not there'),
      'do not answer yet',
      'not there',
      'not made on these versions',
    ]);
    expect(trial.account.changes).toEqual([]);
    expect(
      trial
        .files()
        .map(({ name }) => name)
        .filter((name) => name.endsWith('.json')),
    ).toEqual(expect.arrayContaining(['production/dry-run/api.json', 'production/dry-run/redirect.json']));
    expect(trial.lines.join('\n')).toContain('Account: D1: Edit');
  });

  it('shows what exists in an account, and changes nothing', async () => {
    const trial = makeTrial();
    await trial.run(YES);
    const { changes } = trial.account;
    const { plan } = await trial.run(['--dry-run']);
    expect(plan.filter(({ will }) => will !== null)).toEqual([]);
    expect(trial.account.changes).toEqual(changes);
  });

  it('leaves nothing to the next run: no answer, no account, and no yes', async () => {
    const trial = makeTrial({ namespaces: [{ id: 'theirs', title: 'swiftlet-routes' }] });
    await trial.run(['--dry-run', '--allow', 'namespace', ...HOSTS]);
    expect(trial.files().map(({ name }) => name)).not.toContain('production.json');
    expect(await catchFailure(trial.run(YES))).toMatch(/--allow namespace/);
  });
});

it.each([
  [['--env', 'Staging!'], /--env takes a name/],
  [['--env', 'secrets'], /--env cannot be secrets/],
  [['--short-host', 's.example.com'], /belong together/],
  [['--short-host', 'a.example.com', '--api-host', 'a.example.com'], /a host each/],
  [['--short-host', 'https://a.example.com', '--api-host', 'b.example.com'], /A host is a name/],
  [['--jurisdiction', 'moon'], /eu or anywhere/],
  [['--var', 'CONTACT'], /NAME=VALUE/],
  [['--force'], /--help/],
])('npm run deploy refuses %j in one line', async (args, line) => {
  expect(await catchFailure(Promise.resolve().then(() => makeTrial().run(args)))).toMatch(line);
});

it.each(['', '{"version":1,"beg', 'null', '{"version":2}', '{"version":1,"begun":null}'])(
  'npm run deploy refuses a state file that holds %j, and says what to do with it',
  async (text) => {
    const trial = makeTrial();
    mkdirSync(trial.home);
    writeFileSync(path.join(trial.home, 'production.json'), text);
    expect(await catchFailure(trial.run(YES))).toMatch(/production.json cannot be read. Move it away/);
    expect(trial.account.changes).toEqual([]);
  },
);

it('npm run deploy names the options that answer its questions if nobody can be asked', async () => {
  expect(await catchFailure(makeTrial().run(['--yes']))).toMatch(/--short-host and --api-host, or --workers-dev/);
  expect(await catchFailure(makeTrial().run(['--yes', '--workers-dev']))).toMatch(/never be changed.*--jurisdiction/);
});

it('npm run deploy asks the person at the terminal for the hosts and for the place of the data', async () => {
  const hosts = ['s.example.com', 'api.example.com'];
  const prompts = { ...answerYes('', 'eu'), input: async () => hosts.shift() ?? '' };
  const trial = makeTrial();
  const { addresses } = await trial.run([], { prompts });
  expect(addresses).toEqual({ short: 'https://s.example.com', api: 'https://api.example.com' });
  expect(trial.account.databases[0]?.jurisdiction).toBe('eu');
});

it('npm run deploy accepts another place of the data until something is created', async () => {
  const trial = makeTrial();
  const no = { ...answerYes(), confirm: async () => false };
  expect(await catchFailure(trial.run(['--workers-dev', '--jurisdiction', 'eu'], { prompts: no }))).toBe(
    'Nothing was changed.',
  );
  const anywhere = ['--yes', '--workers-dev', '--jurisdiction', 'anywhere'];
  expect((await trial.run(anywhere)).done).toContain('database');
  expect(await catchFailure(trial.run(['--yes', '--jurisdiction', 'eu']))).toMatch(/kept anywhere.*never be changed/);
});

it('npm run deploy says why a host in no zone of the account fails, and continues with another host', async () => {
  const trial = makeTrial({ zones: ['example.com'] });
  const elsewhere = ['--short-host', 's.example.org', '--api-host', 'api.example.com', '--jurisdiction', 'anywhere'];
  expect(await catchFailure(trial.run(['--yes', ...elsewhere]))).toBe(
    'wrangler deploy: no zone for s.example.org [code: 100117]. If a host is wrong, set another one with --short-host and --api-host.',
  );
  expect((await trial.run(YES)).addresses.short).toBe('https://s.example.com');
  expect([trial.account.namespaces.length, trial.account.databases.length]).toEqual([1, 1]);
});
