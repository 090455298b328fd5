// `npm test`: runs lint, types and tests, and prints one closing line with the numbers. lib/test.mjs does the work.
import { begin } from './lib/begin.mjs';

const HELP = `npm test -- [FILES] [options]

Checks format, lint and types, and runs the tests. Further arguments go to vitest.

  --ci      runs the tests that are too slow for npm test (npm run test:ci)
  --long    runs the tests at their full sizes and with a new seed (npm run test:long)
  --help    shows this text

Examples:
  npm test
  npm test -- apps/api/routes/shorten.test.ts
  npm run test:ci
`;

begin(() => import('./lib/test.mjs'), HELP);
