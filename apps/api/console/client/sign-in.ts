/** The pages for signing in and registering. */
import { passkeys } from './parts/passkeys';
import { run } from './parts/shared';

run(passkeys);
