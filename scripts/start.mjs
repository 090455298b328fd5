// `npm start`: both workers on this machine, with nothing but Node 20 and git. What it does stands in lib/start.mjs.
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/start.mjs'));
