// `npm run build:server`: builds a folder that runs with Node alone (docs/operating/self-hosting.md).
import { begin } from './lib/begin.mjs';

const HELP = `npm run build:server

Builds dist/server, a folder that runs the service with Node alone, without this checkout:
docs/operating/self-hosting.md.

Examples:
  npm run build:server && cd dist/server && node main.mjs
`;

begin(() => import('./lib/build-server.mjs'), HELP);
