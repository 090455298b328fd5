// `npm run test:mutation`: mistakes in the domain and in SQL that the tests must find. What it does stands in lib/mutation.mjs.
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/mutation.mjs'));
