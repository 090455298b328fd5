/** Tests what happens to our own resources, to resources of others with our names, and to resources that are gone. */
import { describe, expect, it } from 'vitest';
import { makeTrial } from '#testkit/deploy-trial';
import type { Account } from '../testkit/fake-wrangler/account';
import { answerYes, catchFailure, HOSTS } from '../testkit/fake-wrangler/trial';

const YES = ['--yes', ...HOSTS];

describe('from a checkout that knows nothing of the deployment', () => {
  it('finds all resources in the account, and needs only ADMIN_TOKEN', async () => {
    const trial = makeTrial();
    await trial.run(YES);
    const elsewhere = makeTrial(trial.account);
    expect(await catchFailure(elsewhere.run(['--yes']))).toMatch(
      /ADMIN_TOKEN is set, and not known here.*--allow secrets/,
    );
    const env = { ADMIN_TOKEN: trial.secret('ADMIN_TOKEN') };
    // Only a deployment by wrangler reports routes and cron. So both workers are deployed again, and nothing is
    // created.
    expect((await elsewhere.run(['--yes'], { env })).done).toEqual(['redirect', 'api', 'smoke-test']);
    expect((await elsewhere.run(['--yes'], { env })).done).toEqual([]);
    expect(elsewhere.account.namespaces).toEqual(trial.account.namespaces);
    expect(elsewhere.account.databases).toEqual(trial.account.databases);
    expect(elsewhere.shown).toEqual([]);
  });

  it('generates a new ADMIN_TOKEN after a yes, and never a new PEPPER', async () => {
    const trial = makeTrial();
    await trial.run(YES);
    const before = trial.account.workers['swiftlet-api']?.secrets;
    const elsewhere = makeTrial(trial.account);
    await elsewhere.run(['--yes', '--allow', 'secrets']);
    const after = elsewhere.account.workers['swiftlet-api']?.secrets;
    expect(after?.PEPPER).toBe(before?.PEPPER);
    expect(after?.ADMIN_TOKEN).not.toBe(before?.ADMIN_TOKEN);
  });

  it('generates an ADMIN_TOKEN if the API worker has none', async () => {
    const trial = makeTrial();
    await trial.run(YES);
    const { account } = trial;
    delete account.workers['swiftlet-api']?.secrets.ADMIN_TOKEN;
    const elsewhere = makeTrial(account);
    expect((await elsewhere.run(['--yes'])).done).toEqual(['secrets', 'redirect', 'api', 'smoke-test']);
    expect(Object.keys(elsewhere.account.workers['swiftlet-api']?.secrets ?? {}).sort()).toEqual([
      'ADMIN_TOKEN',
      'PEPPER',
    ]);
  });

  it('needs the PEPPER of the deployed worker before it deploys the other one', async () => {
    const trial = makeTrial();
    await trial.run(YES);
    const { 'swiftlet-redirect': redirect } = trial.account.workers;
    const half = { ...trial.account, workers: { 'swiftlet-redirect': redirect } } as Account;
    const elsewhere = makeTrial(half);
    expect(await catchFailure(elsewhere.run(YES))).toMatch(/swiftlet-redirect has a PEPPER.*never generated again/);
    const env = { PEPPER: trial.secret('PEPPER') };
    await elsewhere.run(YES, { env });
    const peppers = Object.values(elsewhere.account.workers).map(({ secrets }) => secrets.PEPPER);
    expect(new Set(peppers).size).toBe(1);
  });
});

it('refuses a variable PEPPER that differs from the kept one, because the workers might get different ones', async () => {
  const trial = makeTrial({ fault: { at: 'deploy', mode: 'refused' } });
  await catchFailure(trial.run(YES));
  const env = { PEPPER: 'p'.repeat(40) };
  expect(await catchFailure(trial.run(YES, { env }))).toMatch(
    /^The variable PEPPER is not the one in .*secrets\/PEPPER/,
  );
  expect(trial.account.workers).toEqual({});
  expect((await trial.run(YES, { env: { PEPPER: trial.secret('PEPPER') } })).done).toContain('api');
});

it('generates no secret in CI, because it would be lost with the computer', async () => {
  const trial = makeTrial();
  expect(await catchFailure(trial.run(YES, { env: { CI: 'true' } }))).toMatch(
    /^Give PEPPER and ADMIN_TOKEN as variables/,
  );
  const env = { CI: 'true', PEPPER: 'p'.repeat(40), ADMIN_TOKEN: 't'.repeat(40) };
  expect((await trial.run(YES, { env })).done).not.toContain('secrets');
  expect(trial.files().filter(({ text }) => /p{40}|t{40}/.test(text))).toEqual([]);
});

