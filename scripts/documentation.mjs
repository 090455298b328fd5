// Builds the files of /docs and /openapi.json. wrangler runs it before the API worker ([build] of wrangler.api.toml).
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/documentation.mjs'));
