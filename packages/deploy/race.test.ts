/** Two computers deploy one environment of one account at the same time. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeTrial } from '#testkit/deploy-trial';
import { fakeWrangler } from '../testkit/fake-wrangler/fake-wrangler';
import { catchFailure, HOSTS, type Trial } from '../testkit/fake-wrangler/trial';

const YES = ['--yes', ...HOSTS];
/** The options of the second computer: it may use the existing KV and D1. */
const ALLOWED = [...YES, '--allow', 'namespace', '--allow', 'database'];

/** The state folder of a second computer. */
const second = ({ folder }: Trial) => ({ folder: path.join(folder, 'second') });

const listPeppers = ({ account: { workers } }: Trial) =>
  Object.values(workers).map(({ secrets: { PEPPER: pepper } }) => pepper);

/**
 * Deploys on one computer. At the given command of its wrangler, a second computer deploys everything.
 * @returns the failure of each
 */
async function meetAt(trial: Trial, command: RegExp): Promise<string[]> {
  const wrangler = fakeWrangler(path.join(trial.folder, 'account.json'));
  let other: string | undefined;
  const first = await catchFailure(
    trial.run(YES, {
      run: async (args, options) => {
        if (other === undefined && command.test(args.join(' '))) {
          other = '';
          other = await catchFailure(trial.run(ALLOWED, second(trial)));
        }
        return wrangler(args, options);
      },
    }),
  );
  return [first, other ?? 'they never met'];
}

describe('two computers', () => {
  it.each([
    ['the KV namespace is made', /^kv namespace create/],
    ['D1 is made', /^d1 create/],
    ['the tables are made', /^d1 migrations apply/],
    ['the PEPPER is marked', /^d1 execute .* INSERT INTO deployment/],
    ['the redirect worker is deployed', /^deploy .*redirect\.json/],
    ['the API worker is deployed', /^deploy .*api\.json/],
  ])('that meet when %s never deploy two PEPPERs', async (_, command) => {
    const trial = makeTrial();
    const [, other] = await meetAt(trial, command);
    expect(other).not.toBe('they never met');
    expect(new Set(listPeppers(trial)).size).toBeLessThan(2);
    // The computer that has generated the PEPPER finishes the deployment. The other has generated none.
    await trial.run(YES).catch(() => {});
    await trial.run(ALLOWED, second(trial)).catch(() => {});
    expect(listPeppers(trial)).toHaveLength(2);
    expect(new Set(listPeppers(trial)).size).toBe(1);
    const kept = [trial.home, second(trial).folder].filter((home) => existsSync(`${home}/production/secrets/PEPPER`));
    expect(kept).toHaveLength(1);
  });

  it('deploy no second PEPPER if one has died after it marked its own: the other one stops and says so', async () => {
    const trial = makeTrial({ fault: { at: 'deploy', mode: 'refused' } });
    await catchFailure(trial.run(YES));
    expect(await catchFailure(trial.run(ALLOWED, second(trial)))).toMatch(/Another computer has generated the PEPPER/);
    expect(existsSync(`${second(trial).folder}/production/secrets`)).toBe(false);
    const env = { PEPPER: trial.secret('PEPPER') };
    expect((await trial.run(ALLOWED, { ...second(trial), env })).done).toContain('api');
  });

  it('with different values of PEPPER deploy only the first PEPPER', async () => {
    const trial = makeTrial({ fault: { at: 'deploy', mode: 'refused' } });
    const env = { PEPPER: 'p'.repeat(40), ADMIN_TOKEN: 't'.repeat(40) };
    await catchFailure(trial.run(YES, { env }));
    const other = { ...second(trial), env: { ...env, PEPPER: 'q'.repeat(40) } };
    expect(await catchFailure(trial.run(ALLOWED, other))).toMatch(
      /is not that of this deployment.*docs\/operating\/pepper\.md/,
    );
    expect(trial.account.workers).toEqual({});
    expect((await trial.run(YES, { env })).done).toContain('api');
  });
});

it('a computer that died between generating a PEPPER and marking it continues with that PEPPER', async () => {
  const alone = makeTrial();
  const secrets = path.join(alone.home, 'production/secrets');
  mkdirSync(secrets, { recursive: true, mode: 0o700 });
  writeFileSync(`${secrets}/PEPPER.drawn`, `${'d'.repeat(64)}\n`, { mode: 0o600 });
  await alone.run(YES);
  expect(alone.secret('PEPPER')).toBe('d'.repeat(64));
});
