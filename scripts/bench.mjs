// `npm run bench`: compares the cost of requests with that of the smallest workers. packages/bench does the work.
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/bench.mjs'));
