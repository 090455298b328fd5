// `npm run doctor`: looks at a deployment or a machine, and says what to do. packages/doctor does the work.
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/doctor.mjs'));
