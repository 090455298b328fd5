// `npm run serve`: the service on a server (docs/self-hosting.md). What it does stands in packages/machine/serve.ts.
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/serve.mjs'));
