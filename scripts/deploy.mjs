// `npm run deploy`: deploys to Cloudflare; a run after an interrupted one continues. packages/deploy does the work.
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/deploy.mjs'));
