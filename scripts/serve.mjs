// `npm run serve`: runs the service on a server (docs/self-hosting.md). packages/machine/serve.ts does the work.
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/serve.mjs'));
