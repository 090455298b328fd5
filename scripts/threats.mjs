// `npm run threats -- import FILE` replaces the threat list with the entries of a feed. lib/threats.mjs does the work.
import { begin } from './lib/begin.mjs';

const HELP = `npm run threats -- import FILE [--remote]

Replaces the imported threat list with the entries of FILE: hosts, addresses or hashes, one a line (docs/threats.md).

  --remote    the list of the deployment on Cloudflare; without it that of STATE_DIR
  --help      shows this text

Examples:
  npm run threats -- import feed.txt
  npm run threats -- import feed.txt --remote
`;

begin(() => import('./lib/threats.mjs'), HELP);
