// `npm run doctor`: looks at a deployment, or at a machine, and says what to do. What it does stands in packages/doctor.
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/doctor.mjs'));
