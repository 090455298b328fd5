/** Workers with our names that serve no requests, or not all of them. */
import { describe, expect, it } from 'vitest';
import { makeTrial } from '#testkit/deploy-trial';
import type { Worker } from '../testkit/fake-wrangler/account';
import { catchFailure, HOSTS } from '../testkit/fake-wrangler/trial';

const YES = ['--yes', ...HOSTS];

/** A worker as `wrangler secret put` or the API makes it: it has a name, perhaps secrets, and no deployment. */
const made = (undeployed: 'none' | 'unknown', secrets: Record<string, string> = {}): Worker => ({
  version: { id: 'never', message: '', bindings: [] },
  ...{ secrets, undeployed, classes: {}, crons: [], domains: [], isOnWorkersDev: false },
});

describe.each(['none', 'unknown'] as const)('a worker whose deployments are %s', (undeployed) => {
  it('needs a yes, and is left alone if nobody can be asked', async () => {
    const trial = makeTrial({ workers: { 'swiftlet-api': made(undeployed) } });
    expect(await catchFailure(trial.run(YES))).toMatch(/A worker swiftlet-api is there.*--allow api/);
    expect(trial.account.changes).toEqual([]);
  });

  it('is used after a yes', async () => {
    const trial = makeTrial({ workers: { 'swiftlet-api': made(undeployed) } });
    expect((await trial.run([...YES, '--allow', 'api'])).done).toContain('api');
  });

  it('keeps the PEPPER that it has: no other is generated', async () => {
    const trial = makeTrial({ workers: { 'swiftlet-redirect': made(undeployed, { PEPPER: 'somebody has put it' }) } });
    const failure = await catchFailure(trial.run([...YES, '--allow', 'redirect']));
    expect(failure).toMatch(/swiftlet-redirect has a PEPPER.*never generated again/);
    expect(trial.account.changes).toEqual([]);
  });
});

it('a worker that does not exist needs no yes', async () => {
  expect((await makeTrial().run(YES)).done).toContain('api');
});

it('our version that serves a part of the requests is deployed again, and the plan says so', async () => {
  const trial = makeTrial();
  await trial.run(YES);
  trial.change(({ workers }) => {
    Object.assign(workers['swiftlet-api'] ?? {}, { beside: 'another' });
  });
  const { plan, done } = await trial.run(['--yes']);
  expect(plan.find(({ step }) => step === 'api')?.is).toContain('a part of the requests');
  expect(done).toContain('api');
  expect((await trial.run(['--yes'])).done).toEqual([]);
});
