// Makes what the API worker is deployed from, its modules and its files; wrangler runs it ([build] of wrangler.api.toml).
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/build-api.mjs'));
