// `npm run threats -- import FILE` replaces the threat list with the entries of a feed. lib/threats.mjs does the work.
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/threats.mjs'));
