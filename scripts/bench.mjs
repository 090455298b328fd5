// `npm run bench`: measures requests beside the least code that could serve them. packages/bench does the work.
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/bench.mjs'));
