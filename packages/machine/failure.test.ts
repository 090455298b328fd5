import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { trialOf } from '#testkit/deploy-trial';
import { WORKERS_DEV } from '../testkit/fake-wrangler/trial';
import { Failure, lineOf } from './failure';

it('lineOf names the file of the state folder that cannot be written', async () => {
  const trial = trialOf();
  const file = path.join(trial.folder, 'a file');
  writeFileSync(file, '');
  const error = await trial.run(['--yes', ...WORKERS_DEV], { folder: path.join(file, 'state') }).catch((one) => one);
  expect(lineOf(error)).toMatch(/^\S.*a file.* cannot be read or written \(ENOTDIR\): mend that, .* STATE_DIR\.$/);
  expect(trial.account.changes).toEqual([]);
});

it('lineOf returns the first line of a failure, and of an unexpected error', () => {
  expect(lineOf(new Failure('No account.\nat session.ts'))).toBe('No account.');
  expect(lineOf(new TypeError('x is not a function\nat main.ts'))).toBe('Unexpected error: x is not a function');
});
