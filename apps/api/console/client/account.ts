/** The account, its activity and its plan. */
import '../styles/settings.css';
import '../styles/plans.css';
import '../styles/activity.css';
import { passkeys } from './parts/passkeys';
import { run } from './parts/shared';

run(passkeys);
