// Makes what the one script of the Deploy to Cloudflare button is deployed from; wrangler runs it (build of wrangler.jsonc).
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/build-api.mjs').then(({ makeOne }) => ({ main: makeOne })));
