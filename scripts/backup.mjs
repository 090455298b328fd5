// `npm run backup -- FILE`: writes everything in STATE_DIR to one file. packages/machine/backup does the work.
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/backup.mjs').then(({ backup }) => ({ main: backup })));
