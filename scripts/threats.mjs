// `npm run threats -- import FILE`: fills the threat list from a feed. lib/threats.mjs does the work.
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/threats.mjs'));
