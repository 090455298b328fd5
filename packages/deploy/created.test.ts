/** A resource whose creation had no answer is recognised as ours; what only has its name later is not. */
import { describe, expect, it } from 'vitest';
import { trialOf } from '#testkit/deploy-trial';
import { failureOf, HOSTS } from './fake-wrangler/trial';

const YES = ['--yes', ...HOSTS];

describe.each([
  ['kv namespace create', 'namespace'],
  ['d1 create', 'database'],
])('%s', (command, step) => {
  it.each(['lost', 'repeated', 'hung after'] as const)('whose answer is %s goes on in the same run', async (mode) => {
    const trial = trialOf({ fault: { at: command, mode } });
    expect((await trial.run(YES)).done).toContain(step);
    const { namespaces, databases } = trial.account;
    expect([namespaces.length, databases.length]).toEqual([1, 1]);
  });

  it('that ended us is recognised by the next run', async () => {
    const trial = trialOf({ fault: { at: command, mode: 'killed after' } });
    await failureOf(trial.run(YES));
    expect((await trial.run(['--yes'])).done).not.toContain(step);
    const { namespaces, databases } = trial.account;
    expect([namespaces.length, databases.length]).toEqual([1, 1]);
  });

  it('that was refused says why, and takes nothing', async () => {
    const trial = trialOf({ fault: { at: command, mode: 'refused' } });
    expect(await failureOf(trial.run(YES))).toMatch(/Internal error/);
    expect((await trial.run(['--yes'])).done).toContain(step);
  });
});

it.each(['namespace', 'database'] as const)(
  'somebody’s %s that has the name of ours, which is gone, is asked about',
  async (what) => {
    const trial = trialOf();
    await trial.run(YES);
    trial.change((account) => {
      if (what === 'namespace') account.namespaces = [{ id: 'theirs', title: 'swiftlet-routes' }];
      else account.databases = [{ uuid: 'theirs', name: 'swiftlet', migrations: [], links: [1, 1] }];
    });
    const { changes } = trial.account;
    expect(await failureOf(trial.run(['--yes']))).toMatch(new RegExp(`nothing says.*--allow ${what}`));
    expect(trial.account.changes).toEqual(changes);
  },
);
