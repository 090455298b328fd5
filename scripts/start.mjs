// `npm start`: runs both workers on this machine. It needs only Node 20 and git. lib/start.mjs does the work.
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/start.mjs'));
