/** What is ours, what only has our names, and what is gone. */
import { describe, expect, it } from 'vitest';
import { trialOf } from '#testkit/deploy-trial';
import type { Account } from './fake-wrangler/account';
import { failureOf, HOSTS, sayYes } from './fake-wrangler/trial';

const YES = ['--yes', ...HOSTS];

describe('from a checkout that knows nothing of the deployment', () => {
  it('finds everything by the word of the account, and needs ADMIN_TOKEN alone', async () => {
    const trial = trialOf();
    await trial.run(YES);
    const elsewhere = trialOf(trial.account);
    expect(await failureOf(elsewhere.run(['--yes']))).toMatch(
      /ADMIN_TOKEN is set, and not known here.*--allow secrets/,
    );
    const env = { ADMIN_TOKEN: trial.secret('ADMIN_TOKEN') };
    // Of routes and cron nobody but wrangler tells, so both are deployed again; nothing is made anew.
    expect((await elsewhere.run(['--yes'], { env })).done).toEqual(['redirect', 'api', 'smoke-test']);
    expect((await elsewhere.run(['--yes'], { env })).done).toEqual([]);
    expect(elsewhere.account.namespaces).toEqual(trial.account.namespaces);
    expect(elsewhere.account.databases).toEqual(trial.account.databases);
    expect(elsewhere.shown).toEqual([]);
  });

  it('draws a new ADMIN_TOKEN where somebody says so, and never a new PEPPER', async () => {
    const trial = trialOf();
    await trial.run(YES);
    const before = trial.account.workers['swiftlet-api']?.secrets;
    const elsewhere = trialOf(trial.account);
    await elsewhere.run(['--yes', '--allow', 'secrets']);
    const after = elsewhere.account.workers['swiftlet-api']?.secrets;
    expect(after?.PEPPER).toBe(before?.PEPPER);
    expect(after?.ADMIN_TOKEN).not.toBe(before?.ADMIN_TOKEN);
  });

  it('draws the ADMIN_TOKEN of an API worker that never had one', async () => {
    const trial = trialOf();
    await trial.run(YES);
    const { account } = trial;
    delete account.workers['swiftlet-api']?.secrets.ADMIN_TOKEN;
    const elsewhere = trialOf(account);
    expect((await elsewhere.run(['--yes'])).done).toEqual(['secrets', 'redirect', 'api', 'smoke-test']);
    expect(Object.keys(elsewhere.account.workers['swiftlet-api']?.secrets ?? {}).sort()).toEqual([
      'ADMIN_TOKEN',
      'PEPPER',
    ]);
  });

  it('wants the PEPPER that one worker has before it deploys the other', async () => {
    const trial = trialOf();
    await trial.run(YES);
    const { 'swiftlet-redirect': redirect } = trial.account.workers;
    const half = { ...trial.account, workers: { 'swiftlet-redirect': redirect } } as Account;
    const elsewhere = trialOf(half);
    expect(await failureOf(elsewhere.run(YES))).toMatch(/swiftlet-redirect has a PEPPER.*It is never made anew/);
    const env = { PEPPER: trial.secret('PEPPER') };
    await elsewhere.run(YES, { env });
    const peppers = Object.values(elsewhere.account.workers).map(({ secrets }) => secrets.PEPPER);
    expect(new Set(peppers).size).toBe(1);
  });
});

it('takes no PEPPER that differs from the one kept here: each worker might get another', async () => {
  const trial = trialOf({ fault: { at: 'deploy', mode: 'refused' } });
  await failureOf(trial.run(YES));
  const env = { PEPPER: 'p'.repeat(40) };
  expect(await failureOf(trial.run(YES, { env }))).toMatch(/^The variable PEPPER is not the one in .*secrets\/PEPPER/);
  expect(trial.account.workers).toEqual({});
  expect((await trial.run(YES, { env: { PEPPER: trial.secret('PEPPER') } })).done).toContain('api');
});

it('draws no secret on a machine of CI, which would be gone with it', async () => {
  const trial = trialOf();
  expect(await failureOf(trial.run(YES, { env: { CI: 'true' } }))).toMatch(/^Give PEPPER and ADMIN_TOKEN as variables/);
  const env = { CI: 'true', PEPPER: 'p'.repeat(40), ADMIN_TOKEN: 't'.repeat(40) };
  expect((await trial.run(YES, { env })).done).not.toContain('secrets');
  expect(trial.files().filter(({ text }) => /p{40}|t{40}/.test(text))).toEqual([]);
});

