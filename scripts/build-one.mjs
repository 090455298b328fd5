// Builds the modules and files of the one script (docs/design/self-hosting.md). wrangler runs this script (build of
// wrangler.jsonc).
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/build-api.mjs').then(({ makeOne }) => ({ main: makeOne })));
