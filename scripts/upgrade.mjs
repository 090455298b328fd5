// `npm run upgrade`: changes this checkout to a later version, and rolls it out. packages/deploy does the work.
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/upgrade.mjs'));
