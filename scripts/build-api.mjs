// Builds the modules and files that the API worker is deployed from. wrangler runs it ([build] of wrangler.api.toml).
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/build-api.mjs'));
