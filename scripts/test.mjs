// `npm test`: runs lint, types and tests, and prints one closing line with the numbers. lib/test.mjs does the work.
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/test.mjs'));
