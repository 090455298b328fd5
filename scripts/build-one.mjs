// Builds the modules and files of the one script (docs/adr/0043). wrangler runs this script (build of wrangler.jsonc).
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/build-api.mjs').then(({ makeOne }) => ({ main: makeOne })));
