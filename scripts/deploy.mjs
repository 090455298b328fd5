// `npm run deploy`: Swiftlet on Cloudflare, by one command that goes on where it was stopped. What it does stands in packages/deploy.
import { begin } from './lib/begin.mjs';

begin(() => import('./lib/deploy.mjs'));
