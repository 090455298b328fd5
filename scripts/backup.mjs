// `npm run backup -- FILE`: writes a backup of STATE_DIR, or with --from of a deployment. lib/backup.mjs does the work.
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/backup.mjs').then(({ backup }) => ({ main: backup })));
