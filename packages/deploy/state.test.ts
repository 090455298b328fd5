import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { formatError } from '#machine/failure';
import { makeTrial } from '#testkit/deploy-trial';
import { WORKERS_DEV } from '../testkit/fake-wrangler/trial';

it('a state folder that cannot be written is named, and nothing is deployed', async () => {
  const trial = makeTrial();
  const file = path.join(trial.folder, 'a file');
  writeFileSync(file, '');
  const error = await trial.run(['--yes', ...WORKERS_DEV], { folder: path.join(file, 'state') }).catch((one) => one);
  expect(formatError(error)).toMatch(/^\S.*a file.* cannot be read or written \(ENOTDIR\): mend that, .* STATE_DIR\.$/);
  expect(trial.account.changes).toEqual([]);
});