describe('a resource of another owner with our name', () => {
  const somebodys = { namespaces: [{ id: 'theirs', title: 'swiftlet-routes' }] };

  it('needs a yes, and is left alone if nobody can be asked', async () => {
    const trial = makeTrial(somebodys);
    expect(await catchFailure(trial.run(YES))).toMatch(
      /^A KV namespace swiftlet-routes is there.*--allow namespace\.$/,
    );
    expect(trial.account.changes).toEqual([]);
  });

  it('is used after a yes', async () => {
    const trial = makeTrial(somebodys);
    await trial.run(HOSTS, { prompts: answerYes() });
    expect(trial.account.namespaces).toHaveLength(1);
  });

  it('is left alone after a no', async () => {
    const trial = makeTrial(somebodys);
    const prompts = { ...answerYes(), confirm: async () => false };
    expect(await catchFailure(trial.run(HOSTS, { prompts }))).toBe('Nothing was changed.');
    expect(trial.account.changes).toEqual([]);
  });

  it('needs a yes again after a yes to it and a no to the plan', async () => {
    const trial = makeTrial(somebodys);
    let asked = 0;
    const prompts = { ...answerYes(), confirm: async () => asked++ === 0 };
    expect(await catchFailure(trial.run(HOSTS, { prompts }))).toBe('Nothing was changed.');
    expect([asked, trial.account.changes]).toEqual([2, []]);
    expect(await catchFailure(trial.run(YES))).toMatch(/--allow namespace\.$/);
  });

  it('is left alone if it appears after the plan was made', async () => {
    const trial = makeTrial();
    const blog = { version: { id: 'v', message: 'a blog', bindings: [] }, secrets: {}, classes: {} };
    const come = (account: Account) => {
      account.namespaces = [...somebodys.namespaces];
      account.workers = { 'swiftlet-api': { ...blog, crons: [], domains: [], isOnWorkersDev: true } };
    };
    const confirm = async () => {
      trial.change(come);
      return true;
    };
    expect(await catchFailure(trial.run(HOSTS, { prompts: { ...answerYes(), confirm } }))).toMatch(
      /^A KV namespace swiftlet-routes/,
    );
    expect(trial.account.changes).toEqual([]);
    expect(await catchFailure(trial.run([...YES, '--allow', 'namespace']))).toMatch(/^A worker swiftlet-api is there/);
  });

  it('may be a database, a worker, or a host with a DNS record', async () => {
    const database = makeTrial({ databases: [{ uuid: 'theirs', name: 'swiftlet', migrations: [], links: [0, 0] }] });
    expect(await catchFailure(database.run(YES))).toMatch(/--allow database/);
    const version = { id: 'v', message: 'a blog', bindings: [] };
    const blog = { version, secrets: {}, classes: {}, crons: [], domains: [], isOnWorkersDev: true };
    const worker = makeTrial({ workers: { 'swiftlet-api': blog } });
    expect(await catchFailure(worker.run(YES))).toMatch(/A worker swiftlet-api is there.*--allow api/);
    const host = makeTrial();
    const resolves = async (name: string) => name === 's.example.com';
    const dependencies = {
      fetch: async () => new Response(''),
      resolves,
      clock: { now: () => 0, wait: async () => {} },
      build: async () => 'x',
    };
    expect(await catchFailure(host.run(YES, { dependencies }))).toMatch(
      /s.example.com leads somewhere already.*--allow redirect/,
    );
    expect([database, worker, host].flatMap(({ account }) => account.changes)).toEqual([]);
  });
});

it('one question names a foreign worker and a host with a DNS record, because one --allow answers for both', async () => {
  const version = { id: 'v', message: 'a blog', bindings: [] };
  const blog = { version, secrets: {}, classes: {}, crons: [], domains: [], isOnWorkersDev: true };
  const trial = makeTrial({ workers: { 'swiftlet-api': blog } });
  const dependencies = { ...trial.dependencies(), resolves: async (host: string) => host === 'api.example.com' };
  expect(await catchFailure(trial.run(YES, { dependencies }))).toMatch(
    /A worker swiftlet-api is there.*api\.example\.com leads somewhere already/,
  );
});

it('forgets a yes at the end of the run, because it was only for what that run had found', async () => {
  const trial = makeTrial({ namespaces: [{ id: 'theirs', title: 'swiftlet-routes' }] });
  await trial.run([...YES, '--allow', 'namespace']);
  expect(trial.state()).toMatchObject({ allowed: [], namespace: { id: 'theirs' } });
  expect((await trial.run(['--yes'])).done).toEqual([]);
});

describe('a resource that is gone from the account', () => {
  it.each(['namespace', 'database'] as const)('(the %s) is created again only after a yes', async (what) => {
    const trial = makeTrial();
    await trial.run(YES);
    trial.change((account) => {
      if (what === 'namespace') account.namespaces = [];
      else account.databases = [];
    });
    expect(await catchFailure(trial.run(['--yes']))).toMatch(new RegExp(`is gone.*--allow ${what}`));
    expect((await trial.run(['--yes', '--allow', what])).done).toContain(what);
  });
});
