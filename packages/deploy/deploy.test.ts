/** Tests `npm run deploy` on a fake account: a new deployment, changes, and a second environment. */
import { describe, expect, it } from 'vitest';
import { makeTrial } from '#testkit/deploy-trial';
import type { Account } from '../testkit/fake-wrangler/account';
import { catchFailure, HOSTS, type Trial, WORKERS_DEV } from '../testkit/fake-wrangler/trial';

const YES = ['--yes', ...HOSTS];
const readVariables = ({ workers }: Account, name: string) =>
  Object.fromEntries(workers[name]?.version.bindings.map((one) => [one.name, one.text]) ?? []);

describe('a new deployment', () => {
  it('has one KV and one D1 that both workers share, the same PEPPER, and its hosts', async () => {
    const trial = makeTrial();
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

  it('gives each worker its other secrets of the environment, and shows them in no line and no argument of wrangler', async () => {
    const trial = makeTrial();
    const [threats, previous] = ['the key of a threat service', 'a former pepper of forty characters xxxxx'];
    await trial.run(YES, { env: { THREATS_KEY: threats, PEPPER_PREVIOUS: previous } });
    const { 'swiftlet-redirect': redirect, 'swiftlet-api': api } = trial.account.workers;
    expect(Object.keys(redirect?.secrets ?? {}).sort()).toEqual(['PEPPER', 'PEPPER_PREVIOUS']);
    expect(Object.keys(api?.secrets ?? {}).sort()).toEqual(['ADMIN_TOKEN', 'PEPPER', 'PEPPER_PREVIOUS', 'THREATS_KEY']);
    expect([...trial.lines, ...trial.calls].join('\n')).not.toMatch(/threat service|former pepper/);
  });

  it('shows one key and one sign-in link, once', async () => {
    const trial = makeTrial();
    await trial.run(YES);
    await trial.run(['--yes']);
    expect(trial.shown).toHaveLength(1);
    expect(trial.shown[0]).toMatch(/sl_[0-9a-f]{32}/);
    expect(trial.shown[0]).toContain('/console/sign-in/');
    expect(trial.lines.join('\n')).not.toMatch(/sl_/);
  });

  it('sets the workers.dev addresses as variables, although they are known only after the first deployment', async () => {
    const trial = makeTrial();
    await trial.run(['--yes', ...WORKERS_DEV]);
    const wanted = {
      SHORT_BASE_URL: 'https://swiftlet-redirect.acme.workers.dev',
      CONSOLE_ORIGIN: 'https://swiftlet-api.acme.workers.dev',
    };
    expect(readVariables(trial.account, 'swiftlet-api')).toMatchObject(wanted);
    expect(readVariables(trial.account, 'swiftlet-redirect')).toMatchObject({ SHORT_BASE_URL: wanted.SHORT_BASE_URL });
  });

  it('asks for the registration of a workers.dev subdomain if the account has none', async () => {
    const trial = makeTrial({ subdomain: null });
    expect(await catchFailure(trial.run(['--yes', ...WORKERS_DEV]))).toMatch(/register a workers.dev subdomain/);
    trial.change((account) => {
      account.subdomain = 'acme.workers.dev';
    });
    expect((await trial.run(['--yes'])).done).toContain('smoke-test');
  });

  it('waits for the DNS records of both hosts, and names them', async () => {
    const trial = makeTrial({ domainLooks: 6 });
    await trial.run(YES);
    expect(trial.lines).toContain(
      'Waiting for the record of s.example.com in DNS and the record of api.example.com in DNS.',
    );
  });

  it('gives up after ten minutes, and continues when it is run again', async () => {
    const trial = makeTrial({ domainLooks: 1_000 });
    expect(await catchFailure(trial.run(YES))).toMatch(/^Ten minutes were not enough: still waiting for/);
    trial.change((account) => {
      account.domainLooks = 0;
    });
    expect((await trial.run(['--yes'])).done).toEqual(['first-account', 'smoke-test']);
  });
});

describe('a change', () => {
  it('of the code deploys both workers again, and makes the smoke test again', async () => {
    const trial = makeTrial();
    await trial.run(YES);
    const dependencies = { ...(await dependenciesWith('another build', trial)) };
    expect((await trial.run(['--yes'], { dependencies })).done).toEqual(['redirect', 'api', 'smoke-test']);
  });

  it('of a variable is deployed and kept, and the plan names it', async () => {
    const trial = makeTrial();
    await trial.run([...YES, '--var', 'CONTACT=help@example.com']);
    expect(readVariables(trial.account, 'swiftlet-redirect').CONTACT).toBe('help@example.com');
    expect((await trial.run(['--yes'])).done).toEqual([]);
    const { plan } = await trial.run(['--yes', '--var', 'CONTACT=']);
    expect(plan.find(({ step }) => step === 'redirect')?.will).toContain('with another CONTACT');
  });

  it('of the dashboard stops the deployment, unless --overwrite is set', async () => {
    const trial = makeTrial();
    await trial.run(YES);
    trial.change(({ workers }) => {
      Object.assign(workers['swiftlet-api'] ?? {}, { isEdited: true });
    });
    expect(await catchFailure(trial.run(['--yes', '--var', 'SIGNUP=open']))).toMatch(
      /changed in the dashboard .*: --overwrite/,
    );
    expect((await trial.run(['--yes', '--overwrite'])).done).toEqual(['api', 'smoke-test']);
    expect((await trial.run(['--yes', '--var', 'SIGNUP=closed'])).done).toContain('api');
  });

  it('that has put a secret in the place of a variable stops the deployment too', async () => {
    const trial = makeTrial();
    await trial.run(YES);
    trial.change(({ workers }) => {
      Object.assign(workers['swiftlet-redirect']?.secrets ?? {}, { CONTACT: 'a digest' });
    });
    expect(await catchFailure(trial.run(['--yes', '--var', 'FALLBACK_URL=https://example.com']))).toMatch(
      /a variable has the name of a secret.*--overwrite/,
    );
  });

  it('of the account’s workers.dev subdomain reaches both workers with the next deployment', async () => {
    const trial = makeTrial();
    await trial.run(['--yes', ...WORKERS_DEV]);
    trial.change((account) => {
      account.subdomain = 'renamed.workers.dev';
    });
    const { addresses } = await trial.run(['--yes', '--var', 'CONTACT=help@example.com']);
    expect(addresses.short).toBe('https://swiftlet-redirect.renamed.workers.dev');
    expect(readVariables(trial.account, 'swiftlet-api').SHORT_BASE_URL).toBe(addresses.short);
  });

  it.each([
    ['THREATS=google', /^--var: THREATS must be list or webrisk or safebrowsing, not "google"\.$/],
    ['SIGNUP=', /^--var: SIGNUP must be closed or open/],
    ['REQUIRE_HTTPS=no', /^--var: REQUIRE_HTTPS must be on or off/],
    ['CONTACT=nobody', /^--var: CONTACT must be a mail address or an http\(s\) address/],
    ['GATHER_MS=1s', /^--var: GATHER_MS must be milliseconds/],
    ['FALLBACK_URL=example.com', /^--var: FALLBACK_URL must be an address/],
    ['CONTCT=help@example.com', /not CONTCT\. Did you mean CONTACT\?$/],
  ])('%s is refused before anything is made', async (given, line) => {
    const trial = makeTrial();
    expect(await catchFailure(trial.run([...YES, '--var', given]))).toMatch(line);
    expect(trial.account.changes).toEqual([]);
  });

  it('of an unknown variable is refused', async () => {
    expect(await catchFailure(makeTrial().run([...YES, '--var', 'COLOUR=red']))).toMatch(
      /--var knows .*CONTACT.*, not COLOUR/,
    );
  });
});

async function dependenciesWith(build: string, trial: Trial) {
  const { fakeFetch } = await import('../testkit/fake-wrangler/service');
  const clock = { now: () => Date.now(), wait: async () => {} };
  return {
    fetch: fakeFetch(`${trial.folder}/account.json`),
    resolves: async () => false,
    clock,
    build: async () => build,
  };
}

describe('another environment', () => {
  it('has its own resources and rate limits, so it slows nobody down in production', async () => {
    const trial = makeTrial();
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
    expect(idsOf('production')).toEqual(['1001', '1002', '1003', '1004']);
    expect(idsOf('staging').filter((id: string) => idsOf('production').includes(id))).toEqual([]);
    expect(trial.secret('PEPPER', 'staging')).not.toBe(trial.secret('PEPPER'));
  });
});
