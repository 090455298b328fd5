/** What the deploy command makes, asks about and refuses, on a fake account. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Account } from './fake-wrangler/account';
import { HOSTS, newTrial, sayYes, type Trial, WORKERS_DEV } from './fake-wrangler/trial';

const trials: Trial[] = [];
afterEach(() => {
  for (const trial of trials.splice(0)) trial.remove();
});

function trialOf(account: Partial<Account> = {}): Trial {
  const trial = newTrial(account);
  trials.push(trial);
  return trial;
}

const failureOf = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => 'it did not fail',
    (error: Error) => error.message,
  );

const YES = ['--yes', ...HOSTS];
const variablesOf = ({ workers }: Account, name: string) =>
  Object.fromEntries(workers[name]?.version.bindings.map((one) => [one.name, one.text]) ?? []);

describe('a new deployment', () => {
  it('has one KV and one D1 that both workers share, the same PEPPER, and its hosts', async () => {
    const trial = trialOf();
    const { addresses } = await trial.run(YES);
    const { namespaces, databases, workers } = trial.account;
    expect(addresses).toEqual({ short: 'https://s.example.com', api: 'https://api.example.com' });
    for (const { version } of Object.values(workers)) {
      expect(version.bindings.find(({ name }) => name === 'ROUTES')?.namespace_id).toBe(namespaces[0]?.id);
      expect(version.bindings.find(({ name }) => name === 'DB')?.id).toBe(databases[0]?.uuid);
    }
    const [redirect, api] = [workers['swiftlet-redirect'], workers['swiftlet-api']];
    expect([redirect?.domains, api?.domains]).toEqual([['s.example.com'], ['api.example.com']]);
    expect([redirect?.crons, api?.crons]).toEqual([[], ['* * * * *']]);
    expect(redirect?.secrets.PEPPER).toBe(api?.secrets.PEPPER);
    expect(Object.keys(redirect?.secrets ?? {})).toEqual(['PEPPER']);
  });

  it('shows one key and one sign-in link, once, and those work', async () => {
    const trial = trialOf();
    await trial.run(YES);
    await trial.run(['--yes']);
    expect(trial.shown).toHaveLength(1);
    expect(trial.shown[0]).toMatch(/sl_[0-9a-f]{32}/);
    expect(trial.shown[0]).toContain('/console/sign-in/');
    expect(trial.lines.join('\n')).not.toMatch(/sl_/);
  });

  it('tells on workers.dev both workers the address that only their deployment made known', async () => {
    const trial = trialOf();
    await trial.run(['--yes', ...WORKERS_DEV]);
    const wanted = {
      SHORT_BASE_URL: 'https://swiftlet-redirect.acme.workers.dev',
      CONSOLE_ORIGIN: 'https://swiftlet-api.acme.workers.dev',
    };
    expect(variablesOf(trial.account, 'swiftlet-api')).toMatchObject(wanted);
    expect(variablesOf(trial.account, 'swiftlet-redirect')).toMatchObject({ SHORT_BASE_URL: wanted.SHORT_BASE_URL });
  });

  it('says what to register where the account has no name on workers.dev', async () => {
    const trial = trialOf({ subdomain: null });
    expect(await failureOf(trial.run(['--yes', ...WORKERS_DEV]))).toMatch(/register a workers.dev subdomain/);
    trial.change((account) => {
      account.subdomain = 'acme.workers.dev';
    });
    expect((await trial.run(['--yes'])).done).toContain('smoke-test');
  });

  it('waits for the record and the certificate of a host, and says for which', async () => {
    const trial = trialOf({ domainLooks: 6 });
    await trial.run(YES);
    expect(trial.lines).toContain(
      'Waiting for the record of s.example.com in DNS and the record of api.example.com in DNS.',
    );
  });

  it('gives up after ten minutes, and goes on when it is run again', async () => {
    const trial = trialOf({ domainLooks: 1_000 });
    expect(await failureOf(trial.run(YES))).toMatch(/^Ten minutes were not enough: still waiting for/);
    trial.change((account) => {
      account.domainLooks = 0;
    });
    expect((await trial.run(['--yes'])).done).toEqual(['first-account', 'smoke-test']);
  });
});

describe('where data stays', () => {
  const EU = ['--yes', '--short-host', 's.example.com', '--api-host', 'api.example.com', '--jurisdiction', 'eu'];

  it('is the EU for D1 and objects, and for KV where the account offers it', async () => {
    const trial = trialOf({ offersKvJurisdiction: true });
    await trial.run(EU);
    expect(trial.account.databases.map(({ jurisdiction }) => jurisdiction)).toEqual(['eu']);
    expect(trial.account.namespaces.map(({ jurisdiction }) => jurisdiction)).toEqual(['eu']);
    for (const name of ['swiftlet-redirect', 'swiftlet-api'])
      expect(variablesOf(trial.account, name).JURISDICTION).toBe('eu');
  });

  it('is the world for KV where the account offers no other, which the plan says before', async () => {
    const trial = trialOf();
    const { plan } = await trial.run(EU);
    expect(plan[0]?.will).toContain('else addresses of unprotected links are copied worldwide');
    expect(trial.account.namespaces).toHaveLength(1);
    expect(trial.lines.join('\n')).toContain('This account offers no KV in the EU');
  });

  it('can never be changed, by the word of the account too', async () => {
    const trial = trialOf();
    await trial.run(EU);
    expect(await failureOf(trial.run(['--yes', '--jurisdiction', 'anywhere']))).toMatch(
      /in the EU, and that can never be changed/,
    );
    const elsewhere = trialOf(trial.account);
    expect(await failureOf(elsewhere.run(['--yes', '--jurisdiction', 'anywhere']))).toMatch(/can never be changed/);
  });
});

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

describe('a change', () => {
  it('of the code deploys both workers again, and makes the smoke test again', async () => {
    const trial = trialOf();
    await trial.run(YES);
    const world = { ...(await worldWith('another build', trial)) };
    expect((await trial.run(['--yes'], { world })).done).toEqual(['redirect', 'api', 'smoke-test']);
  });

  it('of a variable is deployed and kept, and one of the dashboard is named before it is lost', async () => {
    const trial = trialOf();
    await trial.run([...YES, '--var', 'CONTACT=help@example.com']);
    expect(variablesOf(trial.account, 'swiftlet-redirect').CONTACT).toBe('help@example.com');
    expect((await trial.run(['--yes'])).done).toEqual([]);
    const { plan } = await trial.run(['--yes', '--var', 'CONTACT=']);
    expect(plan.find(({ step }) => step === 'redirect')?.will).toContain('with another CONTACT');
  });

  it('of a variable that there is not is refused', async () => {
    expect(await failureOf(trialOf().run([...YES, '--var', 'COLOUR=red']))).toMatch(
      /--var knows .*CONTACT.*, not COLOUR/,
    );
  });
});

async function worldWith(build: string, trial: Trial) {
  const { fakeFetch } = await import('./fake-wrangler/service');
  const clock = { now: () => Date.now(), wait: async () => {} };
  return {
    fetch: fakeFetch(`${trial.folder}/account.json`),
    resolves: async () => false,
    clock,
    build: async () => build,
  };
}

describe('another environment', () => {
  it('has resources of its own, and slows nobody down in production', async () => {
    const trial = trialOf();
    await trial.run(YES);
    const staging = ['--env', 'staging', '--yes', '--workers-dev', '--jurisdiction', 'anywhere'];
    await trial.run(staging);
    const { namespaces, databases, workers } = trial.account;
    expect(namespaces.map(({ title }) => title)).toEqual(['swiftlet-routes', 'swiftlet-staging-routes']);
    expect(databases.map(({ name }) => name)).toEqual(['swiftlet', 'swiftlet-staging']);
    expect(Object.keys(workers)).toEqual([
      'swiftlet-redirect',
      'swiftlet-api',
      'swiftlet-staging-redirect',
      'swiftlet-staging-api',
    ]);
    const idsOf = (environment: string) =>
      JSON.parse(trial.files().find(({ name }) => name === `${environment}/redirect.json`)?.text ?? '').ratelimits.map(
        ({ namespace_id: id }: { namespace_id: string }) => id,
      );
    expect(idsOf('production')).toEqual(['1001', '1002', '1003']);
    expect(idsOf('staging').filter((id: string) => idsOf('production').includes(id))).toEqual([]);
    expect(trial.secret('PEPPER', 'staging')).not.toBe(trial.secret('PEPPER'));
  });
});

describe('a login', () => {
  it('is asked for where there is none', async () => {
    expect(await failureOf(trialOf({ isLoggedIn: false }).run(YES))).toMatch(
      /npx wrangler login.*CLOUDFLARE_API_TOKEN/,
    );
  });

  it('that reaches several accounts needs to know which, and keeps to it', async () => {
    const others = [{ id: 'b0000000000000000000000000000002', name: 'Bolt' }];
    const trial = trialOf({ others });
    expect(await failureOf(trial.run(YES))).toMatch(/Acme .*, Bolt .*--account/);
    await trial.run([...YES, '--account', 'acme']);
    expect((await trial.run(['--yes'])).done).toEqual([]);
    expect(await failureOf(trial.run(['--yes', '--account', 'Bolt']))).toMatch(/is in the account Acme/);
  });

  it('that lacks a scope is told so before anything is made', async () => {
    const trial = trialOf({ authType: 'OAuth Token', tokenPermissions: ['account:read', 'workers_scripts:write'] });
    expect(await failureOf(trial.run(YES))).toMatch(/lacks workers_kv:write, d1:write, .*npx wrangler login again/);
    expect(trial.account.changes).toEqual([]);
  });

  it.each([
    ['kv', 'Workers KV Storage: Edit'],
    ['d1', 'D1: Edit'],
    ['deployments', 'Workers Scripts: Edit'],
  ])('whose token may not read %s is told what it needs, before anything is made', async (command, permission) => {
    const trial = trialOf({ forbidden: [command] });
    expect(await failureOf(trial.run(YES))).toContain(permission);
    expect(trial.account.changes).toEqual([]);
  });
});

describe('a dry run', () => {
  it('needs no account, changes nothing and writes down nothing', async () => {
    const trial = trialOf({ isLoggedIn: false });
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

  it('shows on an account what is there, and changes nothing of it', async () => {
    const trial = trialOf();
    await trial.run(YES);
    const { changes } = trial.account;
    const { plan } = await trial.run(['--dry-run']);
    expect(plan.filter(({ will }) => will !== null)).toEqual([]);
    expect(trial.account.changes).toEqual(changes);
  });
});

it.each([
  [['--env', 'Staging!'], /--env takes a name/],
  [['--short-host', 's.example.com'], /belong together/],
  [['--short-host', 'a.example.com', '--api-host', 'a.example.com'], /a host each/],
  [['--short-host', 'https://a.example.com', '--api-host', 'b.example.com'], /A host is a name/],
  [['--jurisdiction', 'moon'], /eu or anywhere/],
  [['--var', 'CONTACT'], /NAME=VALUE/],
  [['--force'], /--help/],
])('refuses %j in one line', async (args, line) => {
  expect(await failureOf(Promise.resolve().then(() => trialOf().run(args)))).toMatch(line);
});

it('asks nobody for what it must know, and says how to say it', async () => {
  expect(await failureOf(trialOf().run(['--yes']))).toMatch(/--short-host and --api-host, or --workers-dev/);
  expect(await failureOf(trialOf().run(['--yes', '--workers-dev']))).toMatch(/never be changed.*--jurisdiction/);
});

it('asks whoever is there for hosts and for where data stays', async () => {
  const hosts = ['s.example.com', 'api.example.com'];
  const ask = { ...sayYes('', 'eu'), text: async () => hosts.shift() ?? '' };
  const trial = trialOf();
  const { addresses } = await trial.run([], { ask });
  expect(addresses).toEqual({ short: 'https://s.example.com', api: 'https://api.example.com' });
  expect(trial.account.databases[0]?.jurisdiction).toBe('eu');
});
