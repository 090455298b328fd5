// `npm run dev`: npm start, which reloads after edits. lib/start.mjs does the work.
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/dev.mjs'));
