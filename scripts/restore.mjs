// `npm run restore -- FILE`: what a backup holds, into an empty STATE_DIR. What it does stands in packages/machine/backup.
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/backup.mjs').then(({ restore }) => ({ main: restore })));
