// `npm run bench`: what requests cost beside the least that could answer them. What it does stands in packages/bench.
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/bench.mjs'));
