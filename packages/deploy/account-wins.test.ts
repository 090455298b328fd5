/** What the account says wins over what was written down; what was answered last and is not deployed yet is not lost. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { trialOf } from '#testkit/deploy-trial';
import type { Ask } from './ask';
import { failureOf, HOSTS, sayYes, type Trial, WORKERS_DEV } from './fake-wrangler/trial';

const YES = ['--yes', ...HOSTS];
const OTHER_HOSTS = ['--short-host', 'go.example.com', '--api-host', 'api.example.com'];
const originsIn = ({ account: { workers } }: Trial) =>
  Object.values(workers).map(({ version }) => version.bindings.find(({ name }) => name === 'SHORT_BASE_URL')?.text);
const variableIn = ({ account: { workers } }: Trial, worker: string, name: string) =>
  workers[worker]?.version.bindings.find((one) => one.name === name)?.text;

/** What a second machine needs to know. */
const second = (trial: Trial) => ({
  folder: path.join(trial.folder, 'second'),
  env: { ADMIN_TOKEN: trial.secret('ADMIN_TOKEN') },
});

describe('after another machine has deployed', () => {
  it('other hosts, they stay', async () => {
    const trial = trialOf();
    await trial.run(YES);
    await trial.run(['--yes', ...OTHER_HOSTS], second(trial));
    await trial.run(['--yes']);
    expect(originsIn(trial)).toEqual(['https://go.example.com', 'https://go.example.com']);
  });

  it('another variable, it stays', async () => {
    const trial = trialOf();
    await trial.run([...YES, '--var', 'CONTACT=first@example.com']);
    await trial.run(['--yes', '--var', 'CONTACT=second@example.com', '--var', 'SIGNUP=open'], second(trial));
    await trial.run(['--yes']);
    expect(variableIn(trial, 'swiftlet-redirect', 'CONTACT')).toBe('second@example.com');
    expect(variableIn(trial, 'swiftlet-api', 'SIGNUP')).toBe('open');
  });

  it('workers.dev, a machine with hosts of its own goes there too', async () => {
    const trial = trialOf();
    await trial.run(YES);
    await trial.run(['--yes', '--workers-dev'], second(trial));
    const { addresses } = await trial.run(['--yes']);
    expect(addresses.short).toBe('https://swiftlet-redirect.acme.workers.dev');
  });
});

it('variables stay where nothing was written down, as on a machine of CI', async () => {
  const trial = trialOf();
  await trial.run([...YES, '--var', 'CONTACT=help@example.com', '--var', 'ALIASES=off']);
  await trial.run(['--yes'], second(trial));
  expect(variableIn(trial, 'swiftlet-redirect', 'CONTACT')).toBe('help@example.com');
  expect(variableIn(trial, 'swiftlet-api', 'ALIASES')).toBe('off');
});

it('a variable that was changed in the dashboard stays, unless another is given', async () => {
  const trial = trialOf();
  await trial.run(YES);
  trial.change(({ workers }) => {
    const { version } = workers['swiftlet-redirect'] ?? {};
    for (const binding of version?.bindings ?? []) if (binding.name === 'CONTACT') binding.text = 'dash@example.com';
    Object.assign(version ?? {}, { id: 'of the dashboard', message: '' });
  });
  await trial.run(['--yes']);
  expect(variableIn(trial, 'swiftlet-redirect', 'CONTACT')).toBe('dash@example.com');
  const { plan } = await trial.run(['--yes', '--var', 'CONTACT=']);
  expect(plan.find(({ step }) => step === 'redirect')?.will).toContain('with another CONTACT');
});

it('a variable that this version does not have any more stops nothing', async () => {
  const trial = trialOf();
  await trial.run(YES);
  trial.changeState((state) => {
    state.answers.variables = { FORMER: 'x' };
  });
  expect((await trial.run(['--yes'])).done).toEqual([]);
});

it.each(['half', 'lost', 'hung after', 'killed after', 'refused'] as const)(
  'what was answered and not deployed everywhere is not lost where a deployment is %s',
  async (mode) => {
    const trial = trialOf();
    await trial.run(YES);
    trial.change((account) => {
      account.fault = { at: 'deploy', mode };
    });
    await failureOf(trial.run(['--yes', ...OTHER_HOSTS, '--var', 'CONTACT=help@example.com']));
    await trial.run(['--yes']);
    expect(originsIn(trial)).toEqual(['https://go.example.com', 'https://go.example.com']);
    expect(variableIn(trial, 'swiftlet-redirect', 'CONTACT')).toBe('help@example.com');
  },
);

describe('a mistyped host', () => {
  /** Answers the two questions for hosts, and notes what stood there before. */
  const answering = (hosts: string[], seen: (string | undefined)[] = []): Ask => ({
    ...sayYes('', 'anywhere'),
    text: async (_, __, before) => {
      seen.push(before);
      return hosts.shift() ?? '';
    },
  });

  it('is not remembered where somebody says no to the plan', async () => {
    const trial = trialOf();
    const no = { ...answering(['s.exmaple.com', 'api.example.com']), yes: async () => false };
    expect(await failureOf(trial.run([], { ask: no }))).toBe('Nothing was changed.');
    const ask = answering(['s.example.com', 'api.example.com']);
    expect((await trial.run([], { ask })).addresses.short).toBe('https://s.example.com');
  });

  it('is asked for again where it could not be deployed, with what was answered before', async () => {
    const trial = trialOf({ zones: ['example.com'] });
    await failureOf(trial.run([], { ask: answering(['s.exmaple.com', 'api.example.com']) }));
    const seen: (string | undefined)[] = [];
    const { addresses } = await trial.run([], { ask: answering(['s.example.com', 'api.example.com'], seen) });
    expect(addresses.short).toBe('https://s.example.com');
    expect(seen).toEqual(['s.exmaple.com', 'api.example.com']);
  });

  it('is named in the failure with what to say instead, where nobody is asked', async () => {
    const trial = trialOf({ zones: ['example.com'] });
    const wrong = ['--short-host', 's.exmaple.com', '--api-host', 'api.example.com', '--jurisdiction', 'anywhere'];
    const line = await failureOf(trial.run(['--yes', ...wrong]));
    expect(line).toMatch(/no zone for s\.exmaple\.com.*--short-host and --api-host/);
  });

  it('is nothing that a deployed host is asked for again', async () => {
    const trial = trialOf();
    await trial.run(YES);
    const seen: (string | undefined)[] = [];
    await trial.run([], { ask: answering([], seen) });
    await trial.run(['--workers-dev'], { ask: answering([], seen) });
    await trial.run([], { ask: answering([], seen) });
    expect(seen).toEqual([]);
  });
});

it('an account is remembered only once somebody has said yes to the plan', async () => {
  const others = [{ id: 'b0000000000000000000000000000002', name: 'Bolt' }];
  const trial = trialOf({ others });
  const no = { ...sayYes(), yes: async () => false };
  await failureOf(trial.run([...WORKERS_DEV, '--account', 'Bolt'], { ask: no }));
  expect((await trial.run(['--yes', ...WORKERS_DEV, '--account', 'Acme'])).account).toBe('Acme');
});
