// `npm run restore -- FILE`: restores a backup into an empty STATE_DIR, or with --to into an empty deployment.
// lib/backup.mjs does the work.
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/backup.mjs').then(({ restore }) => ({ main: restore })));
