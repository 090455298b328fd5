// `npm run serve`: runs the service on a server (docs/operating/self-hosting.md). packages/machine/serve.ts does the
// work.
import { begin } from './lib/begin.mjs';

const HELP = `npm run serve

Runs the service on a server, behind a proxy that speaks https, until SIGTERM. The settings are environment variables:
docs/operating/self-hosting.md lists them.

Examples:
  SHORT_HOST=s.example.com API_HOST=api.example.com TRUST_PROXY=loopback npm run serve
  npm run doctor    # beside it: what is wrong, and what to do
`;

begin(() => import('./lib/serve.mjs'), HELP);
