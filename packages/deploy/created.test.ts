/**
 * A resource is recognised as ours if only the response to its creation was lost. A resource of another owner, which
 * has the name of a deleted resource of ours, is not.
 */
import { describe, expect, it } from 'vitest';
import { makeTrial } from '#testkit/deploy-trial';
import { catchFailure, HOSTS } from '../testkit/fake-wrangler/trial';

const YES = ['--yes', ...HOSTS];

describe.each([
  ['kv namespace create', 'namespace'],
  ['d1 create', 'database'],
])('%s', (command, step) => {
  it.each(['lost', 'repeated', 'hung after'] as const)(
    'with the fault "%s" creates one resource, and the run continues',
    async (mode) => {
      const trial = makeTrial({ fault: { at: command, mode } });
      expect((await trial.run(YES)).done).toContain(step);
      const { namespaces, databases } = trial.account;
      expect([namespaces.length, databases.length]).toEqual([1, 1]);
    },
  );

  it('that was done when the deploy command was killed is recognised by the next run', async () => {
    const trial = makeTrial({ fault: { at: command, mode: 'killed after' } });
    await catchFailure(trial.run(YES));
    expect((await trial.run(['--yes'])).done).not.toContain(step);
    const { namespaces, databases } = trial.account;
    expect([namespaces.length, databases.length]).toEqual([1, 1]);
  });

  it('that was refused fails with the reason, and the next run creates the resource', async () => {
    const trial = makeTrial({ fault: { at: command, mode: 'refused' } });
    expect(await catchFailure(trial.run(YES))).toMatch(/Internal error/);
    expect((await trial.run(['--yes'])).done).toContain(step);
  });
});

it.each(['namespace', 'database'] as const)(
  'a %s of another owner that has the name of our deleted one needs a yes',
  async (what) => {
    const trial = makeTrial();
    await trial.run(YES);
    trial.change((account) => {
      if (what === 'namespace') account.namespaces = [{ id: 'theirs', title: 'swiftlet-routes' }];
      else account.databases = [{ uuid: 'theirs', name: 'swiftlet', migrations: [], links: [1, 1] }];
    });
    const { changes } = trial.account;
    expect(await catchFailure(trial.run(['--yes']))).toMatch(new RegExp(`nothing says.*--allow ${what}`));
    expect(trial.account.changes).toEqual(changes);
  },
);
