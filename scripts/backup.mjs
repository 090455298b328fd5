// `npm run backup -- FILE`: everything that STATE_DIR keeps, in one file. What it does stands in packages/machine/backup.
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/backup.mjs').then(({ backup }) => ({ main: backup })));
