// Builds the files of /docs and /openapi.json. The tests run this script; scripts/build-api.mjs does the same work.
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/documentation.mjs'));
