// `npm run threats -- import FILE`: fills the threat list from a feed. What it does stands in lib/threats.mjs.
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/threats.mjs'));
