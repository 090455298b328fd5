// `npm run test:mutation`: plants mistakes in the domain and in SQL, which the tests must find. lib/mutation.mjs does
// the work.
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/mutation.mjs'));
