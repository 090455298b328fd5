// `npm run dev`: runs npm start, and reloads the workers after edits. lib/start.mjs does the work.
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/dev.mjs'));
