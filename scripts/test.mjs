// `npm test`: lint, types and tests, and one closing line with the true numbers. What it does stands in lib/test.mjs.
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/test.mjs'));
