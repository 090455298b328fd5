/** The deployed workers take precedence over the state file. An answer that is not deployed yet is not lost. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeTrial } from '#testkit/deploy-trial';
import { answerYes, catchFailure, HOSTS, type Trial, WORKERS_DEV } from '../testkit/fake-wrangler/trial';
import type { Prompts } from './answers';

const YES = ['--yes', ...HOSTS];
const OTHER_HOSTS = ['--short-host', 'go.example.com', '--api-host', 'api.example.com'];
const originsIn = ({ account: { workers } }: Trial) =>
  Object.values(workers).map(({ version }) => version.bindings.find(({ name }) => name === 'SHORT_BASE_URL')?.text);
const variableIn = ({ account: { workers } }: Trial, worker: string, name: string) =>
  workers[worker]?.version.bindings.find((one) => one.name === name)?.text;

/** The options of a run on a second computer: a state folder of its own, and ADMIN_TOKEN. */
const second = (trial: Trial) => ({
  folder: path.join(trial.folder, 'second'),
  env: { ADMIN_TOKEN: trial.secret('ADMIN_TOKEN') },
});

describe('after another computer has deployed', () => {
  it('with other hosts, the next run keeps those hosts', async () => {
    const trial = makeTrial();
    await trial.run(YES);
    await trial.run(['--yes', ...OTHER_HOSTS], second(trial));
    await trial.run(['--yes']);
    expect(originsIn(trial)).toEqual(['https://go.example.com', 'https://go.example.com']);
  });

  it('with other variables, the next run keeps those variables', async () => {
    const trial = makeTrial();
    await trial.run([...YES, '--var', 'CONTACT=first@example.com']);
    await trial.run(['--yes', '--var', 'CONTACT=second@example.com', '--var', 'SIGNUP=open'], second(trial));
    await trial.run(['--yes']);
    expect(variableIn(trial, 'swiftlet-redirect', 'CONTACT')).toBe('second@example.com');
    expect(variableIn(trial, 'swiftlet-api', 'SIGNUP')).toBe('open');
  });

  it('on workers.dev, the next run deploys there too, although its state file has hosts of its own', async () => {
    const trial = makeTrial();
    await trial.run(YES);
    await trial.run(['--yes', '--workers-dev'], second(trial));
    const { addresses } = await trial.run(['--yes']);
    expect(addresses.short).toBe('https://swiftlet-redirect.acme.workers.dev');
  });
});

it('variables stay as they are deployed if there is no state file, as in CI', async () => {
  const trial = makeTrial();
  await trial.run([...YES, '--var', 'CONTACT=help@example.com', '--var', 'ALIASES=off']);
  await trial.run(['--yes'], second(trial));
  expect(variableIn(trial, 'swiftlet-redirect', 'CONTACT')).toBe('help@example.com');
  expect(variableIn(trial, 'swiftlet-api', 'ALIASES')).toBe('off');
});

it('a variable that was changed in the dashboard keeps its value, unless --var sets another', async () => {
  const trial = makeTrial();
  await trial.run(YES);
  trial.change(({ workers }) => {
    const { version } = workers['swiftlet-redirect'] ?? {};
    for (const binding of version?.bindings ?? [])
      if (binding.name === 'FALLBACK_URL') binding.text = 'https://example.com/dash';
    Object.assign(version ?? {}, { id: 'of the dashboard', message: '' });
  });
  await trial.run(['--yes']);
  expect(variableIn(trial, 'swiftlet-redirect', 'FALLBACK_URL')).toBe('https://example.com/dash');
  const { plan } = await trial.run(['--yes', '--var', 'FALLBACK_URL=']);
  expect(plan.find(({ step }) => step === 'redirect')?.will).toContain('with another FALLBACK_URL');
});

it('a variable in the state file that this version no longer has is ignored', async () => {
  const trial = makeTrial();
  await trial.run(YES);
  trial.changeState((state) => {
    state.answers.variables = { FORMER: 'x' };
  });
  expect((await trial.run(['--yes'])).done).toEqual([]);
});

it.each(['half', 'lost', 'hung after', 'killed after', 'refused'] as const)(
  'hosts and variables that are not deployed yet reach both workers with the next run, after the fault "%s"',
  async (mode) => {
    const trial = makeTrial();
    await trial.run(YES);
    trial.change((account) => {
      account.fault = { at: 'deploy', mode };
    });
    await catchFailure(trial.run(['--yes', ...OTHER_HOSTS, '--var', 'CONTACT=help@example.com']));
    await trial.run(['--yes']);
    expect(originsIn(trial)).toEqual(['https://go.example.com', 'https://go.example.com']);
    expect(variableIn(trial, 'swiftlet-redirect', 'CONTACT')).toBe('help@example.com');
  },
);

describe('a mistyped host', () => {
  /** Answers the questions for the two hosts, and records the default of each question. */
  const answering = (hosts: string[], seen: (string | undefined)[] = []): Prompts => ({
    ...answerYes('', 'anywhere'),
    input: async (_, __, before) => {
      seen.push(before);
      return hosts.shift() ?? '';
    },
  });

  it('is not remembered if the person says no to the plan', async () => {
    const trial = makeTrial();
    const no = { ...answering(['s.exmaple.com', 'api.example.com']), confirm: async () => false };
    expect(await catchFailure(trial.run([], { prompts: no }))).toBe('Nothing was changed.');
    const prompts = answering(['s.example.com', 'api.example.com']);
    expect((await trial.run([], { prompts })).addresses.short).toBe('https://s.example.com');
  });

  it('is asked for again if it could not be deployed, with the earlier answer as the default', async () => {
    const trial = makeTrial({ zones: ['example.com'] });
    await catchFailure(trial.run([], { prompts: answering(['s.exmaple.com', 'api.example.com']) }));
    const seen: (string | undefined)[] = [];
    const { addresses } = await trial.run([], { prompts: answering(['s.example.com', 'api.example.com'], seen) });
    expect(addresses.short).toBe('https://s.example.com');
    expect(seen).toEqual(['s.exmaple.com', 'api.example.com']);
  });

  it('is named in the failure, with the options for another host, if nobody can be asked', async () => {
    const trial = makeTrial({ zones: ['example.com'] });
    const wrong = ['--short-host', 's.exmaple.com', '--api-host', 'api.example.com', '--jurisdiction', 'anywhere'];
    const line = await catchFailure(trial.run(['--yes', ...wrong]));
    expect(line).toMatch(/no zone for s\.exmaple\.com.*--short-host and --api-host/);
  });

  it('is the only reason to ask for hosts again: a deployed host is not asked for', async () => {
    const trial = makeTrial();
    await trial.run(YES);
    const seen: (string | undefined)[] = [];
    await trial.run([], { prompts: answering([], seen) });
    await trial.run(['--workers-dev'], { prompts: answering([], seen) });
    await trial.run([], { prompts: answering([], seen) });
    expect(seen).toEqual([]);
  });
});

it('an account is remembered only once somebody has said yes to the plan', async () => {
  const others = [{ id: 'b0000000000000000000000000000002', name: 'Bolt' }];
  const trial = makeTrial({ others });
  const no = { ...answerYes(), confirm: async () => false };
  await catchFailure(trial.run([...WORKERS_DEV, '--account', 'Bolt'], { prompts: no }));
  expect((await trial.run(['--yes', ...WORKERS_DEV, '--account', 'Acme'])).account).toBe('Acme');
});
