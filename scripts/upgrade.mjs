// `npm run upgrade`: changes this checkout to a later version, and rolls it out. What it does stands in packages/deploy.
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/upgrade.mjs'));
