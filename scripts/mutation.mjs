// `npm run test:mutation`: plants mistakes in the domain and in SQL, which the tests must find. lib/mutation.mjs does
// the work.
import { begin } from './lib/begin.mjs';

const HELP = `npm run test:mutation -- [--domain | --sql] [options]

Plants deliberate mistakes, one at a time, which the tests must find. It takes hours (docs/mutation.md).

  --domain    mutants of packages/domain; further arguments go to Stryker
  --sql       mutants of the SQL statements; further arguments are parts of file names or mutant names
  --help      shows this text

Examples:
  npm run test:mutation
  npm run test:mutation -- --sql spent.ts
`;

begin(() => import('./lib/mutation.mjs'), HELP);
