import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { ROOT } from './built';

/** Builds the files of /docs once, before all tests. */
export default (): void => {
  execFileSync(process.execPath, [path.join(ROOT, 'scripts/run.mjs'), 'documentation']);
};
