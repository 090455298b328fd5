// `npm run dev`: npm start, which starts anew what is edited. What it does stands in lib/start.mjs.
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/dev.mjs'));
