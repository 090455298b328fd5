/** The folder of the built machine. built-setup.ts builds it before the tests. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export { workerdBinary } from '../machine/build.mjs';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const BUILT = path.join(ROOT, 'dist/machine');
