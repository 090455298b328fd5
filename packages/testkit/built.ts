/** What one machine runs from, as it was built before the tests (built-setup.ts). */
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export { workerdBinary } from '../machine/build.mjs';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const BUILT = path.join(ROOT, 'dist/machine');
