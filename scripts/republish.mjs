// `npm run republish`: makes KV equal to D1 again.
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/republish.mjs'));
