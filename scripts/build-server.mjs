// `npm run build:server`: builds a folder that runs with Node alone (docs/self-hosting.md).
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/build-server.mjs'));
