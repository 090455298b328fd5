// `npm run dev`: runs npm start, and reloads the workers after edits. lib/start.mjs does the work.
import { begin } from './lib/begin.mjs';

const HELP = `npm run dev

Runs npm start, and reloads both workers after each edit of their source. The settings are environment variables:
docs/specification.md, section 15.

Examples:
  npm run dev
  API_PORT=9000 npm run dev
`;

begin(() => import('./lib/dev.mjs'), HELP);
