// `npm start`: runs both workers on this computer. It needs only Node 20 and git. lib/start.mjs does the work.
import { begin } from './lib/begin.mjs';

const HELP = `npm start

Runs both workers on this computer, with all data in STATE_DIR. Ctrl-C stops it. The first run prints an account and an
API key for each plan. The settings are environment variables: docs/specification.md, section 15.

Examples:
  npm start
  API_PORT=9000 SHORT_PORT=9001 STATE_DIR=/tmp/links npm start
`;

begin(() => import('./lib/start.mjs'), HELP);
