// Builds the modules and files of the API worker. wrangler runs this script ([build] of wrangler.api.toml).
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/build-api.mjs'));