describe('what has our names and is not ours', () => {
  const somebodys = { namespaces: [{ id: 'theirs', title: 'swiftlet-routes' }] };

  it('is asked about, and left alone where nobody is there', async () => {
    const trial = trialOf(somebodys);
    expect(await failureOf(trial.run(YES))).toMatch(/^A KV namespace swiftlet-routes is there.*--allow namespace\.$/);
    expect(trial.account.changes).toEqual([]);
  });

  it('is used after a yes', async () => {
    const trial = trialOf(somebodys);
    await trial.run(HOSTS, { ask: sayYes() });
    expect(trial.account.namespaces).toHaveLength(1);
  });

  it('is left alone after a no', async () => {
    const trial = trialOf(somebodys);
    const ask = { ...sayYes(), yes: async () => false };
    expect(await failureOf(trial.run(HOSTS, { ask }))).toBe('Nothing was changed.');
    expect(trial.account.changes).toEqual([]);
  });

  it('is asked about again after a yes to it and a no to the plan', async () => {
    const trial = trialOf(somebodys);
    let asked = 0;
    const ask = { ...sayYes(), yes: async () => asked++ === 0 };
    expect(await failureOf(trial.run(HOSTS, { ask }))).toBe('Nothing was changed.');
    expect([asked, trial.account.changes]).toEqual([2, []]);
    expect(await failureOf(trial.run(YES))).toMatch(/--allow namespace\.$/);
  });

  it('is left alone where it came while the plan was read', async () => {
    const trial = trialOf();
    const blog = { version: { id: 'v', message: 'a blog', bindings: [] }, secrets: {}, classes: {} };
    const come = (account: Account) => {
      account.namespaces = [...somebodys.namespaces];
      account.workers = { 'swiftlet-api': { ...blog, crons: [], domains: [], isOnWorkersDev: true } };
    };
    const yes = async () => {
      trial.change(come);
      return true;
    };
    expect(await failureOf(trial.run(HOSTS, { ask: { ...sayYes(), yes } }))).toMatch(/^A KV namespace swiftlet-routes/);
    expect(trial.account.changes).toEqual([]);
    expect(await failureOf(trial.run([...YES, '--allow', 'namespace']))).toMatch(/^A worker swiftlet-api is there/);
  });

  it('may be a database, a worker, or a host that leads elsewhere', async () => {
    const database = trialOf({ databases: [{ uuid: 'theirs', name: 'swiftlet', migrations: [], links: [0, 0] }] });
    expect(await failureOf(database.run(YES))).toMatch(/--allow database/);
    const version = { id: 'v', message: 'a blog', bindings: [] };
    const blog = { version, secrets: {}, classes: {}, crons: [], domains: [], isOnWorkersDev: true };
    const worker = trialOf({ workers: { 'swiftlet-api': blog } });
    expect(await failureOf(worker.run(YES))).toMatch(/A worker swiftlet-api is there.*--allow api/);
    const host = trialOf();
    const resolves = async (name: string) => name === 's.example.com';
    const world = {
      fetch: async () => new Response(''),
      resolves,
      clock: { now: () => 0, wait: async () => {} },
      build: async () => 'x',
    };
    expect(await failureOf(host.run(YES, { world }))).toMatch(
      /s.example.com leads somewhere already.*--allow redirect/,
    );
    expect([database, worker, host].flatMap(({ account }) => account.changes)).toEqual([]);
  });
});

it('a yes to a worker that is in the way is a yes to a host too, because one question names both', async () => {
  const version = { id: 'v', message: 'a blog', bindings: [] };
  const blog = { version, secrets: {}, classes: {}, crons: [], domains: [], isOnWorkersDev: true };
  const trial = trialOf({ workers: { 'swiftlet-api': blog } });
  const world = { ...trial.world(), resolves: async (host: string) => host === 'api.example.com' };
  expect(await failureOf(trial.run(YES, { world }))).toMatch(
    /A worker swiftlet-api is there.*api\.example\.com leads somewhere already/,
  );
});

it('forgets a yes when everything is done: it was for what was in the way then', async () => {
  const trial = trialOf({ namespaces: [{ id: 'theirs', title: 'swiftlet-routes' }] });
  await trial.run([...YES, '--allow', 'namespace']);
  expect(trial.state()).toMatchObject({ allowed: [], namespace: { id: 'theirs' } });
  expect((await trial.run(['--yes'])).done).toEqual([]);
});

describe('what is gone from the account', () => {
  it.each(['namespace', 'database'] as const)('the %s is made anew after a yes alone', async (what) => {
    const trial = trialOf();
    await trial.run(YES);
    trial.change((account) => {
      if (what === 'namespace') account.namespaces = [];
      else account.databases = [];
    });
    expect(await failureOf(trial.run(['--yes']))).toMatch(new RegExp(`is gone.*--allow ${what}`));
    expect((await trial.run(['--yes', '--allow', what])).done).toContain(what);
  });
});
