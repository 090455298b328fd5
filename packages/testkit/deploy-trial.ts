/** A fake account for one test of `npm run deploy`. */
import { onTestFinished } from 'vitest';
import type { Account } from '../deploy/fake-wrangler/account';
import { newTrial, type Trial } from '../deploy/fake-wrangler/trial';

/** Makes a fake account, whose folder is removed after the test. @param account what differs from an empty one */
export function trialOf(account: Partial<Account> = {}): Trial {
  const trial = newTrial(account);
  onTestFinished(trial.remove);
  return trial;
}
